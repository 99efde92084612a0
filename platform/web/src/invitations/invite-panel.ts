// Inviting others to a table: by a link, or by the name of a registered player.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { ask } from "../api/client.ts";
import { FindPlayerDocument, InviteDocument, type RoomTableFragment } from "../api/generated.ts";
import { mutate } from "../api/mutate.ts";
import { errorMessage } from "../api/error-message.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-inviting>` */
@customElement("gueridon-inviting")
export class InvitePanel extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      form,
      .link {
        display: flex;
        flex-wrap: wrap;
        gap: 0.6rem;
        align-items: end;
        margin-bottom: 0.75rem;
      }
      .field {
        flex: 1 1 12rem;
      }
      input {
        width: 100%;
      }
      p {
        margin: 0;
      }
    `,
  ];

  @property({ attribute: false }) table: RoomTableFragment | null = null;
  @state() private told = "";
  @state() private refusal: string | null = null;
  @state() private isBusy = false;
  @query("#link") private readonly link?: HTMLInputElement;
  @query("#name") private readonly field?: HTMLInputElement;
  readonly #language = new StoreController(this, $language);

  override render() {
    const code = this.table?.inviteCode ?? null;
    return html`<section
      class="panel"
      aria-labelledby="title"
      lang=${this.#language.value.toLowerCase()}
    >
      <h2 id="title">${t("invitations.panel.title")}</h2>
      ${
        code === null
          ? ""
          : html`<div class="link">
              <div class="field">
                <label for="link">${t("invitations.panel.link")}</label>
                <input
                  id="link"
                  readonly
                  .value=${new URL(`/invite/${encodeURIComponent(code)}`, location.href).href}
                />
              </div>
              <button type="button" @click=${this.#copy}>${t("invitations.panel.copy")}</button>
            </div>`
      }
      <form @submit=${this.#invite}>
        <div class="field">
          <label for="name">${t("invitations.panel.name")}</label>
          <input
            id="name"
            required
            maxlength="40"
            autocomplete="off"
            aria-describedby="refusal"
            aria-invalid=${this.refusal === null ? "false" : "true"}
          />
        </div>
        <button aria-disabled=${this.isBusy ? "true" : "false"}>
          ${t("invitations.panel.invite")}
        </button>
      </form>
      <p role="status">${this.told}</p>
      <p id="refusal" role="alert" class=${this.refusal === null ? "" : "refusal"}>
        ${this.refusal}
      </p>
    </section>`;
  }

  async #copy() {
    const { link } = this;
    if (!link) return;
    try {
      await navigator.clipboard.writeText(link.value);
      this.told = t("invitations.panel.copied");
    } catch {
      // The clipboard is not allowed: the link is selected to be copied by hand.
      link.focus();
      link.select();
      this.told = t("invitations.panel.copyByHand");
    }
  }

  async #invite(event: Event) {
    event.preventDefault();
    const { table, field } = this;
    if (!table || !field || this.isBusy) return;
    const name = field.value.trim();
    this.isBusy = true;
    this.told = "";
    this.refusal = await this.#ask(table.id, name);
    this.isBusy = false;
    if (this.refusal === null) {
      this.told = t("invitations.panel.invited", { name });
      field.value = "";
    } else field.focus();
  }

  /** Sends the invitation; answers why not, or null. */
  async #ask(table: string, name: string): Promise<string | null> {
    try {
      const { player } = await ask(FindPlayerDocument, { name });
      if (!player) return t("invitations.panel.notFound", { name });
      const { refusal } = await mutate(InviteDocument, { table, player: player.id });
      return refusal?.message ?? null;
    } catch (failed) {
      return errorMessage(failed);
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-inviting": InvitePanel;
  }
}
