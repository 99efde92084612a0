// The data that a game's own table is given.
import type { LiveTableFragment } from "../api/generated.ts";
import type { TableState } from "@gueridon/element";
import type { BoardData } from "./board.ts";
import type { TableFeed } from "./table-feed.ts";
import type { PlayController } from "./play-controller.ts";

/** The platform's part of a table, in the words of the contract. */
export function stateOf(table: LiveTableFragment, isReplay: boolean): TableState {
  return {
    id: table.id,
    seq: table.seq ?? 0,
    since: table.since,
    status: table.status,
    seats: table.seats.map(({ number, name, condition, toAct }) => ({
      number,
      name,
      condition,
      toAct: toAct === true,
    })),
    seat: table.seat,
    prompt: table.prompt,
    isReplay,
  };
}

/** Makes the data, reusing the objects that have not changed, so that the element redraws less. */
export class BoardDataBuilder {
  #of: LiveTableFragment | null = null;
  #state: TableState | null = null;

  /** The data of a table: as it is now, or in a replay. */
  of(
    live: TableFeed,
    play: PlayController,
    table: LiveTableFragment,
    isReplay: boolean,
  ): BoardData {
    if (this.#state === null || this.#of !== table || this.#state.isReplay !== isReplay) {
      this.#of = table;
      this.#state = stateOf(table, isReplay);
    }
    return {
      table: this.#state,
      view: table.view,
      moves: isReplay ? NO_MOVES : (table.moves ?? NO_MOVES),
      score: table.score,
      catalogue: live.catalogue,
      preview: isReplay ? null : play.preview,
      isBusy: play.isBusy,
    };
  }
}

const NO_MOVES: [] = [];
