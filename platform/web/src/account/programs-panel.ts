// The account's programs: players of their own, which belong to the player.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, state } from "lit/decorators.js";
import { ask } from "../api/client.ts";
import { errorMessage } from "../api/error-message.ts";
import {
  DeleteProgramDocument,
  MakeProgramDocument,
  OwnProgramsDocument,
  RenewProgramTokenDocument,
  type ProgramLineFragment,
} from "../api/generated.ts";
import { mutate } from "../api/mutate.ts";
import { $language } from "../preferences/preferences.ts";
import { tablesInWords } from "../programs/program-words.ts";
import { Form } from "../ui/form.ts";
import { formStyles } from "../ui/form-styles.ts";
import "../ui/secret-field.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-account-programs>` */
@customElement("gueridon-account-programs")
export class ProgramsPanel extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #change = new Form(this);
  readonly #make = new Form(this, { BAD_NAME: "program", NAME_TAKEN: "program" });
  @state() private programs: readonly ProgramLineFragment[] = [];
  @state() private fault = "";
  @state() private secret = "";

  override connectedCallback() {
    super.connectedCallback();
    void this.#load();
  }

  async #load() {
    try {
      const { account } = await ask(OwnProgramsDocument, { language: this.#language.value });
      this.programs = account?.programs ?? [];
      this.fault = "";
    } catch (failed) {
      this.fault = errorMessage(failed);
    }
  }

  override render() {
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h2 tabindex="-1">${t("programs.own.title")}</h2>
      <p>${t("programs.own.text")}</p>
      ${this.fault ? html`<p class="refusal" role="alert">${this.fault}</p>` : ""}
      <ul class="lines">
        ${this.programs.map((program) => this.#line(program))}
      </ul>
      ${this.#change.outcome()} ${this.#making()}
      ${
        this.secret
          ? html`<gueridon-secret
              label=${t("programs.own.secret")}
              .secret=${this.secret}
            ></gueridon-secret>`
          : ""
      }
    </section>`;
  }

  #line(program: ProgramLineFragment) {
    const { player, isOff } = program;
    const { id, name } = player;
    const renew = this.#change.sending(async () => {
      const { done, refusal } = await mutate(RenewProgramTokenDocument, { program: id });
      if (refusal) return refusal;
      this.secret = done.secret;
      return t("programs.own.renewed", { name });
    });
    const remove = this.#change.sending(async () => {
      if (!confirm(t("programs.own.confirmDelete", { name }))) return null;
      const { refusal } = await mutate(DeleteProgramDocument, { program: id });
      if (refusal && refusal.code !== "UNKNOWN_PROGRAM") return refusal;
      this.programs = this.programs.filter(({ player: other }) => other.id !== id);
      // The focused element is about to be removed.
      this.renderRoot.querySelector<HTMLElement>("h2")?.focus();
      return t("programs.own.deleted", { name });
    });
    return html`<li>
      <div>
        <p>
          <strong><a href="/players/${id}">${name}</a></strong>
        </p>
        <p class="soft">${isOff ? t("programs.off") : tablesInWords(program)}</p>
      </div>
      <form novalidate @submit=${renew}>
        <button type="submit">
          ${t("programs.own.renew")} <span class="visually-hidden">${name}</span>
        </button>
      </form>
      <form novalidate @submit=${remove}>
        <button type="submit" class="bad">
          ${t("programs.own.delete")} <span class="visually-hidden">${name}</span>
        </button>
      </form>
    </li>`;
  }

  #making() {
    const send = this.#make.sending(async ({ program = "" }) => {
      const { done, refusal } = await mutate(MakeProgramDocument, { name: program });
      if (refusal) return refusal;
      this.programs = [...this.programs, done.program];
      this.secret = done.secret;
      return t("programs.own.made", { name: done.program.player.name });
    });
    return html`<form novalidate @submit=${send}>
      ${this.#make.field("program", t("programs.own.name"), { maxlength: 40 })}
      ${this.#make.outcome()}
      <div>${this.#make.submit(t("programs.own.make"), "")}</div>
    </form>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-account-programs": ProgramsPanel;
  }
}
