// The operators' panel for a player: the role, and a link to reset the password.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { mutate, refusalOf } from "../api/mutate.ts";
import {
  MakePasswordResetDocument,
  SetRoleDocument,
  type Role,
  type WhoFragment,
} from "../api/generated.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { formatTime } from "../i18n/time-format.ts";
import { Form } from "../ui/form.ts";
import "../ui/secret-field.ts";
import { formStyles } from "../ui/form-styles.ts";

const ROLES: readonly Role[] = ["PLAYER", "MODERATOR", "OPERATOR"];

/** `<gueridon-operating>`, for operators. */
@customElement("gueridon-operating")
export class OperatorPanel extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #role = new Form(this);
  readonly #reset = new Form(this);
  @property({ attribute: false }) player: WhoFragment | null = null;
  @state() private link = "";

  override render() {
    if (this.player === null) return "";
    return html`<section class="panel stack" lang=${this.#language.value.toLowerCase()}>
      <h2>${t("moderation.operator.title")}</h2>
      ${this.#roles(this.player)} ${this.#passwords(this.player)}
    </section>`;
  }

  #roles({ id, name }: WhoFragment) {
    const send = this.#role.sending(async (values) => {
      const role = ROLES.find((one) => one === values["role"]);
      if (role === undefined) {
        return refusalOf(t("moderation.operator.chooseRole"));
      }
      const { refusal } = await mutate(SetRoleDocument, { player: id, role });
      return (
        refusal ?? t("moderation.operator.roleGiven", { name, role: t(`players.role.${role}`) })
      );
    });
    return html`<form novalidate @submit=${send}>
      <div class="field">
        <label for="role">${t("moderation.operator.role")}</label>
        <select id="role" name="role" aria-describedby="role-hint">
          <option value="">${t("moderation.operator.chooseRole")}</option>
          ${ROLES.map((role) => html`<option value=${role}>${t(`players.role.${role}`)}</option>`)}
        </select>
        <p class="hint soft" id="role-hint">${t("moderation.operator.roleHint")}</p>
      </div>
      ${this.#role.outcome()}
      <div>${this.#role.submit(t("moderation.operator.giveRole"), "")}</div>
    </form>`;
  }

  #passwords({ id }: WhoFragment) {
    const send = this.#reset.sending(async () => {
      this.link = "";
      const { done, refusal } = await mutate(MakePasswordResetDocument, { player: id });
      if (refusal) return refusal;
      // In the fragment, as in the server's emails: no server logs it.
      this.link = `${location.origin}/reset#token=${done.secret}`;
      return t("moderation.operator.linkMade", { until: formatTime(done.token.expiresAt) });
    });
    return html`<form novalidate @submit=${send}>
        <p>${t("moderation.operator.resetText")}</p>
        ${this.#reset.outcome()}
        <div>${this.#reset.submit(t("moderation.operator.reset"), "")}</div>
      </form>
      ${
        this.link
          ? html`<gueridon-secret
              label=${t("moderation.operator.link")}
              .secret=${this.link}
            ></gueridon-secret>`
          : ""
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-operating": OperatorPanel;
  }
}
