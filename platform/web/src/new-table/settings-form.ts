// The form of a table's settings: visibility, start, clock, spectators, hints.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import {
  CORRESPONDENCE_PRESETS,
  LIVE_PRESETS,
  initialDraft,
  settingsOf,
  timeZones,
  type SettingsDraft,
  type ClockKind,
  type InvalidField,
} from "./settings-draft.ts";
import type { TableSettings } from "../api/generated.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { formatTimeSpan } from "../i18n/time-format.ts";

type TextField = InvalidField | "zone";

/** `<gueridon-settings-form>`: `read` answers the settings. */
@customElement("gueridon-settings-form")
export class SettingsForm extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      .check {
        display: flex;
        align-items: center;
        gap: 0.6rem;
        min-height: 2rem;
        font-weight: 400;
      }
      .fields {
        display: flex;
        flex-wrap: wrap;
        gap: 0.75rem 1.25rem;
        align-items: end;
        margin: 0.5rem 0;
      }
      input[type="number"] {
        width: 8rem;
      }
      .fault {
        flex-basis: 100%;
        margin: 0;
        color: var(--bad);
        font-weight: 600;
      }
    `,
  ];

  readonly #zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  @state() private form: SettingsDraft = initialDraft(this.#zone);
  @state() private wrong: InvalidField | null = null;
  readonly #language = new StoreController(this, $language);

  /** The chosen values as far as they are, or null; a field that is invalid is not shown. */
  get value(): TableSettings | null {
    const settings = settingsOf(this.form);
    return "wrong" in settings ? null : settings;
  }

  /** The chosen values; null when a field is invalid, which is then shown at the field. */
  async read(): Promise<TableSettings | null> {
    const settings = settingsOf(this.form);
    if (!("wrong" in settings)) {
      this.wrong = null;
      return settings;
    }
    this.wrong = settings.wrong;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`#${settings.wrong}`)?.focus();
    return null;
  }

  override render() {
    const { form } = this;
    return html`<div lang=${this.#language.value.toLowerCase()}>
      ${this.#check("isPrivate", t("newTable.form.private"))}
      ${this.#check("startsWhenFull", t("newTable.form.whenFull"))}
      <fieldset>
        <legend>${t("tables.settings.clock")}</legend>
        ${(["none", "live", "correspondence"] as const).map((kind) => this.#clock(kind))}
        ${form.clock === "live" ? this.#live() : ""}
        ${form.clock === "correspondence" ? this.#correspondence() : ""}
        ${form.clock === "none" ? "" : this.#timeUp()}
      </fieldset>
      <fieldset>
        <legend>${t("tables.settings.spectatorsLabel")}</legend>
        <label for="spectators" class="visually-hidden"
          >${t("tables.settings.spectatorsLabel")}</label
        >
        ${select(
          "spectators",
          WATCHING,
          form.spectators,
          (one) => t(`newTable.form.spectators.${one}`),
          (spectators) => {
            this.#set({ spectators });
          },
        )}
        ${
          form.spectators === "DELAYED"
            ? html`<div class="fields">${this.#number("delay", t("newTable.form.delay"))}</div>`
            : ""
        }
      </fieldset>
      <fieldset>
        <legend>${t("tables.settings.hintsLabel")}</legend>
        <label for="hints" class="visually-hidden">${t("tables.settings.hintsLabel")}</label>
        ${select(
          "hints",
          HINTS,
          form.hints,
          (one) => t(`tables.settings.hints.${one}`),
          (hints) => {
            this.#set({ hints });
          },
        )}
      </fieldset>
    </div>`;
  }

  #set(changed: Partial<SettingsDraft>) {
    this.form = { ...this.form, ...changed };
  }

  #check(field: "isPrivate" | "startsWhenFull" | "hasNights", words: string) {
    const changed = (event: Event) => {
      this.#set({ [field]: (event.target as HTMLInputElement).checked });
    };
    return html`<label class="check">
      <input type="checkbox" .checked=${this.form[field]} @change=${changed} /> ${words}
    </label>`;
  }

  #clock(kind: ClockKind) {
    return html`<label class="check">
      <input
        type="radio"
        name="clock"
        .checked=${this.form.clock === kind}
        @change=${() => {
          this.#set({ clock: kind });
        }}
      />
      ${t(`newTable.form.clocks.${kind}`)}
    </label>`;
  }

  #live() {
    const { bankMinutes, incrementSeconds } = this.form;
    return html`
      <div class="row" role="group" aria-label=${t("newTable.form.presets")}>
        ${LIVE_PRESETS.map(([minutes, seconds]) =>
          preset(
            `${formatTimeSpan(Number(minutes) * 60, "short")} + ${formatTimeSpan(Number(seconds), "short")}`,
            minutes === bankMinutes && seconds === incrementSeconds,
            () => {
              this.#set({ bankMinutes: minutes, incrementSeconds: seconds });
            },
          ),
        )}
      </div>
      <div class="fields">
        ${this.#number("bankMinutes", t("newTable.form.bank"))}
        ${this.#number("incrementSeconds", t("newTable.form.increment"))}
      </div>
    `;
  }

  #correspondence() {
    return html`
      <div class="row" role="group" aria-label=${t("newTable.form.presets")}>
        ${CORRESPONDENCE_PRESETS.map((hours) =>
          preset(formatTimeSpan(Number(hours) * 3_600), hours === this.form.decisionHours, () => {
            this.#set({ decisionHours: hours });
          }),
        )}
      </div>
      <div class="fields">${this.#number("decisionHours", t("newTable.form.decision"))}</div>
      ${this.#check("hasNights", t("newTable.form.nights"))}
      ${this.form.hasNights ? this.#nights() : ""}
    `;
  }

  #nights() {
    const time = (field: "nightFrom" | "nightTo", words: string) =>
      html`<div>
        <label for=${field}>${words}</label>
        <input
          id=${field}
          type="time"
          .value=${this.form[field]}
          aria-invalid=${this.wrong === field ? "true" : "false"}
          @input=${this.#typed(field)}
        />
      </div>`;
    return html`<div class="fields">
      ${time("nightFrom", t("newTable.form.nightFrom"))}
      ${time("nightTo", t("newTable.form.nightTo"))}
      <div>
        <label for="zone">${t("newTable.form.zone")}</label>
        <select id="zone" @change=${this.#typed("zone")}>
          ${timeZones(this.#zone).map(
            (zone) =>
              html`<option value=${zone} ?selected=${zone === this.form.zone}>
                ${zone.replaceAll("_", " ")}
              </option>`,
          )}
        </select>
      </div>
      ${this.wrong === "nightFrom" || this.wrong === "nightTo" ? this.#fault(this.wrong) : ""}
    </div>`;
  }

  #timeUp() {
    return html`<div class="fields">
      <div>
        <label for="onTimeUp">${t("tables.settings.onTimeUp")}</label>
        ${select(
          "onTimeUp",
          TIME_UP,
          this.form.onTimeUp,
          (one) => t(`tables.settings.onTimeUps.${one}`),
          (onTimeUp) => {
            this.#set({ onTimeUp });
          },
        )}
      </div>
    </div>`;
  }

  #number(field: InvalidField, words: string) {
    const isWrong = this.wrong === field;
    return html`<div>
        <label for=${field}>${words}</label>
        <input
          id=${field}
          type="number"
          step="any"
          min="0"
          .value=${this.form[field]}
          aria-invalid=${isWrong ? "true" : "false"}
          aria-describedby=${isWrong ? "fault" : ""}
          @input=${this.#typed(field)}
        />
      </div>
      ${isWrong ? this.#fault(field) : ""}`;
  }

  #fault(field: InvalidField) {
    return html`<p id="fault" class="fault" role="alert">${t(`newTable.form.errors.${field}`)}</p>`;
  }

  #typed(field: TextField) {
    return (event: Event) => {
      this.#set({ [field]: (event.target as HTMLInputElement | HTMLSelectElement).value });
    };
  }
}

const WATCHING = ["ALLOWED", "DELAYED", "FORBIDDEN"] as const;
const HINTS = ["AGAINST_BOTS", "ALLOWED", "FORBIDDEN"] as const;
const TIME_UP = ["STAND_IN", "RESIGN"] as const;

function select<T>(
  id: string,
  offered: readonly T[],
  chosen: T,
  words: (one: T) => string,
  choose: (one: T) => void,
) {
  const changed = (event: Event) => {
    const one = offered[(event.target as HTMLSelectElement).selectedIndex];
    if (one !== undefined) choose(one);
  };
  return html`<select id=${id} @change=${changed}>
    ${offered.map((one) => html`<option ?selected=${one === chosen}>${words(one)}</option>`)}
  </select>`;
}

function preset(words: string, isChosen: boolean, choose: () => void) {
  return html`<button type="button" aria-pressed=${isChosen ? "true" : "false"} @click=${choose}>
    ${isChosen ? "✓ " : ""}${words}
  </button>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-settings-form": SettingsForm;
  }
}
