// The options of a table in words, with the labels of the game's catalogue.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ApiError } from "../api/client.ts";
import { keepTrying } from "../api/connection.ts";
import { gamesIn } from "../games/games.ts";
import { labelsOf } from "../games/labels.ts";
import { fieldsOf, member } from "./fields.ts";
import { optionTypes } from "../games/option-types.ts";
import { isSameJson, describeOptions, type OptionLine } from "./describe.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { t } from "../i18n/words.ts";

/**
 * `<gueridon-options-words>`: the options of a table that differ from the preset; with `all`, also
 * the rest, folded.
 */
@customElement("gueridon-options-words")
export class OptionsSummary extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      p,
      ul {
        margin: 0;
      }
      ul {
        padding-inline-start: 1.2em;
      }
      summary {
        cursor: pointer;
        color: var(--accent);
      }
    `,
  ];

  /** The game's id; empty if the server no longer has it. */
  @property() game = "";
  /** `Table.options`. */
  @property({ attribute: false }) options: unknown = null;
  @property({ type: Boolean }) all = false;
  /** Null until the labels are loaded. */
  @state() private words: readonly OptionLine[] | null = null;
  /** Whether they cannot be loaded. */
  @state() private hasNone = false;
  readonly #language = new StoreController(this, $language);
  #drawn = "";
  #learning = new AbortController();

  override render() {
    if (!this.words) return html`<p>${this.game === "" || this.hasNone ? "–" : "…"}</p>`;
    const chosen = this.words.filter(({ isUsual }) => !isUsual);
    const rest = this.words.filter(({ isUsual }) => isUsual);
    const hasMore = this.all && rest.length > 0;
    if (chosen.length === 0 && !hasMore) return html`<p>${t("options.default")}</p>`;
    const summary =
      chosen.length === 0 ? t("options.default") : t("options.restDefault", { count: rest.length });
    return html`${chosen.length === 0 ? "" : list(chosen)}
    ${
      hasMore
        ? html`<details>
            <summary>${summary}</summary>
            ${list(rest)}
          </details>`
        : ""
    }`;
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#learning.abort();
    this.#drawn = "";
  }

  override updated() {
    const wanted = `${this.#language.value} ${this.game} ${JSON.stringify(this.options)}`;
    if (this.game === "" || wanted === this.#drawn) return;
    this.#drawn = wanted;
    this.#learning.abort();
    this.#learning = new AbortController();
    void this.#learn(this.#learning.signal);
  }

  async #learn(signal: AbortSignal) {
    this.hasNone = false;
    try {
      const words = await keepTrying(() => this.#named(), signal);
      if (words && !signal.aborted) this.words = words;
    } catch (failed) {
      // The page around it reports its own failed requests.
      if (!(failed instanceof ApiError)) throw failed;
      this.hasNone = !signal.aborted;
    }
  }

  async #named(): Promise<readonly OptionLine[]> {
    const { game, options, all } = this;
    const language = this.#language.value;
    const preset = (await gamesIn(language)).find(({ id }) => id === game)?.options;
    // Nothing differs from the preset, so no labels are needed.
    if (!all && isSameJson(options, preset)) return [];
    const [types, labels] = await Promise.all([optionTypes(game), labelsOf(game, language)]);
    const [value, usual] = [member(options, game), member(preset, game)];
    return types ? describeOptions(fieldsOf(types, labels, usual), value, usual) : [];
  }
}

function list(words: readonly OptionLine[]) {
  return html`<ul>
    ${words.map((one) => html`<li>${t("options.line", { label: one.label, words: one.words })}</li>`)}
  </ul>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-options-words": OptionsSummary;
  }
}
