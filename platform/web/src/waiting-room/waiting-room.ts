// The waiting room: a table before its game, with its seats, settings and the owner's controls.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import {
  ChallengeDocument,
  CloseTableDocument,
  HandOverDocument,
  LeaveDocument,
  RemoveFromSeatDocument,
  SeatBotDocument,
  SitDocument,
  StartDocument,
  type Options,
  type RoomTableFragment,
} from "../api/generated.ts";
import { mutate, type Answer } from "../api/mutate.ts";
import { USUAL_LEVEL, levelSelect } from "../bots/level-select.ts";
import { $me } from "../session/session.ts";
import { $language } from "../preferences/preferences.ts";
import { settingsInWords } from "../tables/settings-summary.ts";
import { sharedStyles } from "../ui/shared-styles.ts";
import { sitsAt } from "../tables/table-line.ts";
import { labelled } from "../i18n/labelled.ts";
import { t } from "../i18n/words.ts";
import "../invitations/invite-panel.ts";
import "../options/options-summary.ts";
import { declineInWords } from "../programs/program-words.ts";
import "../programs/ready-programs.ts";
import { clockKind, type ProgramEvent } from "../programs/ready-programs.ts";
import { isOpenTo, seatLabel, takenSeats } from "../tables/seat-line.ts";
import "../sign-in/sign-in-dialog.ts";
import type { SignInDialog } from "../sign-in/sign-in-dialog.ts";

/** The answer of a mutation about a table. */
interface TableAnswer extends Answer {
  readonly result: { readonly ok: boolean; readonly table?: RoomTableFragment | null } | null;
}

type Seat = RoomTableFragment["seats"][number];

/**
 * `<gueridon-room>`: its slot is drawn at the top. It sends the visitor's actions itself, and
 * dispatches `gueridon-changed` when one is done. Updates come by `table`.
 */
@customElement("gueridon-room")
export class WaitingRoom extends LitElement {
  static override styles = [
    sharedStyles,
    css`
      .columns {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr));
        gap: var(--space);
        align-items: start;
      }
      .seats {
        display: grid;
        gap: 0.6rem;
      }
      .seat {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 0.4rem 0.75rem;
        padding: 0.5rem 0.75rem;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--sunken);
      }
      .seat.free {
        border-style: dashed;
        background: none;
      }
      .number {
        font-weight: 700;
        color: var(--ink-soft);
      }
      .who {
        flex: 1 1 8rem;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      dl {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 0.25rem 0.9rem;
        margin: 0;
      }
      dt {
        color: var(--ink-soft);
      }
      dd {
        margin: 0;
        overflow-wrap: anywhere;
      }
      .stack {
        margin-top: var(--space);
      }
      .refusal {
        margin-bottom: var(--space);
      }
      .actions {
        margin-top: var(--space);
      }
      dialog {
        max-width: min(30rem, calc(100vw - 2rem));
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--surface);
        color: var(--ink);
      }
      dialog::backdrop {
        background: #000a;
      }
    `,
  ];

  @property({ attribute: false }) table: RoomTableFragment | null = null;
  @state() private level = USUAL_LEVEL;
  @state() private isBusy = false;
  @state() private refusal: string | null = null;
  @query("#refusal") private readonly refused?: HTMLElement;
  @query("gueridon-who") private readonly who?: SignInDialog;
  @query("dialog") private readonly dialog?: HTMLDialogElement;
  readonly #language = new StoreController(this, $language);
  readonly #me = new StoreController(this, $me);

  override render() {
    const { table } = this;
    if (!table) return "";
    return html`<div lang=${this.#language.value.toLowerCase()}>
      <slot></slot>
      <div id="refusal" role="alert" tabindex="-1" class=${this.refusal === null ? "" : "refusal"}>
        ${this.refusal}
      </div>
      <div class="columns">
        <section class="panel" aria-labelledby="seats">
          <h2 id="seats" tabindex="-1">${t("waitingRoom.seats")}</h2>
          <p role="status">
            ${t("waitingRoom.status", {
              seats: t("tables.seatsTaken", {
                taken: takenSeats(table.seats),
                count: table.seats.length,
              }),
              waiting: this.#waiting(table),
            })}
          </p>
          <ol class="plain seats">
            ${table.seats.map((seat) => this.#seat(table, seat))}
          </ol>
          ${this.#declines(table)} ${this.#actions(table)}
        </section>
        <div>
          <section class="panel" aria-labelledby="how">
            <h2 id="how">${t("waitingRoom.settings")}</h2>
            <dl>
              ${settingsInWords(table.settings).map(
                ([term, words]) =>
                  html`<dt>${term}</dt>
                    <dd>${words}</dd>`,
              )}
              <dt>${t("tables.options")}</dt>
              <dd>
                <gueridon-options-words
                  all
                  .game=${table.game?.id ?? ""}
                  .options=${table.options}
                ></gueridon-options-words>
              </dd>
              <dt>${t("waitingRoom.owner")}</dt>
              <dd>${table.owner?.name ?? t("waitingRoom.noOwner")}</dd>
            </dl>
          </section>
          ${this.#isOwner(table) ? this.#opponents(table) : ""}
          ${
            this.#isOwner(table) || this.#isSeated(table)
              ? html`<gueridon-inviting class="stack" .table=${table}></gueridon-inviting>`
              : ""
          }
        </div>
      </div>
      <gueridon-who></gueridon-who>
      ${this.#isOwner(table) ? this.#closing(table) : ""}
    </div>`;
  }

