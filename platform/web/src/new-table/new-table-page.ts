// Opening a table: the game, the seats, the game's options, the table's settings.
import { StoreController } from "@nanostores/lit";
import { LitElement, html } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import {
  ChallengeDocument,
  OpenTableDocument,
  SeatBotDocument,
  SitDocument,
  type GameLineFragment,
  type Options,
  type RoomTableFragment,
  type TableKind,
  type TableSettings,
} from "../api/generated.ts";
import { mutate } from "../api/mutate.ts";
import { USUAL_LEVEL, levelSelect } from "../bots/level-select.ts";
import { keepTrying } from "../api/connection.ts";
import { errorMessage } from "../api/error-message.ts";
import { gamesIn } from "../games/games.ts";
import { labelsOf } from "../games/labels.ts";
import { describeOptions } from "../options/describe.ts";
import { fieldsOf, member, type Field } from "../options/fields.ts";
import { optionTypes } from "../games/option-types.ts";
import { playerCount } from "../games/player-count.ts";
import "../first-game/first-game-button.ts";
import type { Learning } from "../learning/learning.ts";
import { learningOf } from "../learning/load.ts";
import "../sign-in/guest-form.ts";
import type { GuestForm } from "../sign-in/guest-form.ts";
import "../options/options-form.ts";
import type { OptionsForm } from "../options/options-form.ts";
import { stillChosen } from "./chosen-programs.ts";
import "./settings-form.ts";
import type { SettingsForm } from "./settings-form.ts";
import { styles } from "./styles.ts";
import { summaryInWords } from "./summary.ts";
import "../programs/ready-programs.ts";
import { clockKind, type ListedEvent, type ProgramEvent } from "../programs/ready-programs.ts";
import { signInPage } from "../sign-in/return-address.ts";
import { go } from "../navigation/router.ts";
import { $me } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { Title } from "../navigation/title.ts";
import { t } from "../i18n/words.ts";

/** `<gueridon-new>` */
@customElement("gueridon-new")
export class NewTablePage extends LitElement {
  static override styles = [sharedStyles, styles];

  readonly #language = new StoreController(this, $language);
  readonly #me = new StoreController(this, $me);
  @state() private games: readonly GameLineFragment[] | null = null;
  @state() private game = new URLSearchParams(location.search).get("game") ?? "";
  @state() private seats = 0;
  /** Null until the game's options are loaded. */
  @state() private fields: readonly Field[] | null = null;
  /** What the game brings for those who learn it. */
  @state() private learning: Learning | null = null;
  @state() private sits = true;
  @state() private hasBots = false;
  @state() private level = USUAL_LEVEL;
  /** The programs to be challenged, in the order of their seats. */
  @state() private programs: readonly string[] = [];
  /** Whether any program is ready for such a table, or it is not known because that failed. */
  @state() private hasPrograms = false;
  /** What is set in the folded part, in a line. */
  @state() private summary = "";
  /** Which programs fit; null while the options are not valid. */
  @state() private kind: TableKind | null = null;
  @state() private isBusy = false;
  @state() private refusal: string | null = null;
  /** The table that was opened, when seating at it failed. */
  @state() private opened: string | null = null;
  @query("gueridon-options-form") private readonly options?: OptionsForm;
  @query("gueridon-settings-form") private readonly settings?: SettingsForm;
  @query(".foot") private readonly foot!: HTMLElement;
  @query("details") private readonly folded?: HTMLDetailsElement;
  @query("gueridon-guest") private readonly guest?: GuestForm;
  @query("#refusal") private readonly refused?: HTMLElement;
  #asked = "";
  #learning = new AbortController();

  constructor() {
    super();
    new Title(this, () => t("newTable.title"));
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    this.#learning.abort();
    this.#asked = "";
  }

