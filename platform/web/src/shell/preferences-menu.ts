// The menu for language, colours and motion.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import type { WritableAtom } from "nanostores";
import type { Language } from "@gueridon/element";
import {
  $language,
  $motion,
  $notifications,
  $theme,
  type Motion,
  type Theme,
} from "../preferences/preferences.ts";
import { allowNotifications, hasNotifications } from "./notifier.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-choices>`: the language, and behind a button colours and motion. */
@customElement("gueridon-choices")
export class PreferencesMenu extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.5rem 1rem;
      }
      select {
        min-height: 2.25rem;
      }
      details {
        position: relative;
      }
      summary {
        color: var(--accent);
        cursor: pointer;
      }
      .menu {
        position: absolute;
        inset-inline-end: 0;
        z-index: 10;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 0.75rem;
        width: max-content;
        max-width: calc(100vw - 2rem);
        margin-top: 0.4rem;
      }
      .menu select {
        display: block;
        max-width: 100%;
      }
      .menu p {
        max-width: 16rem;
        margin: 0;
      }
    `,
  ];

  readonly #language = new StoreController(this, $language);
  readonly #theme = new StoreController(this, $theme);
  readonly #motion = new StoreController(this, $motion);
  readonly #notifications = new StoreController(this, $notifications);
  /** Whether the browser was asked and does not allow it. */
  @state() private isDenied = false;

  override render() {
    const languages: [Language, string][] = [
      ["EN", "English"],
      ["FR", "Français"],
    ];
    const themes: [Theme, string][] = (["auto", "light", "dark"] as const).map((theme) => [
      theme,
      t(`preferences.themes.${theme}`),
    ]);
    const motions: [Motion, string][] = (["auto", "none"] as const).map((motion) => [
      motion,
      t(`preferences.motions.${motion}`),
    ]);
    const language = t("preferences.language");
    return html`
      <select aria-label=${language} title=${language} @change=${chosen($language)}>
        ${options(languages, this.#language.value)}
      </select>
      <details @keydown=${this.#key} @focusout=${this.#left}>
        <summary>${t("preferences.display")}</summary>
        <div class="menu panel">
          <label
            >${t("preferences.theme")}
            <select @change=${chosen($theme)}>
              ${options(themes, this.#theme.value)}
            </select>
          </label>
          <label
            >${t("preferences.motion")}
            <select @change=${chosen($motion)}>
              ${options(motions, this.#motion.value)}
            </select>
          </label>
          ${hasNotifications() ? this.#notifying() : nothing}
        </div>
      </details>
    `;
  }

  #notifying() {
    const choices = (["off", "on"] as const).map((choice): [string, string] => [
      choice,
      t(`preferences.notifications.${choice}`),
    ]);
    return html`<label
        >${t("preferences.notifications.title")}
        <select @change=${this.#notify}>
          ${options(choices, this.#notifications.value)}
        </select>
      </label>
      <p role="status" ?hidden=${!this.isDenied}>${t("preferences.notifications.denied")}</p>`;
  }

  async #notify({ target }: Event) {
    if (!(target instanceof HTMLSelectElement)) return;
    if (target.value === "off") $notifications.set("off");
    this.isDenied = target.value === "on" && !(await allowNotifications());
    target.value = $notifications.get();
  }

  #key({ key, currentTarget }: KeyboardEvent) {
    if (key !== "Escape" || !(currentTarget instanceof HTMLDetailsElement)) return;
    currentTarget.open = false;
    currentTarget.querySelector("summary")?.focus();
  }

  #left({ relatedTarget, currentTarget }: FocusEvent) {
    if (!(currentTarget instanceof HTMLDetailsElement)) return;
    // Without a target the click was beside the fields, and the menu stays open.
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) {
      currentTarget.open = false;
    }
  }
}

function options(choices: readonly [string, string][], value: string) {
  return choices.map(
    ([choice, words]) =>
      html`<option value=${choice} ?selected=${choice === value}>${words}</option>`,
  );
}

/** Writes the chosen value to a store; the select offers only values of the store's type. */
function chosen<T extends string>(store: WritableAtom<T>) {
  return (event: Event) => {
    if (event.target instanceof HTMLSelectElement) store.set(event.target.value as T);
  };
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-choices": PreferencesMenu;
  }
}
