// What an operator can decide about one build or table: a reason where players read one, and a button
// for each decision.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, property } from "lit/decorators.js";
import { DecideDocument, type OperatorDecisionKind } from "../api/generated.ts";
import { mutate } from "../api/mutate.ts";
import { t } from "../i18n/words.ts";
import { $language } from "../preferences/preferences.ts";
import { formStyles } from "../ui/form-styles.ts";
import { Form } from "../ui/form.ts";
import { sharedStyles } from "../ui/shared-styles.ts";

/** The decisions whose reason is shown to players. */
const WITH_REASON: readonly OperatorDecisionKind[] = ["QUARANTINE", "STOP", "CLOSE"];

/** `<gueridon-decision>`: dispatches `gueridon-decided` when something was decided. */
@customElement("gueridon-decision")
export class DecisionForm extends LitElement {
  static override styles = [sharedStyles, formStyles];
  readonly #language = new StoreController(this, $language);
  readonly #form = new Form(this, { BAD_REASON: "reason" });
  /** The SHA-256 of a build, or the id of a table. */
  @property() subject = "";
  /** What can be decided; the first is the usual one. */
  @property({ attribute: false }) decisions: readonly OperatorDecisionKind[] = [];

  override render() {
    const send = (decision: OperatorDecisionKind) =>
      this.#form.sending(async (values) => {
        const reason = WITH_REASON.includes(decision) ? (values["reason"] ?? "") : "";
        const { refusal } = await mutate(DecideDocument, {
          decision,
          subject: this.subject,
          reason,
        });
        if (refusal) return refusal;
        this.dispatchEvent(new CustomEvent("gueridon-decided"));
        return t("operations.decided");
      });
    const choose = (event: SubmitEvent) => {
      const chosen = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";
      const decision = this.decisions.find((one) => one === chosen) ?? this.decisions[0];
      if (decision) void send(decision)(event);
    };
    const hasReason = this.decisions.some((decision) => WITH_REASON.includes(decision));
    return html`<form
      novalidate
      lang=${this.#language.value.toLowerCase()}
      aria-label=${t("operations.decideAbout", { subject: this.subject.slice(0, 8) })}
      @submit=${choose}
    >
      ${
        hasReason
          ? this.#form.field("reason", t("operations.reason"), {
              hint: t("operations.reasonHint"),
              isOptional: true,
              maxlength: 200,
            })
          : ""
      }
      ${this.#form.outcome()}
      <div class="row">
        ${this.decisions.map(
          (decision) =>
            html`<button type="submit" value=${decision}>
              ${t(`operations.decide.${decision}`)}
            </button>`,
        )}
      </div>
    </form>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-decision": DecisionForm;
  }
}
