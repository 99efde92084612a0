// A whole board: what the game waits for, and a button for each open step.
import {
  PlayEvent,
  type Catalogue,
  type Language,
  type LegalMove,
  type Preview,
  type ScorePad,
  type TableElement,
  type TableState,
} from "@gueridon/element";

export class MyGameBoard extends HTMLElement implements TableElement {
  // The page sets all of these before the element is shown.
  score: ScorePad | null = null;
  catalogue: Catalogue = new Map();
  language: Language = "EN";
  preview: Preview | null = null;
  motion = false;
  view: unknown = null;
  #table: TableState | null = null;
  #moves: readonly LegalMove[] = [];
  #isBusy = false;
  #shown = this.attachShadow({ mode: "open" });

  get table(): TableState {
    if (this.#table === null) throw new Error("the page has set no table");
    return this.#table;
  }

  set table(table: TableState) {
    this.#table = table;
    this.#draw();
  }

  get moves(): readonly LegalMove[] {
    return this.#moves;
  }

  set moves(moves: readonly LegalMove[]) {
    this.#moves = moves;
    this.#draw();
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  set isBusy(isBusy: boolean) {
    this.#isBusy = isBusy;
    this.#draw();
  }

  #draw() {
    const heading = document.createElement("h2");
    // The page's skip link leads here.
    heading.id = "moves";
    heading.tabIndex = -1;
    heading.textContent = this.#table?.prompt ?? "";
    const buttons = this.#moves.map(({ move, words }) => {
      const button = document.createElement("button");
      button.textContent = words;
      button.disabled = this.#isBusy;
      button.addEventListener("click", () => this.dispatchEvent(new PlayEvent([move])));
      return button;
    });
    this.#shown.replaceChildren(heading, ...buttons);
  }
}

customElements.define("gueridon-mygame", MyGameBoard);
