// Places that can be chosen, and that explain themselves at any other time.
import { detailsButton, targetButton } from "@gueridon/board/buttons.ts";
import { html, type TemplateResult } from "lit";
import type { Scene } from "./scene.ts";
import type { Target } from "./steps.ts";

/** The button of a small place: chooses it if that is possible, and otherwise tells about it. */
export function spot(scene: Scene, target: Target): TemplateResult {
  const name = scene.place(target);
  return html`${scene.at(target) ? targetButton(scene, target, name) : about(scene, target)}`;
}

/** The buttons of a card: one to choose it, if that is possible, and one to read about it. */
export function cardButtons(scene: Scene, target: Target): TemplateResult {
  return html`${targetButton(scene, target, scene.place(target))} ${about(scene, target)}`;
}

/** The button that tells about a place, or about a card anywhere. */
export function about(scene: Scene, target: string, place = ""): TemplateResult {
  const key = `about ${place} ${target}`;
  return detailsButton(scene, { about: target }, key, scene.place(target), target);
}

/** The button that opens a player's side. */
export function sideButton(scene: Scene, seat: number): TemplateResult {
  return detailsButton(scene, { player: seat }, `player ${seat}`, scene.seat(seat), null);
}
