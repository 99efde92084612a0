// Being at one table as one visitor: whoever comes as another, or to another table, begins anew.
import type { ReactiveControllerHost } from "lit";
import { TableFeed } from "./table-feed.ts";
import { ReplayController } from "../replay/replay-controller.ts";
import { PlayController } from "./play-controller.ts";

/** What the visitor sees at a table now, what of its past, and what they do there. */
export class Visit {
  readonly #host: ReactiveControllerHost;
  /** As whom; null for a passer-by. */
  readonly token: string | null;
  readonly feed: TableFeed;
  readonly replay: ReplayController;
  readonly play: PlayController;

  constructor(host: ReactiveControllerHost, table: string, token: string | null) {
    this.#host = host;
    this.token = token;
    this.feed = new TableFeed(host, table);
    this.replay = new ReplayController(host, this.feed);
    this.play = new PlayController(host, this.feed);
  }

  /** Follows the table no more; what was seen last stays. */
  end(): void {
    for (const one of [this.feed, this.replay, this.play]) {
      one.hostDisconnected();
      this.#host.removeController(one);
    }
  }
}
