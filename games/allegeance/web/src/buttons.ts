// The button of the board that tells about a card or a guild.
import { detailsButton } from "@gueridon/board/buttons.ts";
import type { TemplateResult } from "lit";
import type { Scene } from "./scene.ts";

/** The button that opens the details of a card or a guild; it covers it if nothing can be chosen. */
export function aboutButton(scene: Scene, id: string, place: string): TemplateResult {
  return detailsButton(scene, { about: id }, `about ${place} ${id}`, scene.name(id), id);
}
