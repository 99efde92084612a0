// Buttons of the board for the details of something.
import { detailsButton } from "@gueridon/board/buttons.ts";
import type { TemplateResult } from "lit";
import type { Scene } from "./scene.ts";

/** The button that opens the details of a card or a guild; it covers it if nothing can be chosen. */
export function aboutButton(scene: Scene, id: string, place: string): TemplateResult {
  return detailsButton(scene, { about: id }, `about ${place} ${id}`, scene.name(id), id);
}

/** The button that opens a player's side. */
export function playerButton(scene: Scene, seat: number): TemplateResult {
  return detailsButton(scene, { player: seat }, `player ${seat}`, scene.seat(seat), null);
}
