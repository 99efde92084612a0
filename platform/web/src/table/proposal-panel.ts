// The open proposal, with buttons to agree or decline.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import {
  AgreeDocument,
  DeclineDocument,
  type LiveTableFragment,
  type ProposalKind,
} from "../api/generated.ts";
import { FocusKeeper } from "../ui/focus-keeper.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { REPEATABLE, mutate } from "../api/mutate.ts";

/** `<gueridon-proposal>` */
@customElement("gueridon-proposal")
export class ProposalPanel extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      #asked:focus {
        outline: none;
      }
      .panel {
        margin-top: var(--space);
        border-color: var(--turn);
      }
    `,
  ];

  @property({ attribute: false }) table: LiveTableFragment | null = null;
  @state() private refusal: string | null = null;
  @state() private isBusy = false;
  readonly #language = new StoreController(this, $language);

  constructor() {
    super();
    new FocusKeeper(this, "#asked");
  }

  override render() {
    // A status region must exist before its text, or screen readers do not announce it.
    return html`<div
        id="asked"
        role="status"
        tabindex="-1"
        lang=${this.#language.value.toLowerCase()}
      >
        ${this.#panel()}
      </div>
      <div role="alert">
        ${this.refusal === null ? nothing : html`<p class="refusal">${this.refusal}</p>`}
      </div>`;
  }

  #panel() {
    const { table } = this;
    const proposal = table?.proposal;
    if (!table || !proposal || table.status !== "PLAYING") return nothing;
    const name = (seat: number) => table.seats[seat]?.name ?? "";
    const asked = table.seats.filter(
      ({ number, condition }) =>
        (condition === "PLAYING" || (condition === "AWAY" && isFinal(proposal.kind))) &&
        !proposal.agreed.includes(number),
    );
    const own = table.seats.find(({ number }) => number === table.seat);
    const mayAnswer = own?.condition === "PLAYING" || own?.condition === "AWAY";
    const isFor = own !== undefined && proposal.agreed.includes(own.number);
    // When nobody is left to answer, agreeing once more settles it.
    const mayAgree = mayAnswer && (!isFor || asked.length === 0);
    return html`<section class="panel">
      <h2>
        ${t(`table.proposal.${proposal.kind}`, {
          name: name(proposal.seat),
          entry: proposal.undoes ?? 0,
        })}
      </h2>
      <p>
        ${
          proposal.agreed.length === 0
            ? nothing
            : t("table.proposal.agreed", { names: proposal.agreed.map(name).join(", ") })
        }
        ${
          asked.length === 0
            ? nothing
            : t("table.proposal.waiting", { names: asked.map((seat) => seat.name).join(", ") })
        }
      </p>
      <div class="row">
        ${
          mayAgree
            ? html`<button
                class="main"
                aria-disabled=${this.isBusy ? "true" : "false"}
                @click=${() => this.#answer(true, proposal.entry)}
              >
                ${t("table.proposal.agree")}
              </button>`
            : nothing
        }
        ${
          mayAnswer
            ? html`<button
                aria-disabled=${this.isBusy ? "true" : "false"}
                @click=${() => this.#answer(false, proposal.entry)}
              >
                ${t(isFor ? "table.proposal.withdraw" : "table.proposal.decline")}
              </button>`
            : nothing
        }
      </div>
    </section>`;
  }

  async #answer(isFor: boolean, proposal: number) {
    if (!this.table || this.isBusy) return;
    this.isBusy = true;
    const document = isFor ? AgreeDocument : DeclineDocument;
    const { refusal } = await mutate(document, { table: this.table.id, proposal }, REPEATABLE);
    this.refusal = refusal?.message ?? null;
    this.isBusy = false;
    if (this.refusal !== null) {
      this.dispatchEvent(new CustomEvent("gueridon-stale", { bubbles: true, composed: true }));
    }
  }
}

/** Whether it cannot be reverted, so that who is away is asked, too. */
function isFinal(kind: ProposalKind): boolean {
  return kind === "UNDO" || kind === "ABORT" || kind === "GO_ON";
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-proposal": ProposalPanel;
  }
}
