// What a choice costs and brings, as figures with their symbols.
import { html, nothing, type TemplateResult } from "lit";
import type { Symbols } from "./symbols.ts";

/** A cost or a gain, or a consequence in words. */
export interface Effect {
  /** The id of its symbol. */
  readonly symbol: string;
  /** Such as `+3`; empty for a consequence that is no number. */
  readonly figure: string;
  readonly words: string;
}

/** `+3`, or `−2` with a minus sign. */
export function signed(by: number): string {
  return by < 0 ? `−${-by}` : `+${by}`;
}

/** What all of several steps have in common, of the effects of each. */
export function inCommon(effects: readonly (readonly Effect[])[]): readonly Effect[] {
  const [first, ...others] = effects;
  return (first ?? []).filter(({ words }) =>
    others.every((effect) => effect.some((one) => one.words === words)),
  );
}

/** Effects as they stand on a button. */
export function drawnEffects(symbol: Symbols, effects: readonly Effect[]): TemplateResult {
  return html`${effects.map(
    ({ symbol: icon, figure, words }) =>
      html`<span class="price of-${icon}" data-tip=${words}
        >${symbol(icon)}${figure === "" ? nothing : html`<span aria-hidden="true">${figure}</span>`}<span
          class="visually-hidden"
          >${words}</span
        ></span
      >`,
  )}`;
}
