// The title of the browser's tab.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { atom } from "nanostores";

/** The title of the current page; empty if it has none of its own. */
export const $title = atom("");

/** Whether the table that is open wants something of the visitor: their turn, an answer, a return. */
export const $isWantedHere = atom(false);

/** Sets the tab's title while its element is connected. */
export class Title implements ReactiveController {
  readonly #words: () => string;
  readonly #isWanted: () => boolean;

  constructor(host: ReactiveControllerHost, words: () => string, isWanted = () => false) {
    this.#words = words;
    this.#isWanted = isWanted;
    host.addController(this);
  }

  /** After every rendering, since the language may have changed. */
  hostUpdated() {
    $title.set(this.#words());
    $isWantedHere.set(this.#isWanted());
  }

  hostDisconnected() {
    $isWantedHere.set(false);
  }
}
