// How a game is learned: what it is, how it is played, its glossary.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { ask } from "../api/client.ts";
import { keepTrying } from "../api/connection.ts";
import { errorMessage } from "../api/error-message.ts";
import { GameToLearnDocument, type GameToLearnQuery } from "../api/generated.ts";
import type { Catalogue, Language } from "@gueridon/element";
import "../first-game/first-game-button.ts";
import { factsOf, pictureOf } from "../learning/facts.ts";
import type { GameGlossary } from "../learning/glossary.ts";
import { glossaryOf } from "../learning/glossary-of.ts";
import { inLanguage, type Learning, type Section, type Term } from "../learning/learning.ts";
import { learningOf } from "../learning/load.ts";
import { marked, termStyle } from "../learning/marked.ts";
import "../learning/term-tip.ts";
import { Title } from "../navigation/title.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { WideScreen } from "../ui/wide-screen.ts";
import { t } from "../i18n/words.ts";
import "../frame/card-face.ts";

type Game = NonNullable<GameToLearnQuery["game"]>;

/** `<gueridon-learn>` */
@customElement("gueridon-learn")
export class LearnPage extends LitElement {
  static override styles = [
    sharedStyles,
    termStyle,
    css`
      section {
        margin-bottom: var(--space);
      }
      .top {
        display: grid;
        grid-template-columns: minmax(0, 15rem) minmax(0, 1fr);
        gap: var(--space);
        align-items: start;
      }
      @media (max-width: 40rem) {
        .top {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      .picture {
        width: 100%;
        height: auto;
        border-radius: var(--radius);
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 0 0.9rem;
        margin-bottom: 0.75rem;
      }
      .part {
        max-width: 75ch;
        margin-bottom: 1.5rem;
      }
      .cards {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space);
      }
      figure {
        width: 11rem;
        max-width: 100%;
        margin: 0;
      }
      figcaption {
        margin-top: 0.3rem;
        font-size: 0.9rem;
      }
      .page {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 0 calc(2 * var(--space));
        align-items: start;
      }
      .contents {
        margin-bottom: var(--space);
      }
      .contents ol {
        margin: 0;
        padding: 0;
        list-style: none;
      }
      .contents ol ol {
        padding-inline-start: 1rem;
      }
      .contents a {
        display: inline-block;
        padding-block: 0.2rem;
      }
      .contents summary {
        cursor: pointer;
        font-weight: 600;
      }
      @media (min-width: 62rem) {
        .page {
          grid-template-columns: 14rem minmax(0, 1fr);
        }
        .contents {
          position: sticky;
          top: var(--space);
          max-height: calc(100vh - 2 * var(--space));
          overflow-y: auto;
        }
      }
      :is(h2, h3)[tabindex="-1"] {
        scroll-margin-top: var(--space);
      }
      dt {
        font-weight: 700;
      }
      dd {
        margin: 0 0 0.6rem;
        max-width: 75ch;
      }
    `,
  ];

  /** The game's id. */
  @property() game = "";
  @state() private loaded: { readonly game: Game; readonly learning: Learning } | null = null;
  /** Whether there is no such game, or it brings nothing to learn it by. */
  @state() private isMissing = false;
  @state() private fault: string | null = null;
  readonly #language = new StoreController(this, $language);
  readonly #screen = new WideScreen(this);
  #asked = "";
  #loading = new AbortController();

  constructor() {
    super();
    new Title(this, () => t("learning.title", { game: this.loaded?.game.title ?? "" }));
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#loading.abort();
    this.#asked = "";
  }

  override updated() {
    const wanted = `${this.#language.value} ${this.game}`;
    if (wanted === this.#asked) return;
    this.#asked = wanted;
    this.#loading.abort();
    this.#loading = new AbortController();
    void this.#load(this.#loading.signal);
  }

  async #load(signal: AbortSignal) {
    const isLeft = () => signal.aborted;
    const variables = { id: this.game, language: this.#language.value };
    try {
      const found = await keepTrying(async () => {
        const { game } = await ask(GameToLearnDocument, variables);
        const learning = await learningOf(game?.learning);
        return { game, learning };
      }, signal);
      if (!found || isLeft()) return;
      const { game, learning } = found;
      this.loaded = game && learning ? { game, learning } : null;
      this.isMissing = this.loaded === null;
      this.fault = null;
    } catch (failed) {
      if (!isLeft()) this.fault = errorMessage(failed);
    }
  }

  override render() {
    const lang = this.#language.value.toLowerCase();
    if (this.loaded) {
      return html`<div lang=${lang}>${this.#page(this.loaded.game, this.loaded.learning)}</div>`;
    }
    return html`<div lang=${lang}>
      <h1>${t("learning.howToPlay")}</h1>
      ${
        this.fault !== null
          ? html`<p class="refusal" role="alert">${this.fault}</p>`
          : html`<p role="status">
              ${t(this.isMissing ? "learning.missing" : "learning.loading")}
            </p>`
      }
    </div>`;
  }

  #page(game: Game, learning: Learning) {
    const language = this.#language.value;
    const glossary = glossaryOf(learning, language);
    return html`
      <h1>${t("learning.title", { game: game.title })}</h1>
      <div class="page">
        ${this.#contents(learning)}
        <div>${this.#sections(game, learning, glossary)}</div>
      </div>
      <gueridon-term-tip .glossary=${glossary}></gueridon-term-tip>
    `;
  }