  /** Why programs that were asked do not sit at the seats that are free. */
  #declines({ declines, seats }: RoomTableFragment) {
    const isFree = (seat: number) => seats[seat]?.name === null;
    return html`<div role="status">
      ${declines
        .filter(({ seat }) => isFree(seat))
        .map(({ reason, program }) => html`<p>${declineInWords(reason, program)}</p>`)}
    </div>`;
  }

  /** The programs that can be asked to the first seat that is free. */
  #opponents(table: RoomTableFragment) {
    const free = table.seats.find(({ name }) => name === null);
    if (!free || !table.game) return "";
    const kind = {
      options: table.options as Options,
      seats: table.seats.length,
      clock: clockKind(table.settings.clock),
    };
    const challenge = ({ detail }: ProgramEvent) =>
      void this.#act(
        ChallengeDocument,
        { table: table.id, seat: free.number, program: detail.player.id },
        free.number,
      );
    return html`<section class="panel stack" aria-labelledby="programs">
      <h2 id="programs">${t("programs.opponents")}</h2>
      <gueridon-ready-programs
        .kind=${kind}
        .action=${t("programs.ask")}
        @gueridon-program=${challenge}
      ></gueridon-ready-programs>
    </section>`;
  }

  #isOwner(table: RoomTableFragment): boolean {
    return table.owner !== null && table.owner.id === this.#me.value?.id;
  }

  #isSeated(table: RoomTableFragment): boolean {
    return sitsAt(table, this.#me.value?.id);
  }

  /** What the table waits for. */
  #waiting(table: RoomTableFragment) {
    if (takenSeats(table.seats) < table.seats.length) {
      return table.settings.startsWhenFull
        ? t("waitingRoom.startsWhenFull")
        : t("waitingRoom.waitsForPlayers");
    }
    if (this.#isOwner(table)) return t("waitingRoom.canStart");
    return t("waitingRoom.waitsForOwner", { name: table.owner?.name ?? t("waitingRoom.noOwner") });
  }

  #seat(table: RoomTableFragment, seat: Seat) {
    const isOwn = seat.player !== null && seat.player.id === this.#me.value?.id;
    const isOwners = seat.player !== null && seat.player.id === table.owner?.id;
    const isFree = seat.name === null;
    const place = t("waitingRoom.seat", { number: seat.number + 1 });
    return html`<li id="seat-${seat.number}" class="seat ${isFree ? "free" : ""}" tabindex="-1">
      <span class="number">${place}</span>
      <span class="who">
        ${seatLabel(seat)} ${isOwn ? html`<span class="badge">${t("waitingRoom.you")}</span>` : ""}
        ${isOwners ? html`<span class="badge">${t("waitingRoom.ownerBadge")}</span>` : ""}
        ${seat.answerBy === null ? "" : html`<span class="badge">${t("programs.asked")}</span>`}
      </span>
      ${
        isFree
          ? this.#freeSeat(table, seat, place)
          : this.#isOwner(table) && !isOwn
            ? this.#takenSeat(table, seat)
            : ""
      }
    </li>`;
  }

  #freeSeat(table: RoomTableFragment, seat: Seat, place: string) {
    const { number } = seat;
    const sit = () => void this.#sit(number);
    const bot = () =>
      void this.#act(SeatBotDocument, { table: table.id, seat: number, bot: this.level }, number);
    return html`
      ${
        this.#isSeated(table) || !isOpenTo(seat, this.#me.value?.id)
          ? ""
          : html`<button
              class="main"
              aria-label=${labelled(t("waitingRoom.sit"), place)}
              aria-disabled=${this.isBusy ? "true" : "false"}
              @click=${sit}
            >
              ${t("waitingRoom.sit")}
            </button>`
      }
      ${
        this.#isOwner(table)
          ? html`<button
              aria-label=${labelled(t("waitingRoom.bot"), place)}
              aria-disabled=${this.isBusy ? "true" : "false"}
              @click=${bot}
            >
              ${t("waitingRoom.bot")}
            </button>`
          : ""
      }
    `;
  }

  #takenSeat(table: RoomTableFragment, { number, name, player }: Seat) {
    const remove = () =>
      void this.#act(RemoveFromSeatDocument, { table: table.id, seat: number }, number);
    return html`
      ${
        player && player.standing !== "PROGRAM"
          ? html`<button
              aria-label=${labelled(t("waitingRoom.handOver"), name ?? "")}
              aria-disabled=${this.isBusy ? "true" : "false"}
              @click=${() =>
                void this.#act(HandOverDocument, { table: table.id, player: player.id }, number)}
            >
              ${t("waitingRoom.handOver")}
            </button>`
          : ""
      }
      <button
        aria-label=${labelled(t("waitingRoom.remove"), name ?? "")}
        aria-disabled=${this.isBusy ? "true" : "false"}
        @click=${remove}
      >
        ${t("waitingRoom.remove")}
      </button>
    `;
  }

  #actions(table: RoomTableFragment) {
    const variables = { table: table.id };
    const isFull = takenSeats(table.seats) === table.seats.length;
    const isOwner = this.#isOwner(table);
    const canFill = isOwner && table.seats.some((seat) => isOpenTo(seat, undefined));
    return html`<div class="row actions">
      ${
        isOwner && isFull
          ? html`<button
              class="main"
              aria-disabled=${this.isBusy ? "true" : "false"}
              @click=${() => void this.#act(StartDocument, variables, null)}
            >
              ${t("waitingRoom.start")}
            </button>`
          : ""
      }
      ${
        canFill
          ? html`<button
              aria-disabled=${this.isBusy ? "true" : "false"}
              @click=${() => void this.#fill(table)}
            >
              ${t("waitingRoom.fillWithBots")}
            </button>`
          : ""
      }
      ${
        isOwner && !isFull
          ? levelSelect(this.level, (level) => {
              this.level = level;
            })
          : ""
      }
      ${
        this.#isSeated(table)
          ? html`<button
              aria-disabled=${this.isBusy ? "true" : "false"}
              @click=${() => void this.#act(LeaveDocument, variables, null)}
            >
              ${t("waitingRoom.leave")}
            </button>`
          : ""
      }
      ${
        isOwner
          ? html`<button
              class="plain"
              aria-disabled=${this.isBusy ? "true" : "false"}
              @click=${this.#askToClose}
            >
              ${t("waitingRoom.close")}
            </button>`
          : ""
      }
    </div>`;
  }

  /** Asks for confirmation, because closing affects everybody at the table. */
  #closing(table: RoomTableFragment) {
    const variables = { table: table.id };
    const close = () => {
      this.dialog?.close();
      void this.#act(CloseTableDocument, variables, null);
    };
    return html`<dialog aria-labelledby="closing">
      <h2 id="closing">${t("waitingRoom.confirmClose")}</h2>
      <p>${t("waitingRoom.closeConsequences")}</p>
      <div class="row">
        <button type="button" @click=${() => this.dialog?.close()}>
          ${t("waitingRoom.keepOpen")}
        </button>
        <button type="button" class="main" @click=${close}>${t("waitingRoom.close")}</button>
      </div>
    </dialog>`;
  }

  #askToClose() {
    if (!this.isBusy) this.dialog?.showModal();
  }

  async #sit(seat: number) {
    if (!this.table || !(await this.who?.known())) return;
    const variables = { table: this.table.id, seat };
    await this.#act(SitDocument, variables, seat);
  }

  /** Seats bots one after the other, until one is refused or all are seated; not on kept seats. */
  async #fill({ id, seats }: RoomTableFragment) {
    for (const one of seats) {
      if (!isOpenTo(one, undefined)) continue;
      const { number: seat } = one;
      const variables = { table: id, seat, bot: this.level };
      if (!(await this.#act(SeatBotDocument, variables, null))) return;
    }
  }

  /** Sends an action; answers whether it was done. The focus moves to the affected seat. */
  async #act<A extends TableAnswer, Variables extends object>(
    document: TypedDocumentNode<A, Variables>,
    variables: Omit<Variables, "language">,
    seat: number | null,
  ): Promise<boolean> {
    if (this.isBusy) return false;
    this.isBusy = true;
    const { done, refusal } = await mutate<TableAnswer, Variables>(document, variables);
    this.isBusy = false;
    this.refusal = refusal?.message ?? null;
    if (done?.table) {
      this.table = done.table;
      this.dispatchEvent(new Event("gueridon-changed"));
    }
    await this.updateComplete;
    // The button that was pressed may be gone, and the focus with it.
    const place = seat === null ? "#seats" : `#seat-${seat}`;
    if (refusal !== null) this.refused?.focus();
    else this.renderRoot.querySelector<HTMLElement>(place)?.focus();
    return refusal === null;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-room": WaitingRoom;
  }
}
