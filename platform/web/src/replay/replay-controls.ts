// The controls of the replay: which entry, and through whose eyes.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { LiveTableFragment } from "../api/generated.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";
import { formatTime } from "../i18n/time-format.ts";
import type { Eyes, ReplayPosition } from "./replay-controller.ts";

/** Another position was chosen. */
export class ReplayEvent extends CustomEvent<ReplayPosition> {
  static readonly type = "gueridon-look";
  constructor(position: ReplayPosition) {
    super(ReplayEvent.type, { detail: position, bubbles: true, composed: true });
  }
}

/** `<gueridon-replay>` */
@customElement("gueridon-replay")
export class ReplayControls extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      .panel {
        border-color: var(--accent);
        background: var(--accent-soft);
      }
      input {
        flex: 1 1 10rem;
        min-width: 6rem;
        accent-color: var(--accent);
      }
      button {
        min-width: 2.75rem;
      }
      @media (max-width: 30rem) {
        input {
          order: -1;
          flex-basis: 100%;
        }
        button {
          flex: 1;
        }
      }
      output {
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  /** The table as it is now. */
  @property({ attribute: false }) table: LiveTableFragment | null = null;
  @property({ attribute: false }) position: ReplayPosition = { at: 0, eyes: "own" };
  /** The time of the shown entry; null for none. */
  @property({ attribute: false }) when: string | null = null;
  readonly #language = new StoreController(this, $language);

  override render() {
    const { table } = this;
    if (!table) return nothing;
    const last = table.seq ?? 0;
    const { at } = this.position;
    const button = (name: string, sign: string, to: number) =>
      html`<button
        aria-label=${name}
        title=${name}
        ?disabled=${to < 0 || to > last || to === at}
        @click=${() => {
          this.#look({ at: to });
        }}
      >
        <span aria-hidden="true">${sign}</span>
      </button>`;
    const words = t("replay.position", { at, last });
    return html`<section
      class="panel stack"
      aria-label=${t("replay.title")}
      lang=${this.#language.value.toLowerCase()}
    >
      <div class="row">
        ${button(t("replay.first"), "|◀", 0)} ${button(t("replay.previous"), "◀", at - 1)}
        <input
          type="range"
          min="0"
          max=${last}
          .value=${String(at)}
          aria-label=${t("replay.entry")}
          aria-valuetext=${words}
          @input=${(event: InputEvent) => {
            this.#look({ at: Number((event.target as HTMLInputElement).value) });
          }}
        />
        ${button(t("replay.next"), "▶", at + 1)} ${button(t("replay.last"), "▶|", last)}
      </div>
      <div class="row">
        <output>${words}</output>
        ${this.when === null ? nothing : html`<span class="soft">${formatTime(this.when)}</span>`}
        ${table.status === "OVER" ? this.#eyes(table) : nothing}
        <a class="button" href="/tables/${table.id}">${t("replay.toTable")}</a>
      </div>
    </section>`;
  }

  #eyes({ seats, seat: own }: LiveTableFragment) {
    const choices: [Eyes, string][] = [
      ["own", t(own === null ? "replay.public" : "replay.own")],
      ["all", t("replay.everything")],
      ...seats
        .filter(({ number }) => number !== own)
        .map(({ number, name }): [Eyes, string] => [number, name ?? String(number)]),
    ];
    const choose = (event: Event) => {
      const { value } = event.target as HTMLSelectElement;
      const choice = choices.find(([eyes]) => String(eyes) === value);
      if (choice) this.#look({ eyes: choice[0] });
    };
    return html`<select aria-label=${t("replay.pointOfView")} @change=${choose}>
      ${choices.map(
        ([eyes, words]) =>
          html`<option value=${eyes} ?selected=${eyes === this.position.eyes}>${words}</option>`,
      )}
    </select>`;
  }

  #look(change: Partial<ReplayPosition>) {
    this.dispatchEvent(new ReplayEvent({ ...this.position, ...change }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-replay": ReplayControls;
  }
  interface HTMLElementEventMap {
    "gueridon-look": ReplayEvent;
  }
}