  /** What is on the page: beside it, or folded above it. */
  #contents({ howToPlay, glossary }: Learning) {
    const language = this.#language.value;
    const entry = (id: string, words: string) =>
      html`<a href="#${id}" @click=${this.#jump}>${words}</a>`;
    const list = html`<ol>
      <li>${entry("what", t("learning.what"))}</li>
      <li>
        ${entry("how", t("learning.howToPlay"))}
        <ol>
          ${howToPlay.map(
            ({ heading }, place) =>
              html`<li>${entry(`part-${place}`, inLanguage(heading, language))}</li>`,
          )}
        </ol>
      </li>
      ${glossary.length === 0 ? nothing : html`<li>${entry("glossary", t("learning.glossary"))}</li>`}
    </ol>`;
    return html`<nav class="panel contents" aria-label=${t("learning.contents")}>
      ${
        this.#screen.isWide
          ? list
          : html`<details>
              <summary>${t("learning.contents")}</summary>
              ${list}
            </details>`
      }
    </nav>`;
  }

  /** Goes to a heading, which the browser does not find in a shadow tree. */
  #jump(event: Event) {
    event.preventDefault();
    const { hash } = event.currentTarget as HTMLAnchorElement;
    // Folded first, since that moves the heading.
    const folded = this.renderRoot.querySelector("details");
    if (folded) folded.open = false;
    const heading = this.renderRoot.querySelector<HTMLElement>(hash);
    heading?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  }

  #sections(game: Game, learning: Learning, glossary: GameGlossary | null) {
    const language = this.#language.value;
    const catalogue: Catalogue = new Map(game.catalogue.map((entry) => [entry.key, entry]));
    return html`
      <section class="top" aria-labelledby="what">
        ${pictureOf(learning)}
        <div>
          <h2 id="what" tabindex="-1">${t("learning.what")}</h2>
          <ul class="plain facts soft">
            ${factsOf(game.seats, learning).map((fact) => html`<li>${fact}</li>`)}
          </ul>
          ${learning.summary.map((one) => html`<p>${inLanguage(one, language)}</p>`)}
          <div class="row">
            ${
              learning.firstGame
                ? html`<gueridon-first-game
                    game=${game.id}
                    name=${game.title}
                    .first=${learning.firstGame}
                  ></gueridon-first-game>`
                : nothing
            }
            <a class="button" href="/new?game=${encodeURIComponent(game.id)}">${t("lobby.open")}</a>
          </div>
        </div>
      </section>
      <section class="panel" aria-labelledby="how">
        <h2 id="how" tabindex="-1">${t("learning.howToPlay")}</h2>
        ${learning.howToPlay.map((one, place) =>
          section(one, place, { game, catalogue, language, glossary }),
        )}
      </section>
      ${learning.glossary.length === 0 ? nothing : explained(learning.glossary, language)}
    `;
  }
}

interface Around {
  readonly game: Game;
  readonly catalogue: Catalogue;
  readonly language: Language;
  readonly glossary: GameGlossary | null;
}

function section({ heading, text, cards }: Section, place: number, around: Around) {
  const { game, catalogue, language, glossary } = around;
  return html`<div class="part">
    <h3 id="part-${place}" tabindex="-1">${inLanguage(heading, language)}</h3>
    ${text.map((one) => html`<p>${marked(glossary, inLanguage(one, language))}</p>`)}
    ${
      cards.length === 0
        ? nothing
        : html`<div class="cards">
            ${cards.map((card) => {
              const { name = card, text: does = "" } = catalogue.get(card) ?? {};
              return html`<figure>
                <gueridon-card-face
                  aria-hidden="true"
                  inert
                  game=${game.id}
                  .path=${game.element}
                  ?isIsolated=${game.isIsolated}
                  card=${card}
                  .catalogue=${catalogue}
                  .language=${language}
                ></gueridon-card-face>
                <figcaption>
                  <strong>${name}</strong>${does === "" ? nothing : html`<br />${does}`}
                </figcaption>
              </figure>`;
            })}
          </div>`
    }
  </div>`;
}

function explained(glossary: readonly Term[], language: Language) {
  const terms = glossary.toSorted((a, b) =>
    inLanguage(a.name, language).localeCompare(inLanguage(b.name, language), language),
  );
  return html`<section class="panel" aria-labelledby="glossary">
    <h2 id="glossary" tabindex="-1">${t("learning.glossary")}</h2>
    <dl>
      ${terms.map(
        ({ name, text }) =>
          html`<dt>${inLanguage(name, language)}</dt>
            <dd>${inLanguage(text, language)}</dd>`,
      )}
    </dl>
  </section>`;
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-learn": LearnPage;
  }
}
