// The profile: name, standing, role, dates.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import { mutate } from "../api/mutate.ts";
import { RenameDocument, type OwnFragment } from "../api/generated.ts";
import { Form } from "../ui/form.ts";
import { formStyles } from "../ui/form-styles.ts";
import { refreshMe } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { formatTime } from "../i18n/time-format.ts";
import { accountChanged } from "../session/account-changed.ts";

/** `<gueridon-account-standing>` */
@customElement("gueridon-account-standing")
export class ProfilePanel extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #form = new Form(this, { BAD_NAME: "name", NAME_TAKEN: "name" });
  @property({ attribute: false }) account: OwnFragment | null = null;

  override render() {
    if (this.account === null) return "";
    const { player, role, createdAt, registeredAt, silencedUntil } = this.account;
    const rename = this.#form.sending(async ({ name = "" }) => {
      const { refusal } = await mutate(RenameDocument, { name });
      if (refusal) return refusal;
      await refreshMe();
      accountChanged(this);
      return t("account.rename.done");
    });
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h2>${t("account.profile.title")}</h2>
      ${
        silencedUntil
          ? html`<p class="refusal">
              ${t("account.profile.silenced", { until: formatTime(silencedUntil) })}
            </p>`
          : ""
      }
      <dl>
        <dt>${t("account.profile.standing")}</dt>
        <dd>${t(`players.standing.${player.standing}`)}</dd>
        ${
          role === "PLAYER"
            ? ""
            : html`<dt>${t("account.profile.role")}</dt>
                <dd>${t(`players.role.${role}`)}</dd>`
        }
        <dt>${t("account.profile.since")}</dt>
        <dd><time datetime=${createdAt}>${formatTime(createdAt)}</time></dd>
        ${
          registeredAt
            ? html`<dt>${t("account.profile.registered")}</dt>
                <dd><time datetime=${registeredAt}>${formatTime(registeredAt)}</time></dd>`
            : ""
        }
      </dl>
      <p><a href="/players/${player.id}">${t("account.profile.results")}</a></p>
      <form novalidate @submit=${rename}>
        ${this.#form.field("name", t("ui.form.name"), {
          value: player.name,
          autocomplete: player.standing === "GUEST" ? "nickname" : "username",
          maxlength: 40,
        })}
        ${this.#form.outcome()}
        <div>${this.#form.submit(t("account.rename.submit"), "")}</div>
      </form>
    </section>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-account-standing": ProfilePanel;
  }
}
