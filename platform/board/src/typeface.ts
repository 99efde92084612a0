// A board's typeface, which comes with it: nothing is loaded from anywhere.

/**
 * Makes a typeface known to the document, from WOFF2 in base64 by weight, for the characters of a
 * `unicode-range`; without the API text is set in the page's own.
 */
export function useTypeface(
  family: string,
  weights: Readonly<Record<string, string>>,
  unicodeRange = "U+0-10FFFF",
): void {
  if (!("fonts" in document) || typeof FontFace === "undefined") return;
  for (const [weight, encoded] of Object.entries(weights)) {
    // From bytes rather than an address, which the page's content security policy would refuse.
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const face = new FontFace(family, bytes, { weight, unicodeRange });
    document.fonts.add(face);
    // Text is drawn in the page's typeface until it is decoded, and stays so if it cannot be.
    face.load().catch(reportError);
  }
}