  override willUpdate() {
    this.programs = stillChosen(this.programs, this.#freeSeats());
  }

  override updated() {
    void this.#fit();
    const wanted = `${this.#language.value} ${this.game}`;
    if (wanted === this.#asked) return;
    this.#asked = wanted;
    this.#learning.abort();
    this.#learning = new AbortController();
    void this.#learn(this.#learning.signal);
  }

  async #learn(signal: AbortSignal) {
    const language = this.#language.value;
    const isLeft = () => signal.aborted;
    try {
      const games = await keepTrying(() => gamesIn(language), signal);
      if (!games || isLeft()) return;
      const game = games.find(({ id }) => id === this.game) ?? games[0];
      this.games = games;
      if (!game) return;
      const names = () =>
        Promise.all([
          optionTypes(game.id),
          labelsOf(game.id, language),
          // Without an answer no option is folded.
          learningOf(game.learning).catch(() => null),
        ]);
      const named = await keepTrying(names, signal);
      if (!named || isLeft()) return;
      const [types, labels, learning] = named;
      this.#asked = `${language} ${game.id}`;
      this.game = game.id;
      if (!game.seats.includes(this.seats)) this.seats = game.seats[0] ?? 2;
      this.fields = types ? fieldsOf(types, labels, member(game.options, game.id)) : [];
      this.learning = learning;
      this.refusal = null;
    } catch (failed) {
      if (isLeft()) return;
      this.refusal = errorMessage(failed);
    }
  }

  /** Looks again which table would be opened. */
  async #fit() {
    // Settings and options take a choice over with `change`, which follows `input` and does not
    // leave their elements.
    await new Promise((done) => setTimeout(done));
    await this.updateComplete;
    await Promise.all([this.options?.updateComplete, this.settings?.updateComplete]);
    const [options, settings] = [this.options?.value, this.settings?.value];
    this.summary = this.#summed(options, settings);
    const kind =
      options && settings
        ? {
            options: { [this.game]: options } as Options,
            seats: this.seats,
            clock: clockKind(settings.clock),
          }
        : null;
    if (JSON.stringify(kind) === JSON.stringify(this.kind)) return;
    this.kind = kind;
    // Whom the visitor chose for another table may not play at this one.
    this.programs = [];
  }

