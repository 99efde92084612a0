// How many there are of a card that is drawn once.
import { html, nothing, type TemplateResult } from "lit";
import type { AnyScene } from "./scene.ts";

/** The number of copies; nothing where there is only one. */
export function copies(scene: AnyScene, count: number): TemplateResult | typeof nothing {
  return count > 1
    ? html`<span class="copies"
        ><span aria-hidden="true">×${count}</span
        ><span class="visually-hidden">${scene.say("times", { count })}</span></span
      >`
    : nothing;
}
