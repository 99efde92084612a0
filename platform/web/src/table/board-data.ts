// What a game's table is given of what the page knows.
import type { LiveTableFragment } from "../api/generated.ts";
import type { TableState } from "../element.ts";
import type { BoardData } from "./board.ts";
import type { TableFeed } from "./table-feed.ts";
import type { PlayController } from "./play-controller.ts";

/** The platform's part of a table, in the words of the contract. */
export function stateOf(table: LiveTableFragment, isReplay: boolean): TableState {
  return {
    id: table.id,
    seq: table.seq ?? 0,
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

/** Makes what a game's table is given, and anew only what has changed: it draws by that. */
export class BoardDataBuilder {
  #of: LiveTableFragment | null = null;
  #state: TableState | null = null;

  /** What is shown of a table: as it is now, or as it was. */
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
