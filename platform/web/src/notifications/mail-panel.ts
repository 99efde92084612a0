// The settings of mail about turns: on or off, how often, in which language.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import { mutate } from "../api/mutate.ts";
import { SetMailDocument, type MailingFragment } from "../api/generated.ts";
import { Form } from "../ui/form.ts";
import { formStyles } from "../ui/form-styles.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { formatTimeSpan } from "../i18n/time-format.ts";
import { accountChanged } from "../session/account-changed.ts";

const RESTS = [10, 30, 60, 180, 720, 1_440, 4_320, 10_080];
const LANGUAGES = [
  ["EN", "English"],
  ["FR", "Français"],
] as const;

/** `<gueridon-account-mail>` */
@customElement("gueridon-account-mail")
export class MailPanel extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #form = new Form(this);
  @property({ attribute: false }) mail: MailingFragment | null = null;

  override render() {
    if (this.mail === null) return "";
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h2>${t("notifications.mail.title")}</h2>
      ${this.mail.isHere ? this.#choices(this.mail) : html`<p>${t("notifications.mail.none")}</p>`}
    </section>`;
  }

  #choices({ isConfirmed, turns, restMinutes, language }: MailingFragment) {
    const rests = [...new Set([...RESTS, restMinutes])].sort((a, b) => a - b);
    return html`${isConfirmed ? "" : html`<p>${t("notifications.mail.unconfirmed")}</p>`}
      <form novalidate @submit=${this.#form.sending((values) => this.#save(values))}>
        <label class="check">
          <input type="checkbox" name="turns" value="yes" ?checked=${turns} />
          ${t("notifications.mail.turns")}
        </label>
        <div class="field">
          <label for="rest">${t("notifications.mail.pause")}</label>
          <select id="rest" name="rest">
            ${rests.map(
              (rest) =>
                html`<option value=${rest} ?selected=${rest === restMinutes}>
                  ${formatTimeSpan(rest * 60)}
                </option>`,
            )}
          </select>
        </div>
        <div class="field">
          <label for="language">${t("notifications.mail.language")}</label>
          <select id="language" name="language">
            ${
              language === null
                ? html`<option value="" selected>${t("notifications.mail.allLanguages")}</option>`
                : ""
            }
            ${LANGUAGES.map(
              ([one, name]) =>
                html`<option value=${one} lang=${one.toLowerCase()} ?selected=${one === language}>
                  ${name}
                </option>`,
            )}
          </select>
        </div>
        ${this.#form.outcome()}
        <div>${this.#form.submit(t("notifications.mail.submit"), "")}</div>
      </form>`;
  }

  async #save(values: Readonly<Record<string, string>>) {
    const chosen = LANGUAGES.find(([one]) => one === values["language"])?.[0];
    const { done, refusal } = await mutate(SetMailDocument, {
      turns: values["turns"] === "yes",
      restMinutes: Number(values["rest"]),
      ...(chosen && { in: chosen }),
    });
    if (refusal) return refusal;
    this.mail = done.mail;
    await this.updateComplete;
    accountChanged(this);
    return t("notifications.mail.done");
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-account-mail": MailPanel;
  }
}
