// An element that draws nothing, for tests of what an element holds.
import type { ReactiveControllerHost } from "lit";

/** Takes whatever it is told, and does nothing. */
export const host: ReactiveControllerHost = {
  addController: () => undefined,
  removeController: () => undefined,
  requestUpdate: () => undefined,
  updateComplete: Promise.resolve(true),
};
