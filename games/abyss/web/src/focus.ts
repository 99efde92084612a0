// Keeps the focus where it was when what had it is no longer on the table.

/** Where the focus was. */
export interface Held {
  readonly key: string;
  readonly region: string;
  /** Which of the buttons of its region it was. */
  readonly place: number;
}

const BUTTONS = "button[data-key]";

/** Where the focus is now; null when it is not on a button of the table. */
export function heldIn(root: ShadowRoot): Held | null {
  const active = root.activeElement;
  const key = active instanceof HTMLElement ? active.dataset["key"] : undefined;
  const region = active?.closest<HTMLElement>("[data-region]");
  if (!active || key === undefined || !region) return null;
  const place = [...region.querySelectorAll(BUTTONS)].indexOf(active);
  return { key, region: region.dataset["region"] ?? "", place };
}

/** Puts the focus back: on the same thing, on the next one beside it, or on the heading above. */
export function hold(root: ShadowRoot, held: Held): void {
  if (root.activeElement) return;
  const buttons = [...root.querySelectorAll<HTMLElement>(BUTTONS)];
  const region = root.querySelector<HTMLElement>(`[data-region="${held.region}"]`);
  const beside = [...(region?.querySelectorAll<HTMLElement>(`${BUTTONS}:not(.about)`) ?? [])];
  const next =
    buttons.find((button) => button.dataset["key"] === held.key) ??
    beside[Math.min(held.place, beside.length - 1)] ??
    region?.querySelector<HTMLElement>("h2") ??
    root.querySelector<HTMLElement>("h2");
  next?.focus({ preventScroll: true });
}
