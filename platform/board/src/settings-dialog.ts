// The dialog in which a visitor chooses how moves are followed, and what is heard.
import { html, type TemplateResult } from "lit";
import { dialog } from "./dialog.ts";
import type { AnyScene } from "./scene.ts";
import type { Settings } from "./settings.ts";
import { play } from "./sounds.ts";
import type { SharedWord } from "./words.ts";

/** The steps of the slider from silent to loud. */
const STEPS = 10;

/** The dialog; what is changed holds at once. */
export function settingsDialog(scene: AnyScene, closed: () => void): TemplateResult {
  const { settings } = scene.parts;
  const change = (part: Partial<Settings>) => {
    const all = { ...settings, ...part };
    scene.handlers.changed(all);
    // Whoever turns sounds on, or louder, hears how loud they are.
    if (all.hasSounds && (part.hasSounds !== undefined || part.volume !== undefined)) {
      play("turn", all.volume);
    }
  };
  const box = (
    name: "follows" | "hasSounds" | "isHeardHidden",
    words: SharedWord,
    isPossible = true,
  ) =>
    html`<label class="setting"
      ><input
        type="checkbox"
        name=${name}
        .checked=${settings[name]}
        ?disabled=${!isPossible}
        @change=${(event: Event) => {
          change({ [name]: (event.target as HTMLInputElement).checked });
        }}
      />${scene.say(words)}</label
    >`;
  const content = html`<div class="settings">
    ${box("follows", "settingFollows")} ${box("hasSounds", "settingSounds")}
    <label class="setting"
      >${scene.say("settingVolume")}
      <input
        type="range"
        name="volume"
        min="1"
        max=${STEPS}
        .value=${String(Math.max(1, Math.round(settings.volume * STEPS)))}
        ?disabled=${!settings.hasSounds}
        @change=${(event: Event) => {
          change({ volume: Number((event.target as HTMLInputElement).value) / STEPS });
        }}
    /></label>
    ${box("isHeardHidden", "settingHidden", settings.hasSounds)}
    <p class="soft">${scene.say("settingsNote")}</p>
  </div>`;
  return dialog(scene, scene.say("settings"), content, closed);
}
