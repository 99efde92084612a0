// Double clicks: the panel has changed under the pointer before the second click, which was not
// meant for what stands there now.

/** Lets the second click of a double click count only on the button that took the first. */
export function guardDoublePress(host: HTMLElement): void {
  let first: EventTarget | undefined;
  const guard = (event: MouseEvent) => {
    const button = event.composedPath().find((one) => one instanceof HTMLButtonElement);
    if (event.detail > 1 && button !== undefined && button !== first) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    first = button;
  };
  host.addEventListener("click", guard, { capture: true });
}
