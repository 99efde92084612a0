// What a program's page says of it besides its results: what it is ready for, and for moderators a
// switch.
import { StoreController } from "@nanostores/lit";
import { LitElement, html, type PropertyValues } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ask } from "../api/client.ts";
import { errorMessage } from "../api/error-message.ts";
import {
  SomeProgramDocument,
  SwitchProgramDocument,
  type ProgramLineFragment,
} from "../api/generated.ts";
import { mutate } from "../api/mutate.ts";
import { $language } from "../preferences/preferences.ts";
import { gameTitles, offeredGames, tablesInWords } from "../programs/program-words.ts";
import { $role } from "../session/session.ts";
import { Form } from "../ui/form.ts";
import { formStyles } from "../ui/form-styles.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-program player="ID">` */
@customElement("gueridon-program")
export class ProgramPanel extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #role = new StoreController(this, $role);
  readonly #switch = new Form(this);
  /** The program: its player's id. */
  @property() player = "";
  @state() private program: ProgramLineFragment | null = null;
  /** What games are called. */
  @state() private titles: ReadonlyMap<string, string> = new Map();
  @state() private fault = "";

  override willUpdate(changed: PropertyValues<this>) {
    if (changed.has("player")) void this.#load();
  }

  async #load() {
    const player = this.player;
    try {
      const { program } = await ask(SomeProgramDocument, {
        player,
        language: this.#language.value,
      });
      const titles = await gameTitles();
      if (player !== this.player) return;
      this.program = program;
      this.titles = titles;
    } catch (failed) {
      if (player === this.player) this.fault = errorMessage(failed);
    }
  }

  override render() {
    const { program } = this;
    if (this.fault) return html`<p class="refusal" role="alert">${this.fault}</p>`;
    if (program === null) return "";
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      ${program.ready?.description ? html`<p>${program.ready.description}</p>` : ""}
      ${offeredGames(program, this.titles)}
      <p>${program.isOff ? t("programs.off") : tablesInWords(program)}</p>
      ${this.#moderates() ? this.#switching(program) : ""}
    </section>`;
  }

  #moderates(): boolean {
    return this.#role.value === "MODERATOR" || this.#role.value === "OPERATOR";
  }

  #switching({ player, isOff }: ProgramLineFragment) {
    const send = this.#switch.sending(async () => {
      const variables = { program: player.id, isOff: !isOff };
      const { done, refusal } = await mutate(SwitchProgramDocument, variables);
      if (refusal) return refusal;
      this.program = done.program;
      return t(done.program.isOff ? "programs.switchedOff" : "programs.switchedOn");
    });
    return html`<form novalidate @submit=${send}>
      ${this.#switch.outcome()}
      <div>${this.#switch.submit(t(isOff ? "programs.switchOn" : "programs.switchOff"), "")}</div>
    </form>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-program": ProgramPanel;
  }
}
