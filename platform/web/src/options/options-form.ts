// A form for the options of any game, made from their type.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Choice, Field, Help } from "./fields.ts";
import {
  initialDraft,
  draftOf,
  valueOf,
  type Draft,
  type DraftGroup,
  type FieldError,
} from "./draft.ts";
import { isSameJson } from "./describe.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";

/** Sets the content of a field. */
type Put = (draft: Draft) => void;

/** `<gueridon-options-form>`: `read` answers the options. */
@customElement("gueridon-options-form")
export class OptionsForm extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      .field {
        margin-bottom: 0.9rem;
      }
      .check {
        display: flex;
        align-items: center;
        gap: 0.6rem;
        min-height: 1.75rem;
      }
      .field p {
        margin: 0.15rem 0 0;
        max-width: 60ch;
      }
      input[type="number"] {
        width: 8rem;
      }
      textarea {
        width: 100%;
        min-height: 5rem;
        font-family: ui-monospace, monospace;
      }
      summary {
        cursor: pointer;
        color: var(--accent);
      }
      details[open] summary {
        margin-bottom: 0.9rem;
      }
      .fault {
        color: var(--bad);
        font-weight: 600;
      }
    `,
  ];

  @property({ attribute: false }) fields: readonly Field[] = [];
  /** The names of the fields that everybody is asked about; the others are folded. Null for all. */
  @property({ attribute: false }) first: readonly string[] | null = null;
  /** The game's default options; setting other ones resets the form. */
  @property({ attribute: false, hasChanged: (one, other) => !isSameJson(one, other) })
  preset: unknown = null;
  @state() private draft: DraftGroup = {};
  @state() private faults: ReadonlyMap<string, FieldError> = new Map();
  readonly #language = new StoreController(this, $language);

  override willUpdate(changed: Map<string, unknown>) {
    // In another language the fields are replaced, but their content stays.
    if (!changed.has("preset")) return;
    this.draft = draftOf(this.fields, this.preset);
    this.faults = new Map();
  }

  /** The chosen values as far as they are, or null; a field that is invalid is not shown. */
  get value(): Readonly<Record<string, unknown>> | null {
    return valueOf(this.fields, this.draft).value ?? null;
  }

  /** The chosen values; null when a field is invalid, which is then shown at the field. */
  async read(): Promise<Readonly<Record<string, unknown>> | null> {
    const { value, faults } = valueOf(this.fields, this.draft);
    this.faults = faults ?? new Map();
    if (value) return value;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
    return null;
  }

  override render() {
    return html`<div lang=${this.#language.value.toLowerCase()}>
      ${
        this.fields.length === 0 ? html`<p class="soft">${t("options.none")}</p>` : this.#unfolded()
      }
    </div>`;
  }

  #unfolded() {
    const put = (draft: DraftGroup) => {
      this.draft = draft;
    };
    const isFirst = ({ name }: Field) => this.first?.includes(name) ?? true;
    const first = this.fields.filter(isFirst);
    const others = this.fields.filter((field) => !isFirst(field));
    return html`${this.#all(first, this.draft, "", put)}
    ${
      others.length === 0
        ? ""
        : html`<details ?open=${this.faults.size > 0}>
            <summary>${t("options.more", { count: others.length })}</summary>
            ${this.#all(others, this.draft, "", put)}
          </details>`
    }`;
  }

  #all(fields: readonly Field[], draft: DraftGroup, place: string, put: (all: DraftGroup) => void) {
    return fields.map((field) => {
      const set: Put = (one) => {
        put({ ...draft, [field.name]: one });
      };
      return this.#field(field, draft[field.name] ?? null, place + field.name, set);
    });
  }

  #field(field: Field, draft: Draft, place: string, put: Put): TemplateResult {
    const { content } = field;
    if (content.kind === "group" || content.kind === "choices") {
      return this.#fieldset(field, draft, place, put);
    }
    if (content.kind === "boolean" && !field.isOptional)
      return this.#check(field, draft, place, put);
    return html`<div class="field">
      <label for=${place}>${field.label}</label>
      ${
        content.kind === "boolean"
          ? this.#menu(
              field,
              yesOrNo(),
              draft === null ? null : yesNo(draft === true),
              place,
              (chosen) => {
                put(chosen === null ? null : chosen === yesNo(true));
              },
            )
          : content.kind === "choice"
            ? this.#menu(field, content.choices, draft as string | null, place, put)
            : this.#line(field, draft as string | null, place, put)
      }
      ${this.#notes(field, draft, place)}
    </div>`;
  }

  #check(field: Field, draft: Draft, place: string, put: Put) {
    const changed = (event: Event) => {
      put((event.target as HTMLInputElement).checked);
    };
    return html`<div class="field">
      <label class="check">
        <input
          id=${place}
          type="checkbox"
          .checked=${draft === true}
          aria-describedby="${place}-help"
          @change=${changed}
        />
        ${field.label}
      </label>
      ${this.#notes(field, draft, place)}
    </div>`;
  }

  #menu(
    field: Field,
    choices: readonly Choice[],
    chosen: string | null,
    place: string,
    put: (chosen: string | null) => void,
  ) {
    const changed = (event: Event) => {
      // By index: an enum may have any value, also an empty one.
      const index = (event.target as HTMLSelectElement).selectedIndex - (field.isOptional ? 1 : 0);
      put(choices[index]?.value ?? null);
    };
    return html`<select id=${place} aria-describedby="${place}-help" @change=${changed}>
      ${
        field.isOptional
          ? html`<option ?selected=${chosen === null}>${t("options.notSet")}</option>`
          : ""
      }
      ${choices.map(
        ({ value, label }) => html`<option ?selected=${value === chosen}>${label}</option>`,
      )}
    </select>`;
  }

  /** A text field; an optional one that is empty is not set. */
  #line(field: Field, draft: string | null, place: string, put: Put) {
    const { kind } = field.content;
    const typed = (event: Event) => {
      const { value } = event.target as HTMLInputElement | HTMLTextAreaElement;
      put(field.isOptional && value.trim() === "" ? null : value);
    };
    const isWrong = this.faults.has(place) ? "true" : "false";
    const described = `${place}-help ${place}-fault`;
    if (kind === "json") {
      return html`<textarea
        id=${place}
        spellcheck="false"
        .value=${draft ?? ""}
        aria-invalid=${isWrong}
        aria-describedby=${described}
        @input=${typed}
      ></textarea>`;
    }
    return html`<input
      id=${place}
      type=${kind === "text" ? "text" : "number"}
      step=${kind === "integer" ? "1" : "any"}
      .value=${draft ?? ""}
      placeholder=${field.isOptional ? t("options.notSet") : ""}
      aria-invalid=${isWrong}
      aria-describedby=${described}
      @input=${typed}
    />`;
  }

  #fieldset(field: Field, draft: Draft, place: string, put: Put) {
    const { content } = field;
    const switched = (event: Event) => {
      put((event.target as HTMLInputElement).checked ? initialDraft(content) : null);
    };
    return html`<fieldset>
      <legend>${field.label}</legend>
      ${this.#notes(field, draft, place)}
      ${
        field.isOptional
          ? html`<label class="check">
              <input type="checkbox" .checked=${draft !== null} @change=${switched} />
              ${t("options.set")}
            </label>`
          : ""
      }
      ${
        draft === null
          ? ""
          : content.kind === "group"
            ? this.#all(content.fields, draft as DraftGroup, `${place}.`, put)
            : content.kind === "choices"
              ? several(content.choices, draft as readonly string[], put)
              : ""
      }
    </fieldset>`;
  }

  #notes(field: Field, draft: Draft, place: string) {
    const { content } = field;
    const fault = this.faults.get(place);
    const chosen =
      content.kind === "choice" ? content.choices.find(({ value }) => value === draft) : undefined;
    const type = content.kind === "json" ? t("options.json", { type: content.type }) : "";
    return html`<div id="${place}-help">
        ${sentence(field.help)} ${chosen ? sentence(chosen.help) : ""}
        ${type === "" ? "" : html`<p class="soft">${type}</p>`}
      </div>
      <p id="${place}-fault" class="fault" role="alert" ?hidden=${fault === undefined}>
        ${fault === undefined ? "" : t(`options.errors.${fault}`)}
      </p>`;
  }
}

function several(choices: readonly Choice[], chosen: readonly string[], put: Put) {
  return choices.map(({ value, label, help }) => {
    const changed = (event: Event) => {
      const isIn = (event.target as HTMLInputElement).checked;
      const now = new Set(isIn ? [...chosen, value] : chosen.filter((one) => one !== value));
      // In the order of the schema, not of the clicks.
      put(choices.filter((one) => now.has(one.value)).map((one) => one.value));
    };
    return html`<label class="check">
        <input type="checkbox" .checked=${chosen.includes(value)} @change=${changed} /> ${label}
      </label>
      ${sentence(help)}`;
  });
}

function sentence({ text, isEnglish }: Help) {
  if (text === "") return "";
  return isEnglish
    ? html`<p class="soft" lang="en">${text}</p>`
    : html`<p class="soft">${text}</p>`;
}

function yesNo(is: boolean): string {
  return is ? "yes" : "no";
}

function yesOrNo(): readonly Choice[] {
  const help: Help = { text: "", isEnglish: false };
  return [
    { value: yesNo(true), label: t("options.yes"), help },
    { value: yesNo(false), label: t("options.no"), help },
  ];
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-options-form": OptionsForm;
  }
}
