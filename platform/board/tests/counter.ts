// The smallest board: a number that a seat may raise, for tests of what every board does.
import type { LegalMove, TableState } from "@gueridon/element";
import { html, type TemplateResult } from "lit";
import { Board } from "../src/board.ts";
import { settingsButton, targetButton } from "../src/buttons.ts";
import { dialog } from "../src/dialog.ts";
import type { Flight } from "../src/flights.ts";
import { panel } from "../src/panel.ts";
import { Scene, type SceneParts } from "../src/scene.ts";
import type { Happening } from "../src/sound-between.ts";
import type { Offer } from "../src/steps.ts";
import { SHARED } from "../src/words.ts";

/** What everybody sees. */
export interface CounterView {
  readonly count: number;
  readonly chips: number;
}

class CounterScene extends Scene<CounterView, Offer, string, never> {
  protected override readonly words = SHARED;

  override kind(kind: string): string {
    return kind;
  }

  override place(target: string): string {
    return target;
  }
}

/** `<test-counter>` */
export class Counter extends Board<CounterView, Offer, string, CounterScene, "chip"> {
  protected override offersFor(moves: readonly LegalMove[]): readonly Offer[] {
    return moves.map(({ move, words }, place) => {
      const step = JSON.stringify(move);
      // Only what raises the number has a place on the board, the first one in sight.
      return {
        move,
        words,
        kind: /"(\w+)":\{\}/.exec(step)?.[1] ?? "raise",
        path: step.includes("raise") ? [place === 0 ? "number" : `hidden:${place}`] : [],
        isComposed: false,
        asksFirst: step.includes("forGood"),
      };
    });
  }

  protected override sceneOf(parts: SceneParts<CounterView, Offer, string>): CounterScene {
    return new CounterScene(parts);
  }

  protected override laid(scene: CounterScene): TemplateResult {
    return html`<p class="number">
        ${scene.view.count}<span class="mark" data-tip="How often">#</span>
        ${targetButton(scene, "number", "Number")}
      </p>
      ${settingsButton(scene)} ${panel(scene, { last: ["end"], above: html``, more: () => html`` })}`;
  }

  protected override dialogFor(scene: CounterScene, title: string, closed: () => void) {
    return dialog(scene, title, "", closed);
  }

  protected override flightsBetween(
    before: CounterView,
    after: CounterView,
  ): readonly Flight<"chip">[] {
    return before.chips === after.chips ? [] : [{ what: "chip", from: "bank", to: "number" }];
  }

  protected override happenedBetween(before: CounterView, after: CounterView): Happening | null {
    if (after.count > before.count + 10) return "attack";
    return after.chips > before.chips + 10 ? "gain" : null;
  }

  protected override traveller(): TemplateResult {
    return html`o`;
  }

  protected override explain() {
    return { title: "", text: "" };
  }
}

customElements.define("test-counter", Counter);

declare global {
  interface HTMLElementTagNameMap {
    "test-counter": Counter;
  }
}

/** A table of two, seen from seat 0. */
export function state(seq: number, part: Partial<TableState> = {}, toAct = 1): TableState {
  return {
    id: "table",
    seq,
    since: seq,
    status: "PLAYING",
    seats: [0, 1].map((number) => ({
      number,
      name: `Player ${number + 1}`,
      condition: "PLAYING",
      toAct: number === toAct,
    })),
    seat: 0,
    prompt: null,
    isReplay: false,
    ...part,
  };
}
