// A form: what was typed is sent, and what comes of it is said, at the field that it is about.
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import { refusalOf, type Refusal } from "../api/mutate.ts";
import { t } from "../i18n/words.ts";
import { duration } from "../i18n/time-format.ts";
import { Wait } from "./countdown.ts";

/** What a field is, beside its name and label. */
export interface Field {
  readonly type?: "text" | "password" | "email" | "url";
  readonly value?: string;
  /** A sentence below the field. */
  readonly hint?: string;
  readonly autocomplete?: string;
  readonly maxlength?: number;
  /** Whether it may be left empty. */
  readonly isOptional?: boolean;
}

/** What was typed, by the names of the fields. */
export type Values = Readonly<Record<string, string>>;

/** What is said when it is done; null for nothing. */
export type Said = string | null;

type Host = ReactiveControllerHost & HTMLElement;

/** The form of an element; the element draws it with what is here. */
export class Form implements ReactiveController {
  readonly #host: Host;
  readonly #places: Readonly<Record<string, string>>;
  readonly #shown = new Set<string>();
  readonly #wait: Wait;
  #refusal: Refusal | null = null;
  #place: string | null = null;
  #said: Said = null;
  #isBusy = false;

  /** @param places which field a refusal is about, by its code. */
  constructor(host: Host, places: Readonly<Record<string, string>> = {}) {
    this.#host = host;
    this.#places = places;
    this.#wait = new Wait(host);
    host.addController(this);
  }

  hostDisconnected() {
    this.clear();
  }

  /** Forgets what was said. */
  clear() {
    this.#refusal = this.#place = this.#said = null;
    this.#wait.end();
    this.#host.requestUpdate();
  }

  /** Does what `work` does with what was typed, once at a time. */
  sending(work: (values: Values) => Promise<Refusal | Said>) {
    return async (event: SubmitEvent) => {
      event.preventDefault();
      if (this.#isBusy || !(event.target instanceof HTMLFormElement)) return;
      const form = event.target;
      this.clear();
      const empty = emptyField(form);
      if (empty === null) await this.#send(form, work);
      else this.#refuse(refusalOf(t("people.form.needed")), empty);
      await this.#host.updateComplete;
      if (this.#place !== null) field(form, this.#place)?.focus();
    };
  }

  async #send(form: HTMLFormElement, work: (values: Values) => Promise<Refusal | Said>) {
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string") values[name] = value;
    }
    this.#isBusy = true;
    // A browser keeps a password only of a field that hides it.
    this.#shown.clear();
    this.#host.requestUpdate();
    try {
      const came = await work(values);
      if (came === null || typeof came === "string") {
        this.#said = came;
        form.reset();
      } else {
        const place = this.#places[came.code];
        this.#refuse(came, place !== undefined && field(form, place) ? place : null);
      }
    } finally {
      this.#isBusy = false;
      this.#host.requestUpdate();
    }
  }

  #refuse(refusal: Refusal, place: string | null) {
    this.#refusal = refusal;
    this.#place = place;
    if (refusal.retryAfter !== null) this.#wait.begin(refusal.retryAfter);
    this.#host.requestUpdate();
  }

  /** A field with its label, its hint and why it was refused. */
  field(name: string, label: string, more: Field = {}) {
    const { type = "text", hint } = more;
    const isRefused = this.#place === name;
    const described = [hint && `${name}-hint`, isRefused && `${name}-fault`].filter(Boolean);
    return html`<div class="field">
      <label for=${name}>
        ${label}${more.isOptional ? html` <span class="soft">${t("people.form.optional")}</span>` : ""}
      </label>
      <div class="input">
        <input
          id=${name}
          name=${name}
          type=${type === "password" && this.#shown.has(name) ? "text" : type}
          value=${more.value ?? ""}
          autocomplete=${more.autocomplete ?? "off"}
          autocapitalize=${type === "text" ? nothing : "none"}
          spellcheck="false"
          maxlength=${ifDefined(more.maxlength)}
          ?required=${!more.isOptional}
          aria-invalid=${isRefused ? "true" : "false"}
          aria-describedby=${described.join(" ") || nothing}
        />
        ${type === "password" ? this.#eye(name, label) : ""}
      </div>
      ${hint ? html`<p class="hint soft" id="${name}-hint">${hint}</p>` : ""}
      ${isRefused ? html`<p class="fault" id="${name}-fault">${this.#refusal?.message}</p>` : ""}
    </div>`;
  }

  /** A field for a text of several lines, with its label and why it was refused. */
  area(name: string, label: string, maxlength: number, isOptional = false) {
    const isRefused = this.#place === name;
    return html`<div class="field">
      <label for=${name}>
        ${label}${isOptional ? html` <span class="soft">${t("people.form.optional")}</span>` : ""}
      </label>
      <textarea
        id=${name}
        name=${name}
        rows="4"
        maxlength=${maxlength}
        ?required=${!isOptional}
        aria-invalid=${isRefused ? "true" : "false"}
        aria-describedby=${isRefused ? `${name}-fault` : nothing}
      ></textarea>
      ${isRefused ? html`<p class="fault" id="${name}-fault">${this.#refusal?.message}</p>` : ""}
    </div>`;
  }

  #eye(name: string, label: string) {
    const isShown = this.#shown.has(name);
    const toggle = () => {
      if (!this.#shown.delete(name)) this.#shown.add(name);
      this.#host.requestUpdate();
    };
    return html`<button type="button" @click=${toggle}>
      ${isShown ? t("people.form.hide") : t("people.form.show")}
      <span class="unseen">${label}</span>
    </button>`;
  }

  /** What came of it, where it is about no one field. */
  outcome() {
    const refusal = this.#place === null ? this.#refusal : null;
    const left = this.#wait.left;
    return html`<div class="outcome">
      <div role="alert">
        ${
          refusal
            ? html`<p class="refusal">
                ${refusal.message}
                ${left > 0 ? html`<span aria-hidden="true">(${duration(left)})</span>` : ""}
              </p>`
            : ""
        }
      </div>
      <div role="status">
        ${this.#said === null ? "" : html`<p class="done">${this.#said}</p>`}
        ${refusal?.retryAfter && left === 0 ? html`<p>${t("people.form.again")}</p>` : ""}
      </div>
    </div>`;
  }

  /** The button that sends the form. */
  submit(words: string, kind: "main" | "bad" | "" = "main") {
    // A button that is disabled would lose the focus.
    return html`<button
      type="submit"
      class=${kind}
      aria-disabled=${this.#isBusy ? "true" : "false"}
    >
      ${words}
    </button>`;
  }
}

function field(form: HTMLFormElement, name: string): HTMLElement | null {
  const found = form.elements.namedItem(name);
  return found instanceof HTMLElement ? found : null;
}

function emptyField(form: HTMLFormElement): string | null {
  for (const one of form.elements) {
    const isField = one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement;
    if (isField && one.required && one.value.trim() === "") return one.name;
  }
  return null;
}
