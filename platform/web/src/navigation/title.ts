// What the browser's tab is called: the page's own title, and at how many tables one is waited for.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { atom } from "nanostores";

/** The title of the page that is shown; empty where it has none of its own. */
export const $title = atom("");

/** Whether the visitor is waited for at the very table that is shown. */
export const $isTurnHere = atom(false);

/** Gives the tab a title as long as an element is there, in whatever language it is drawn in. */
export class Title implements ReactiveController {
  readonly #words: () => string;
  readonly #isTurn: () => boolean;

  constructor(host: ReactiveControllerHost, words: () => string, isTurn = () => false) {
    this.#words = words;
    this.#isTurn = isTurn;
    host.addController(this);
  }

  /** After every drawing: the words may be others. */
  hostUpdated() {
    $title.set(this.#words());
    $isTurnHere.set(this.#isTurn());
  }

  hostDisconnected() {
    $isTurnHere.set(false);
  }
}
