// Offers: each legal step with its target on the table, and whether it is played at once or composed
// with others. `KINDS` lists every kind of step.
import type { LegalMove } from "@gueridon/web/element";
import type { AbyssMove, AbyssView } from "./generated.ts";
import { THREAT } from "./generated-cards.ts";
import { LOCATION_DECK, REVEALED, rewardTarget, targetsOf, type Target } from "./targets.ts";

/** The kinds of steps that this table knows. */
export type StepKind = keyof AbyssMove;

/** What decides where a step is offered. */
interface Situation {
  readonly view: AbyssView;
  readonly seat: number | null;
  /** The square whose rewards are offered, 1 to 6. */
  readonly square: number;
}

/** The arguments of a step. */
type Fields = Readonly<Record<string, string | number>>;

interface Kind {
  /** The target on which it is offered; without one it is offered in the action bar. */
  readonly on?: (fields: Fields, situation: Situation) => string;
  /** Whether the action bar has it too, because it is one of the answers to a question. */
  readonly isAnswer?: boolean;
  /** Whether it is composed with later steps; otherwise it is sent at once, after those composed. */
  readonly isComposed?: (situation: Situation) => boolean;
}

const court: Kind = { on: ({ lord }) => `court:${lord}` };
const stack: Kind = { on: ({ race }) => `stack:${race}` };
const player: Kind = { on: ({ seat }) => `side:${seat}` };
const ownLord: Kind = { on: ({ lord }, { seat }) => `lord:${seat}:${lord}` };
const revealed: Kind = { on: () => REVEALED, isAnswer: true };
const bar: Kind = {};

/*
 * What is composed: a recruitment (`recruit`, then `spend` card by card) until `pay` sends the whole
 * as one entry, and all cards of a discard but the last. A composed step reveals nothing, so that
 * the whole can be sent as one. A payment may reveal something, so the choice of the Ally to keep
 * after it is an entry of its own.
 */
const KINDS: Readonly<Record<StepKind, Kind>> = {
  plot: bar,
  explore: bar,
  takeStack: stack,
  recruit: { ...court, isComposed: ({ view }) => view.question === "ACT" },
  buy: revealed,
  decline: bar,
  takeAlly: revealed,
  reveal: bar,
  fight: revealed,
  takeReward: {
    on: ({ keys, pearls, monsters }, { square }) =>
      rewardTarget(square, {
        keys: Number(keys),
        pearls: Number(pearls),
        monsters: Number(monsters),
      }),
  },
  spend: { on: ({ ally }) => `hand:${ally}`, isComposed: () => true },
  pay: bar,
  affiliate: { on: ({ ally }) => `payment:${ally}` },
  discard: {
    on: ({ ally }) => `hand:${ally}`,
    isComposed: ({ view, seat }) =>
      view.players.some((one) => one.seat === seat && one.toDiscard > 1),
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

/** A legal step, as the table offers it. */
export interface Offer {
  readonly move: unknown;
  readonly words: string;
  /** Null for a kind that this build of the table does not know. */
  readonly kind: StepKind | null;
  /** Whether it is added to the composed steps instead of being sent. */
  readonly isComposed: boolean;
}

/** All legal steps, by where they are offered. */
export interface Offers {
  readonly at: ReadonlyMap<Target, readonly Offer[]>;
  /** Steps in the action bar. */
  readonly bar: readonly Offer[];
}

/** Assigns each move to its target if that is on the table, to the action bar otherwise. */
export function offersFor(
  moves: readonly LegalMove[],
  view: AbyssView,
  seat: number | null,
): Offers {
  const steps = moves.map(({ move, words }) => ({ move, words, ...partsOf(move) }));
  const rewards = steps.filter(({ kind }) => kind === "takeReward").map(({ fields }) => fields);
  const situation: Situation = { view, seat, square: squareOf(rewards, view.threat) };
  const drawn: ReadonlySet<string> = targetsOf(view, seat);
  const at = new Map<Target, Offer[]>();
  const inBar: Offer[] = [];
  for (const { move, words, kind, fields } of steps) {
    const how = kind === null ? bar : KINDS[kind];
    const offer: Offer = { move, words, kind, isComposed: how.isComposed?.(situation) ?? false };
    const target = how.on?.(fields, situation);
    if (target !== undefined && drawn.has(target)) {
      const there = target as Target;
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
