// From moves to things: on which thing of the table a step is offered, and whether it is played at
// once or is one of several that are composed. The one table of all kinds of steps is here.
import type { LegalMove } from "@gueridon/web/element";
import type { AbyssMove, AbyssView } from "./generated.ts";
import { THREAT } from "./generated-cards.ts";
import { LOCATION_DECK, REVEALED, rewardThing, thingsOf, type Thing } from "./things.ts";

/** The kinds of steps that this table knows. */
export type StepKind = keyof AbyssMove;

/** Where one stands when a step is offered. */
interface Situation {
  readonly view: AbyssView;
  readonly seat: number | null;
  /** The square whose rewards are offered, 1 to 6. */
  readonly square: number;
}

/** What a step says besides its kind. */
type Fields = Readonly<Record<string, string | number>>;

interface Kind {
  /** The thing on which it is offered; without one it is offered in the action bar. */
  readonly on?: (fields: Fields, situation: Situation) => string;
  /** Whether the action bar has it too, because it is one of the answers to a question. */
  readonly isAnswer?: boolean;
  /** Whether it waits for others to be sent with it; otherwise it is sent at once, with those that wait. */
  readonly waits?: (situation: Situation) => boolean;
}

const court: Kind = { on: ({ lord }) => `court:${lord}` };
const stack: Kind = { on: ({ race }) => `stack:${race}` };
const player: Kind = { on: ({ seat }) => `side:${seat}` };
const ownLord: Kind = { on: ({ lord }, { seat }) => `lord:${seat}:${lord}` };
const revealed: Kind = { on: () => REVEALED, isAnswer: true };
const bar: Kind = {};

/*
 * What waits: a recruitment (`recruit`, then `spend` card by card) until `pay` sends the whole as
 * one entry, and all cards of a discard but the last. Nothing that waits brings anything new to
 * light, so that the whole can be sent at once; the choice of the Ally to keep comes after what the
 * payment has told, and is an entry of its own.
 */
const KINDS: Readonly<Record<StepKind, Kind>> = {
  plot: bar,
  explore: bar,
  takeStack: stack,
  recruit: { ...court, waits: ({ view }) => view.question === "ACT" },
  buy: revealed,
  decline: bar,
  takeAlly: revealed,
  reveal: bar,
  fight: revealed,
  takeReward: {
    on: ({ keys, pearls, monsters }, { square }) =>
      rewardThing(square, {
        keys: Number(keys),
        pearls: Number(pearls),
        monsters: Number(monsters),
      }),
  },
  spend: { on: ({ ally }) => `hand:${ally}`, waits: () => true },
  pay: bar,
  affiliate: { on: ({ ally }) => `payment:${ally}` },
  discard: {
    on: ({ ally }) => `hand:${ally}`,
    waits: ({ view, seat }) => view.players.some((one) => one.seat === seat && one.toDiscard > 1),
  },
  turnLord: { on: ({ seat, lord }) => `lord:${seat}:${lord}` },
  rob: player,
  swapLocation: { on: ({ own }, { seat }) => `owned:${seat}:${own}` },
  giveUp: ownLord,
  takeLord: court,
  takeLocation: {
    on: ({ location }, { view }) => {
      if (view.drawn.some((one) => one === location)) return `drawn:${location}`;
      if (view.searched?.some((one) => one === location)) return `searched:${location}`;
      return `location:${location}`;
    },
  },
  drawLocations: { on: () => LOCATION_DECK },
  useLord: ownLord,
  useToken: { on: (_, { seat }) => `tokens:${seat}` },
  sellAlly: { on: ({ ally }) => `hand:${ally}` },
  discardStack: stack,
  replaceLord: court,
  endTurn: bar,
  buyWithNebulis: revealed,
  payWithNebulis: bar,
  recruitWithNebulis: court,
  placeKraken: stack,
  chooseHolder: player,
  reserveLord: court,
  reserveStack: stack,
  reserveLocation: { on: ({ location }) => `location:${location}` },
  continueSearch: bar,
  stopSearch: bar,
  giveNebulis: player,
  takeDiscarded: { on: ({ ally }) => `discard:${ally}` },
  nameRace: stack,
  discardAffiliated: { on: ({ ally }, { seat }) => `affiliated:${seat}:${ally}` },
  freeLord: ownLord,
  swapNebulis: bar,
  inviteLord: bar,
};

/** A step that can be chosen. */
export interface Offer {
  readonly move: unknown;
  readonly words: string;
  /** Null for a kind that this table does not know. */
  readonly kind: StepKind | null;
  /** Whether it is only added to what is composed. */
  readonly waits: boolean;
}

/** Every step that is open, where it is offered. */
export interface Offers {
  readonly at: ReadonlyMap<Thing, readonly Offer[]>;
  /** Those in the action bar. */
  readonly bar: readonly Offer[];
}

/** Says where each move is offered: on its thing if that is on the table, in the action bar otherwise. */
export function arrange(moves: readonly LegalMove[], view: AbyssView, seat: number | null): Offers {
  const steps = moves.map(({ move, words }) => ({ move, words, ...partsOf(move) }));
  const rewards = steps.filter(({ kind }) => kind === "takeReward").map(({ fields }) => fields);
  const situation: Situation = { view, seat, square: squareOf(rewards, view.threat) };
  const drawn: ReadonlySet<string> = thingsOf(view, seat);
  const at = new Map<Thing, Offer[]>();
  const inBar: Offer[] = [];
  for (const { move, words, kind, fields } of steps) {
    const how = kind === null ? bar : KINDS[kind];
    const offer: Offer = { move, words, kind, waits: how.waits?.(situation) ?? false };
    const thing = how.on?.(fields, situation);
    if (thing !== undefined && drawn.has(thing)) {
      const there = thing as Thing;
      at.set(there, [...(at.get(there) ?? []), offer]);
      if (how.isAnswer) inBar.push(offer);
    } else {
      inBar.push(offer);
    }
  }
  return { at, bar: inBar };
}

function partsOf(move: unknown): { kind: StepKind | null; fields: Fields } {
  const unknown = { kind: null, fields: {} };
  if (typeof move !== "object" || move === null || !("abyss" in move)) return unknown;
  const step = move.abyss;
  if (typeof step !== "object" || step === null) return unknown;
  const entries = Object.entries(step) as [string, unknown][];
  const [entry] = entries;
  if (entry === undefined || entries.length > 1 || !Object.hasOwn(KINDS, entry[0])) return unknown;
  const [kind, content] = entry;
  const fields = typeof content === "object" && content !== null ? (content as Fields) : {};
  return { kind: kind as StepKind, fields };
}

/** The square that offers these rewards: the marker's, or the nearest one below it, or any. */
function squareOf(rewards: readonly Fields[], threat: number): number {
  const all = THREAT.map((_, place) => place + 1);
  const nearest = [...all.filter((n) => n <= threat).reverse(), ...all.filter((n) => n > threat)];
  const has = (square: number) =>
    rewards.every(({ keys, pearls, monsters }) =>
      THREAT[square - 1]?.some(
        (one) => one.keys === keys && one.pearls === pearls && one.monsters === monsters,
      ),
    );
  return nearest.find(has) ?? threat;
}
