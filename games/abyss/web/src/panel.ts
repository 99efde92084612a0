// The action panel: every step in words, with what it costs and what it brings.
import type { Choice } from "@gueridon/board/choices.ts";
import { drawnEffects, inCommon } from "@gueridon/board/effects.ts";
import { asked, panel } from "@gueridon/board/panel.ts";
import { html, nothing, type TemplateResult } from "lit";
import { effectsOf, powerOf } from "./effects.ts";
import { payment } from "./payment.ts";
import type { Scene } from "./scene.ts";
import type { Kind, Offer } from "./steps.ts";
import { symbol } from "./symbols.ts";

/** What brings a turn or a question to its end. */
const LAST: readonly (Kind | null)[] = [
  "pay",
  "payWithNebulis",
  "decline",
  "endTurn",
  "stopSearch",
];

/** The panel. */
export function actions(scene: Scene): TemplateResult {
  const { toAct, question } = scene.view;
  const what = scene.label(`AbyssQuestion.${question}`);
  return panel(scene, {
    last: LAST,
    above: html`${asked(scene, toAct, what)} ${payment(scene)}`,
    more: (choice) => costAndEffect(scene, choice),
  });
}

function costAndEffect(scene: Scene, { offers, next }: Choice<Offer>): TemplateResult {
  const effects = inCommon(offers.map((offer) => effectsOf(scene, offer)));
  const power = next === null ? powerOf(scene, offers[0]) : "";
  return html`${drawnEffects(symbol, effects)}
  ${power === "" ? nothing : html`<small>${power}</small>`}`;
}
