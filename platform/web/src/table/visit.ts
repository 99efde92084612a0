// Being at one table as one visitor: whoever comes as another, or to another table, begins anew.
import type { ReactiveControllerHost } from "lit";
import { Live } from "./table-feed.ts";
import { Look } from "../replay/replay-controller.ts";
import { Play } from "./play-controller.ts";

/** What the visitor sees at a table now, what of its past, and what they do there. */
export class Visit {
  readonly #host: ReactiveControllerHost;
  /** As whom; null for a passer-by. */
  readonly token: string | null;
  readonly live: Live;
  readonly look: Look;
  readonly play: Play;

  constructor(host: ReactiveControllerHost, table: string, token: string | null) {
    this.#host = host;
    this.token = token;
    this.live = new Live(host, table);
    this.look = new Look(host, this.live);
    this.play = new Play(host, this.live);
  }

  /** Follows the table no more; what was seen last stays. */
  end(): void {
    for (const one of [this.live, this.look, this.play]) {
      one.hostDisconnected();
      this.#host.removeController(one);
    }
  }
}
