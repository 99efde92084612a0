// What the parts of the account page tell it.

/** Tells the page that the account is not what it was. */
export function changed(part: HTMLElement): void {
  part.dispatchEvent(new Event("gueridon-account-changed", { bubbles: true, composed: true }));
}
