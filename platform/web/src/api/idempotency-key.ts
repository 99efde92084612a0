// Keys by which the server recognises a request that is sent a second time.

/**
 * A new key: 128 random bits as hexadecimal digits. `crypto.randomUUID` is missing if the page is
 * served over plain HTTP by another machine, as in a home network.
 */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
