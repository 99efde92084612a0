// Keeps the keyboard focus near where it was when the focused button disappears.

/** A button of the board, described so that it or its neighbour is found after an update. */
export interface FocusPosition {
  readonly key: string;
  readonly region: string;
  /** Its index among the step buttons of its region; -1 for another button. */
  readonly index: number;
}

/** The buttons of steps, without those that only open details. */
const STEPS = "button[data-key]:not(.about)";

/** The focused button; null when the focus is elsewhere. */
export function focusPosition(root: ShadowRoot): FocusPosition | null {
  const active = root.activeElement;
  const key = active instanceof HTMLElement ? active.dataset["key"] : undefined;
  const region = active?.closest<HTMLElement>("[data-region]");
  if (!active || key === undefined || !region) return null;
  const index = [...region.querySelectorAll(STEPS)].indexOf(active);
  return { key, region: region.dataset["region"] ?? "", index };
}

/** Restores the focus: to the same button, to its neighbour, or to the heading of its region. */
export function restoreFocus(root: ShadowRoot, previous: FocusPosition): void {
  if (root.activeElement) return;
  const buttons = [...root.querySelectorAll<HTMLElement>("button[data-key]")];
  const region = root.querySelector<HTMLElement>(`[data-region="${previous.region}"]`);
  const neighbours = [...(region?.querySelectorAll<HTMLElement>(STEPS) ?? [])];
  const next =
    buttons.find((button) => button.dataset["key"] === previous.key) ??
    neighbours[Math.min(previous.index, neighbours.length - 1)] ??
    region?.querySelector<HTMLElement>("[tabindex='-1']") ??
    root.querySelector<HTMLElement>("#moves");
  next?.focus({ preventScroll: true });
}
