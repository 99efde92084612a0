// One visitor at one table; another visitor or table gets a new visit.
import type { ReactiveControllerHost } from "lit";
import { TableFeed } from "./table-feed.ts";
import { ReplayController } from "../replay/replay-controller.ts";
import { PlayController } from "./play-controller.ts";
import { StandingAnswer } from "./standing-answer.ts";

/** The table's feed, its replay, and the visitor's moves. */
export class Visit {
  readonly #host: ReactiveControllerHost;
  /** The visitor's token; null when not signed in. */
  readonly token: string | null;
  readonly feed: TableFeed;
  readonly replay: ReplayController;
  readonly play: PlayController;
  readonly answer: StandingAnswer;

  constructor(host: ReactiveControllerHost, table: string, token: string | null) {
    this.#host = host;
    this.token = token;
    this.feed = new TableFeed(host, table);
    this.replay = new ReplayController(host, this.feed);
    this.play = new PlayController(host, this.feed);
    this.answer = new StandingAnswer(host, this.feed, this.play);
  }

  /** Stops following the table; the last state is kept. */
  end(): void {
    for (const one of [this.feed, this.replay, this.play]) {
      one.hostDisconnected();
      this.#host.removeController(one);
    }
    this.#host.removeController(this.answer);
  }
}
