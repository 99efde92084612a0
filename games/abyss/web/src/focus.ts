// Keeps the keyboard focus near where it was when the focused button disappears.

/** Where the focus was. */
export interface Held {
  readonly key: string;
  readonly region: string;
  /** Its index among the step buttons of its region; -1 for another button. */
  readonly place: number;
}

/** The buttons of steps, without those that only open details. */
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

/** Restores the focus: to the same button, to its neighbour, or to the heading of its region. */
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
