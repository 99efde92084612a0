// The event by which a panel of the account page reports a change.

/** Makes the account page load the account again. */
export function accountChanged(part: HTMLElement): void {
  part.dispatchEvent(new Event("gueridon-account-changed", { bubbles: true, composed: true }));
}
