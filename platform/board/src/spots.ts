// Places that can be chosen, and that explain themselves at any other time.
import { html, type TemplateResult } from "lit";
import { detailsButton, targetButton } from "./buttons.ts";
import type { AnyScene } from "./scene.ts";
import type { Offer } from "./steps.ts";

/** A board whose dialogs tell about places and cards. */
type TellingScene = AnyScene<Offer, { readonly about: string }>;

/** The button of a small place: chooses it if that is possible, and otherwise tells about it. */
export function spot(scene: TellingScene, target: string): TemplateResult {
  const name = scene.place(target);
  return html`${scene.at(target) ? targetButton(scene, target, name) : about(scene, target)}`;
}

/** The buttons of a card: one to choose it, if that is possible, and one to read about it. */
export function cardButtons(scene: TellingScene, target: string): TemplateResult {
  return html`${targetButton(scene, target, scene.place(target))} ${about(scene, target)}`;
}

/** The button that tells about a place, or about a card anywhere. */
export function about(scene: TellingScene, target: string, place = ""): TemplateResult {
  const key = `about ${place} ${target}`;
  return detailsButton(scene, { about: target }, key, scene.place(target), target);
}

/** The button that opens a player's side. */
export function sideButton(
  scene: AnyScene<Offer, { readonly player: number }>,
  seat: number,
): TemplateResult {
  return detailsButton(scene, { player: seat }, `player ${seat}`, scene.seat(seat), null);
}
