// Declining without being asked: whatever others do or offer, until the visitor's next turn or for
// the whole game. The page answers for them as long as it is open at the table.
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { read, write } from "../preferences/storage.ts";
import type { PlayController } from "./play-controller.ts";
import type { TableFeed } from "./table-feed.ts";
import { wantsOf } from "./wants.ts";

/** For how long everything is declined. */
export type Until = "turn" | "game";

/** What the visitor has said once and for all, at one table. */
export class StandingAnswer implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #live: TableFeed;
  readonly #play: PlayController;
  readonly #key: string;
  #until: Until | null;
  /** The question that was answered last: a refusal is not sent again. */
  #answered: number | null = null;

  constructor(host: ReactiveControllerHost, live: TableFeed, play: PlayController) {
    this.#host = host;
    this.#live = live;
    this.#play = play;
    this.#key = `gueridon.declines.${live.id}`;
    const kept = read(this.#key);
    this.#until = kept === "turn" || kept === "game" ? kept : null;
    host.addController(this);
  }

  /** For how long everything is declined; null while each question is asked. */
  get until(): Until | null {
    return this.#until;
  }

  /** Declines everything from now on, or has the visitor asked again. */
  decline(until: Until | null): void {
    this.#until = until;
    this.#answered = null;
    write(this.#key, until);
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    const { table } = this.#live;
    if (this.#until === null || !table) return;
    const wants = wantsOf(table);
    const isOver = table.status !== "PLAYING" || table.seat === null;
    if (isOver || (this.#until === "turn" && wants.includes("TURN"))) {
      this.decline(null);
      return;
    }
    if (!wants.includes("ASKED") || this.#play.isBusy || this.#answered === table.since) return;
    const declining = table.moves?.find(({ declines }) => declines);
    if (!declining) return;
    this.#answered = table.since;
    void this.#play.play([declining.move]);
  }
}
