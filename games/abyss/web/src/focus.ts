// Keeps the focus where it was when what had it is no longer on the table.

/** Where the focus was. */
export interface Held {
  readonly key: string;
  readonly region: string;
  /** Which of the steps of its region it was; -1 for none of them. */
  readonly place: number;
}

/** The steps on things: what only tells about a thing is no place to go on from. */
const STEPS = "button[data-key]:not(.about)";

/** Where the focus is now; null when it is not on a button of the table. */
export function heldIn(root: ShadowRoot): Held | null {
  const active = root.activeElement;
  const key = active instanceof HTMLElement ? active.dataset["key"] : undefined;
  const region = active?.closest<HTMLElement>("[data-region]");
  if (!active || key === undefined || !region) return null;
  const place = [...region.querySelectorAll(STEPS)].indexOf(active);
  return { key, region: region.dataset["region"] ?? "", place };
}

/** Puts the focus back: on the same thing, on the next one beside it, or on the heading above. */
export function hold(root: ShadowRoot, held: Held): void {
  if (root.activeElement) return;
  const buttons = [...root.querySelectorAll<HTMLElement>("button[data-key]")];
  const region = root.querySelector<HTMLElement>(`[data-region="${held.region}"]`);
  const beside = [...(region?.querySelectorAll<HTMLElement>(STEPS) ?? [])];
  const next =
    buttons.find((button) => button.dataset["key"] === held.key) ??
    beside[Math.min(held.place, beside.length - 1)] ??
    region?.querySelector<HTMLElement>("h2") ??
    root.querySelector<HTMLElement>("h2");
  next?.focus({ preventScroll: true });
}
