// What the browser's tab is called: the page's own title, and at how many tables one is waited for.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { atom } from "nanostores";

/** The title of the page that is shown; empty where it has none of its own. */
export const $title = atom("");

/** Gives the tab a title as long as an element is there, in whatever language it is drawn in. */
export class Title implements ReactiveController {
  readonly #words: () => string;

  constructor(host: ReactiveControllerHost, words: () => string) {
    this.#words = words;
    host.addController(this);
  }

  /** After every drawing: the words may be others. */
  hostUpdated() {
    $title.set(this.#words());
  }

  /** The next page says its own. */
  hostDisconnected() {
    $title.set("");
  }
}
