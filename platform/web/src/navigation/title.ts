// The title of the browser's tab.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { atom } from "nanostores";

/** The title of the current page; empty if it has none of its own. */
export const $title = atom("");

/** Whether it is the visitor's turn at the table that is open. */
export const $isTurnHere = atom(false);

/** Sets the tab's title while its element is connected. */
export class Title implements ReactiveController {
  readonly #words: () => string;
  readonly #isTurn: () => boolean;

  constructor(host: ReactiveControllerHost, words: () => string, isTurn = () => false) {
    this.#words = words;
    this.#isTurn = isTurn;
    host.addController(this);
  }

  /** After every rendering, since the language may have changed. */
  hostUpdated() {
    $title.set(this.#words());
    $isTurnHere.set(this.#isTurn());
  }

  hostDisconnected() {
    $isTurnHere.set(false);
  }
}
