// The account's webhooks: addresses that are called when it is the player's turn, and their errors.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { mutate } from "../api/mutate.ts";
import {
  AddWebhookDocument,
  RemoveWebhookDocument,
  TestWebhookDocument,
  type HookFragment,
} from "../api/generated.ts";
import { Form } from "../ui/form.ts";
import "../ui/secret-field.ts";
import { formStyles } from "../ui/form-styles.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { formatTime } from "../i18n/time-format.ts";
import { accountChanged } from "../session/account-changed.ts";
import { tableIdIn } from "./table-id.ts";

/** `<gueridon-account-webhooks>` */
@customElement("gueridon-account-webhooks")
export class WebhooksPanel extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #existing = new Form(this);
  readonly #add = new Form(this, { BAD_URL: "url", UNKNOWN_TABLE: "table" });
  @property({ attribute: false }) webhooks: readonly HookFragment[] = [];
  @state() private secret = "";

  override render() {
    return html`<section class="panel" lang=${this.#language.value.toLowerCase()}>
      <h2 tabindex="-1">${t("notifications.webhooks.title")}</h2>
      <p>${t("notifications.webhooks.text")}</p>
      <ul class="lines">
        ${this.webhooks.map((webhook) => this.#line(webhook))}
      </ul>
      ${this.#existing.outcome()} ${this.#adding()}
      ${
        this.secret
          ? html`<gueridon-secret
              label=${t("notifications.webhooks.secret")}
              .secret=${this.secret}
            ></gueridon-secret>`
          : ""
      }
    </section>`;
  }

  #line({ id, url, tableId, failingSince, fault, disabledAt }: HookFragment) {
    const test = this.#existing.sending(async () => {
      const { done, refusal } = await mutate(TestWebhookDocument, { id });
      if (refusal) return refusal;
      accountChanged(this);
      if (done.arrived) return t("notifications.webhooks.testArrived", { url });
      const message = t("notifications.webhooks.testFailed", { url, fault: done.fault ?? "" });
      return { code: "", message, retryAfter: null };
    });
    const remove = this.#existing.sending(async () => {
      const { refusal } = await mutate(RemoveWebhookDocument, { id });
      if (refusal && refusal.code !== "UNKNOWN_WEBHOOK") return refusal;
      accountChanged(this);
      // The focused element is about to be removed.
      this.renderRoot.querySelector<HTMLElement>("h2")?.focus();
      return t("notifications.webhooks.removed", { url });
    });
    return html`<li>
      <div>
        <p><strong>${url}</strong></p>
        <p class="soft">
          ${
            tableId === null
              ? t("notifications.webhooks.allTables")
              : html`<a href="/tables/${tableId}">${t("notifications.webhooks.oneTable")}</a>`
          }
        </p>
        ${this.#trouble({ failingSince, fault, disabledAt })}
      </div>
      <div class="row">
        <form novalidate @submit=${test}>
          <button type="submit">
            ${t("notifications.webhooks.test")} <span class="visually-hidden">${url}</span>
          </button>
        </form>
        <form novalidate @submit=${remove}>
          <button type="submit" class="bad">
            ${t("notifications.webhooks.remove")} <span class="visually-hidden">${url}</span>
          </button>
        </form>
      </div>
    </li>`;
  }

  #trouble(webhook: Pick<HookFragment, "failingSince" | "fault" | "disabledAt">) {
    const { failingSince, fault, disabledAt } = webhook;
    if (failingSince === null && disabledAt === null) {
      return html`<p>✓ ${t("notifications.webhooks.healthy")}</p>`;
    }
    return html`<p class="fault">
      ${
        disabledAt === null
          ? t("notifications.webhooks.failing", { when: formatTime(failingSince ?? "") })
          : t("notifications.webhooks.disabled", { when: formatTime(disabledAt) })
      }
      ${fault === null ? "" : html`<span lang="en">(${fault})</span>`}
    </p>`;
  }

  #adding() {
    const send = this.#add.sending(async (values) => {
      const table = values["table"]?.trim() ? tableIdIn(values["table"]) : null;
      const variables = { url: values["url"]?.trim() ?? "", table };
      const { done, refusal } = await mutate(AddWebhookDocument, variables);
      if (refusal) return refusal;
      this.secret = done.secret;
      accountChanged(this);
      return t("notifications.webhooks.added");
    });
    return html`<form novalidate @submit=${send}>
      ${this.#add.field("url", t("notifications.webhooks.url"), { type: "url", autocomplete: "url" })}
      ${this.#add.field("table", t("notifications.webhooks.table"), {
        isOptional: true,
        hint: t("notifications.webhooks.tableHint"),
      })}
      ${this.#add.outcome()}
      <div>${this.#add.submit(t("notifications.webhooks.add"), "")}</div>
    </form>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-account-webhooks": WebhooksPanel;
  }
}