  /** What is set in the folded part, in words; empty until it is loaded. */
  #summed(
    options: Readonly<Record<string, unknown>> | null | undefined,
    settings: TableSettings | null | undefined,
  ): string {
    if (options === undefined || settings === undefined) return "";
    if (options === null || settings === null) return t("newTable.summary.wrong");
    const game = this.games?.find(({ id }) => id === this.game);
    const rules = describeOptions(this.fields ?? [], options, member(game?.options, this.game));
    return summaryInWords(rules, settings);
  }

  override render() {
    const game = this.games?.find(({ id }) => id === this.game);
    return html`<form
      class="stack"
      lang=${this.#language.value.toLowerCase()}
      novalidate
      @submit=${this.#submit}
      @input=${() => this.#fit()}
      @change=${() => this.#fit()}
      @focusin=${this.#uncover}
    >
      <h1>${t("newTable.title")}</h1>
      ${this.games ? "" : html`<p role="status">${t("newTable.loading")}</p>`}
      ${this.games?.length === 0 ? html`<p>${t("newTable.noGames")}</p>` : ""}
      ${game ? html`${this.#gameChoice()} ${this.#learnFirst(game)} ${this.#seatChoice(game)} ${this.#opponents()} ${this.#more(game)}` : ""}
      ${
        this.#me.value === null
          ? html`<section class="panel" aria-labelledby="who">
              <h2 id="who">${t("signIn.dialog.title")}</h2>
              <p>${t("newTable.signedOut")}</p>
              <gueridon-guest without-button></gueridon-guest>
              <p>
                <a href=${signInPage(`/new?game=${encodeURIComponent(this.game)}`)}
                  >${t("signIn.dialog.toSignIn")}</a
                >
              </p>
            </section>`
          : ""
      }
      <div id="refusal" role="alert" tabindex="-1" class=${this.refusal === null ? "" : "refusal"}>
        ${this.refusal}
      </div>
      <div class="row foot">
        ${
          this.opened === null
            ? html`<button
                class="main big"
                ?disabled=${!game || this.fields === null || this.isBusy}
              >
                ${t("newTable.open")}
              </button>`
            : html`<a class="button main big" href="/tables/${this.opened}"
                >${t("lobby.toTable")}</a
              >`
        }
        <a class="button" href="/">${t("newTable.cancel")}</a>
      </div>
    </form>`;
  }

  /** Scrolls what has the focus out from behind the buttons at the foot of the window. */
  #uncover(event: Event) {
    const [target] = event.composedPath();
    if (!(target instanceof Element) || this.foot.contains(target)) return;
    const covered = target.getBoundingClientRect().bottom - this.foot.getBoundingClientRect().top;
    if (covered > 0) scrollBy(0, covered + 8);
  }

  #gameChoice() {
    return html`<fieldset class="panel">
      <legend>${t("newTable.game")}</legend>
      <div class="choices">
        ${this.games?.map(
          ({ id, title, seats }) =>
            html`<label class="choice">
              <input
                type="radio"
                name="game"
                .checked=${id === this.game}
                @change=${() => {
                  this.game = id;
                  this.fields = null;
                  this.learning = null;
                }}
              />
              <span
                ><strong>${title}</strong><small class="soft">${playerCount(seats)}</small></span
              >
            </label>`,
        )}
      </div>
    </fieldset>`;
  }

  /** For those who do not know the game yet. */
  #learnFirst({ id, title }: GameLineFragment) {
    if (!this.learning) return "";
    const { firstGame } = this.learning;
    return html`<section class="panel row" aria-label=${t("learning.new")}>
      <strong>${t("learning.new")}</strong>
      ${
        firstGame
          ? html`<gueridon-first-game
              game=${id}
              name=${title}
              .first=${firstGame}
            ></gueridon-first-game>`
          : ""
      }
      <a class="button" href="/learn/${encodeURIComponent(id)}">${t("learning.howToPlay")}</a>
    </section>`;
  }

  #seatChoice({ seats }: GameLineFragment) {
    return html`<fieldset class="panel">
      <legend>${t("newTable.seats")}</legend>
      <div class="numbers">
        ${seats.map(
          (count) =>
            html`<label class="choice">
              <input
                type="radio"
                name="seats"
                .checked=${count === this.seats}
                @change=${() => {
                  this.seats = count;
                }}
              />
              ${count}
            </label>`,
        )}
      </div>
      ${this.#check("sits", t("newTable.sit"))} ${this.#check("hasBots", t("newTable.bots"))}
      ${
        this.hasBots
          ? levelSelect(this.level, (level) => {
              this.level = level;
            })
          : ""
      }
    </fieldset>`;
  }

  /** How many seats the visitor leaves free. */
  #freeSeats(): number {
    return this.seats - (this.sits ? 1 : 0);
  }

  /** The programs that would play at this table. */
  #opponents() {
    const choose = ({ detail }: ProgramEvent) => {
      const { id } = detail.player;
      const others = this.programs.filter((other) => other !== id);
      this.programs =
        others.length < this.programs.length
          ? others
          : [...others, id].slice(-Math.max(this.#freeSeats(), 1));
    };
    const listed = ({ detail }: ListedEvent) => {
      this.programs = stillChosen(this.programs, this.#freeSeats(), detail);
      this.hasPrograms = detail.length > 0;
    };
    const failed = () => {
      this.hasPrograms = true;
    };
    return html`<section class="panel" aria-labelledby="programs" ?hidden=${!this.hasPrograms}>
      <h2 id="programs">${t("programs.opponents")}</h2>
      <p>${t("programs.opponentsText")} <a href="/programs">${t("programs.all")}</a></p>
      ${
        this.kind === null
          ? ""
          : html`<gueridon-ready-programs
              .kind=${this.kind}
              .action=${t("programs.playAgainst")}
              .chosen=${this.programs}
              @gueridon-program=${choose}
              @gueridon-programs-listed=${listed}
              @gueridon-programs-failed=${failed}
            ></gueridon-ready-programs>`
      }
    </section>`;
  }

  /** What a table can do without, folded: the rules of the game and the table's settings. */
  #more(game: GameLineFragment) {
    return html`<details class="panel">
      <summary>
        <strong>${t("newTable.more")}</strong>
        <span class="soft">${this.summary}</span>
      </summary>
      <section aria-labelledby="options">
        <h2 id="options">${t("newTable.options", { game: game.title })}</h2>
        ${
          this.fields === null
            ? html`<p role="status">${t("newTable.loading")}</p>`
            : html`<gueridon-options-form
                .fields=${this.fields}
                .preset=${member(game.options, game.id)}
                .first=${this.learning?.beginnerOptions ?? null}
              ></gueridon-options-form>`
        }
      </section>
      <section aria-labelledby="settings">
        <h2 id="settings">${t("newTable.settings")}</h2>
        <gueridon-settings-form></gueridon-settings-form>
      </section>
    </details>`;
  }

  #check(field: "sits" | "hasBots", words: string) {
    const changed = (event: Event) => {
      this[field] = (event.target as HTMLInputElement).checked;
    };
    return html`<label class="check">
      <input type="checkbox" .checked=${this[field]} @change=${changed} /> ${words}
    </label>`;
  }

  async #submit(event: Event) {
    event.preventDefault();
    if (this.isBusy || this.opened !== null || !this.options || !this.settings) return;
    // What is wrong there has to be seen, and reached.
    const isWrong = this.options.value === null || this.settings.value === null;
    if (isWrong && this.folded) this.folded.open = true;
    const options = await this.options.read();
    const settings = options && (await this.settings.read());
    if (!options || !settings) return;
    this.isBusy = true;
    try {
      if (this.guest && !(await this.guest.enter())) return;
      // Every game adds a field to `Options`, which the page cannot know.
      await this.#open({ [this.game]: options } as Options, settings);
    } finally {
      this.isBusy = false;
    }
  }

  async #open(options: Options, settings: TableSettings) {
    const { seats } = this;
    const opened = await mutate(OpenTableDocument, { options, seats, settings });
    if (opened.refusal) {
      const isKnown = !["UNREACHABLE", "UNAVAILABLE"].includes(opened.refusal.code);
      return this.#refuse(isKnown ? opened.refusal.message : t("newTable.noAnswer"));
    }
    const { table } = opened.done;
    const refusal = table && (await this.#seat(table));
    if (refusal) {
      this.opened = table.id;
      return this.#refuse(refusal);
    }
    // If the answer lacks the table, the visitor finds it in the list of their own.
    if (this.isConnected) go(table ? `/tables/${table.id}` : "/mine");
  }

  /** Seats the visitor, programs and bots as chosen; answers why not, or null. */
  async #seat({ id, seats }: RoomTableFragment): Promise<string | null> {
    if (this.sits) {
      const { refusal } = await mutate(SitDocument, { table: id, seat: 0 });
      if (refusal) return refusal.message;
    }
    const free = seats.slice(this.sits ? 1 : 0);
    const asked = free.slice(0, this.programs.length);
    for (const [index, { number: seat }] of asked.entries()) {
      const program = this.programs[index] ?? "";
      const { refusal } = await mutate(ChallengeDocument, { table: id, seat, program });
      if (refusal) return refusal.message;
    }
    for (const { number: seat } of this.hasBots ? free.slice(asked.length) : []) {
      const { refusal } = await mutate(SeatBotDocument, { table: id, seat, bot: this.level });
      if (refusal) return refusal.message;
    }
    return null;
  }

  async #refuse(refusal: string) {
    this.refusal = refusal;
    await this.updateComplete;
    this.refused?.focus();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-new": NewTablePage;
  }
}
