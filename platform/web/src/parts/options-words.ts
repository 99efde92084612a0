// The options of a table in words, under the names that the game's catalogue has for them.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ApiError } from "../api/client.ts";
import { gamesIn } from "../games.ts";
import { labelsOf } from "../options/labels.ts";
import { fieldsOf, member } from "../options/model.ts";
import { optionTypes } from "../options/types.ts";
import { isSame, optionsInWords, type OptionWords } from "../options/words.ts";
import { $language } from "../settings.ts";
import { shared } from "../styles/shared.ts";
import { t } from "../words.ts";

/**
 * `<gueridon-options-words>`: what of a table's options is not as usual; with `all`, the rest too,
 * folded in.
 */
@customElement("gueridon-options-words")
export class OptionsWords extends LitElement {
  static override styles = [
    shared,
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

  /** The game's id. */
  @property() game = "";
  /** `Table.options`. */
  @property({ attribute: false }) options: unknown = null;
  @property({ type: Boolean }) all = false;
  @state() private words: readonly OptionWords[] = [];
  readonly #language = new StoreController(this, $language);
  #drawn = "";

  override render() {
    const chosen = this.words.filter(({ isUsual }) => !isUsual);
    const rest = this.words.filter(({ isUsual }) => isUsual);
    return html`${chosen.length === 0 ? html`<p>${t("options.usual")}</p>` : list(chosen)}
    ${
      this.all && rest.length > 0
        ? html`<details>
            <summary>${t("options.rest", { count: rest.length })}</summary>
            ${list(rest)}
          </details>`
        : ""
    }`;
  }

  override updated() {
    const wanted = `${this.#language.value} ${this.game} ${JSON.stringify(this.options)}`;
    if (this.game === "" || wanted === this.#drawn) return;
    this.#drawn = wanted;
    void this.#learn(wanted);
  }

  async #learn(wanted: string) {
    const { game, options, all } = this;
    const language = this.#language.value;
    let words: readonly OptionWords[] = [];
    try {
      const preset = (await gamesIn(language)).find(({ id }) => id === game)?.options;
      // Nothing to name: then nobody has to wait for the names.
      if (all || !isSame(options, preset)) {
        const [types, labels] = await Promise.all([optionTypes(game), labelsOf(game, language)]);
        const [value, usual] = [member(options, game), member(preset, game)];
        if (types) words = optionsInWords(fieldsOf(types, labels, usual), value, usual);
      }
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      // The rest of the page says that the server does not answer; these words come the next time.
      this.#drawn = "";
    }
    if (this.#drawn === wanted) this.words = words;
  }
}

function list(words: readonly OptionWords[]) {
  return html`<ul>
    ${words.map((one) => html`<li>${t("options.line", { label: one.label, words: one.words })}</li>`)}
  </ul>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-options-words": OptionsWords;
  }
}
