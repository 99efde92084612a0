// Forms: their fields, sending them, and showing the message at the field that it is about.
import { html, nothing, type ReactiveController, type ReactiveControllerHost } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import { refusalOf, type Refusal } from "../api/mutate.ts";
import { t } from "../i18n/words.ts";
import { formatClock } from "../i18n/time-format.ts";
import { Countdown } from "./countdown.ts";

/** Settings of a field, besides its name and label. */
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

/** The values of a form by field name. */
export type FormValues = Readonly<Record<string, string>>;

/** The message when it is done; null for none. */
export type Notice = string | null;

type Host = ReactiveControllerHost & HTMLElement;

/** The state of a form, and templates for its parts. */
export class Form implements ReactiveController {
  readonly #host: Host;
  readonly #places: Readonly<Record<string, string>>;
  readonly #shown = new Set<string>();
  readonly #wait: Countdown;
  #refusal: Refusal | null = null;
  #place: string | null = null;
  #said: Notice = null;
  #isBusy = false;

  /** @param places the field that a refusal is shown at, by the refusal's code. */
  constructor(host: Host, places: Readonly<Record<string, string>> = {}) {
    this.#host = host;
    this.#places = places;
    this.#wait = new Countdown(host);
    host.addController(this);
  }

  hostDisconnected() {
    this.clear();
  }

  /** Removes the message. */
  clear() {
    this.#refusal = this.#place = this.#said = null;
    this.#wait.end();
    this.#host.requestUpdate();
  }

  /** A submit handler that calls `work` with the values, once at a time, and shows its result. */
  sending(work: (values: FormValues) => Promise<Refusal | Notice>) {
    return async (event: SubmitEvent) => {
      event.preventDefault();
      if (this.#isBusy || !(event.target instanceof HTMLFormElement)) return;
      const form = event.target;
      this.clear();
      const empty = emptyField(form);
      if (empty === null) await this.#send(form, work);
      else this.#refuse(refusalOf(t("ui.form.required")), empty);
      await this.#host.updateComplete;
      if (this.#place !== null) field(form, this.#place)?.focus();
    };
  }

  async #send(form: HTMLFormElement, work: (values: FormValues) => Promise<Refusal | Notice>) {
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string") values[name] = value;
    }
    this.#isBusy = true;
    // Password managers offer to save only what is in a field of type password.
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

  /** A field with its label, its hint and its error. */
  field(name: string, label: string, more: Field = {}) {
    const { type = "text", hint } = more;
    const isRefused = this.#place === name;
    const described = [hint && `${name}-hint`, isRefused && `${name}-fault`].filter(Boolean);
    return html`<div class="field">
      <label for=${name}>
        ${label}${more.isOptional ? html` <span class="soft">${t("ui.form.optional")}</span>` : ""}
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

  /** A field for several lines of text, with its label and its error. */
  area(name: string, label: string, maxlength: number, isOptional = false) {
    const isRefused = this.#place === name;
    return html`<div class="field">
      <label for=${name}>
        ${label}${isOptional ? html` <span class="soft">${t("ui.form.optional")}</span>` : ""}
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
      ${isShown ? t("ui.form.hide") : t("ui.form.show")}
      <span class="visually-hidden">${label}</span>
    </button>`;
  }

  /** The message, if it is not shown at a field. */
  outcome() {
    const refusal = this.#place === null ? this.#refusal : null;
    const left = this.#wait.left;
    return html`<div class="outcome">
      <div role="alert">
        ${
          refusal
            ? html`<p class="refusal">
                ${refusal.message}
                ${left > 0 ? html`<span aria-hidden="true">(${formatClock(left)})</span>` : ""}
              </p>`
            : ""
        }
      </div>
      <div role="status">
        ${this.#said === null ? "" : html`<p class="done">${this.#said}</p>`}
        ${refusal?.retryAfter && left === 0 ? html`<p>${t("ui.form.canRetry")}</p>` : ""}
      </div>
    </div>`;
  }

  /** The submit button. */
  submit(words: string, kind: "main" | "bad" | "" = "main") {
    // Not `disabled`: a disabled button loses the focus.
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
