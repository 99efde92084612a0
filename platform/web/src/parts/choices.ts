// How the visitor wants the page: language, colours, motion.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement } from "lit/decorators.js";
import type { Language } from "../element.ts";
import { $language, $motion, $theme, type Motion, type Theme } from "../settings.ts";
import { shared } from "../styles/shared.ts";
import { t } from "../words.ts";

/** `<gueridon-choices>`: three small menus. */
@customElement("gueridon-choices")
export class Choices extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        gap: 0.5rem;
      }
      select {
        min-height: 2.25rem;
      }
      /* Side by side where there is little room. */
      @media (max-width: 40rem) {
        :host {
          flex: 1 1 100%;
          flex-wrap: nowrap;
          min-width: 0;
        }
        select {
          flex: 1 1 0;
          min-width: 0;
        }
      }
    `,
  ];

  readonly #language = new StoreController(this, $language);
  readonly #theme = new StoreController(this, $theme);
  readonly #motion = new StoreController(this, $motion);

  override render() {
    const languages: [Language, string][] = [
      ["EN", "English"],
      ["FR", "Français"],
    ];
    const themes: [Theme, string][] = (["auto", "light", "dark"] as const).map((theme) => [
      theme,
      t(`settings.themes.${theme}`),
    ]);
    const motions: [Motion, string][] = (["auto", "none"] as const).map((motion) => [
      motion,
      t(`settings.motions.${motion}`),
    ]);
    return html`
      ${menu(t("settings.language"), languages, this.#language.value, (v) => {
        $language.set(v);
      })}
      ${menu(t("settings.theme"), themes, this.#theme.value, (v) => {
        $theme.set(v);
      })}
      ${menu(t("settings.motion"), motions, this.#motion.value, (v) => {
        $motion.set(v);
      })}
    `;
  }
}

function menu<T extends string>(
  name: string,
  choices: readonly [T, string][],
  chosen: T,
  choose: (value: T) => void,
) {
  const changed = (event: Event) => {
    const value = (event.target as HTMLSelectElement).value;
    const choice = choices.find(([one]) => one === value);
    if (choice) choose(choice[0]);
  };
  return html`<select aria-label=${name} title=${name} @change=${changed}>
    ${choices.map(
      ([value, words]) =>
        html`<option value=${value} ?selected=${value === chosen}>${words}</option>`,
    )}
  </select>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-choices": Choices;
  }
}
