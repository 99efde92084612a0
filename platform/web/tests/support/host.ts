// A controller host without an element.
import type { ReactiveControllerHost } from "lit";

/** Ignores all calls. */
export const host: ReactiveControllerHost = {
  addController: () => undefined,
  removeController: () => undefined,
  requestUpdate: () => undefined,
  updateComplete: Promise.resolve(true),
};
