// Offers: each legal step with the places on the board that lead to it, and whether it is sent at
// once or composed with others. `KINDS` lists every kind of step.
import { partsOf, type Fields, type Offer as AnyOffer } from "@gueridon/board/steps.ts";
import type { LegalMove } from "@gueridon/element";
import type { Reward } from "./card-figures.ts";
import type { AbyssMove, AbyssView } from "./generated.ts";
import { THREAT } from "./generated-cards.ts";

/** The kinds of steps that this board knows. */
export type Kind = keyof AbyssMove;

/** A place on the board that can be chosen: its sort, and which one. */
export type Target =
  `${"track" | "court" | "stack" | "reward" | "hand" | "payment" | "affiliated" | "discard" | "lord" | "side" | "tokens" | "location" | "owned" | "drawn" | "searched" | "deck" | "sentinel" | "count"}:${string}`;

/** The card that was revealed last. */
export const REVEALED: Target = "track:last";
/** The exploration deck. */
export const DECK: Target = "deck:exploration";
/** The deck of Locations. */
export const LOCATION_DECK: Target = "deck:locations";
/** The deck of Lords, which nothing is chosen of, but which tells what a plot is. */
export const LORD_DECK: Target = "deck:lords";

/** A Lord in front of a player. */
export function lordOf(seat: number | string, lord: string | number): Target {
  return `lord:${seat}:${lord}`;
}

/** A reward on a square, 1 to 6. */
export function rewardAt(square: number, { keys, pearls, monsters }: Reward): Target {
  return `reward:${square}:${keys}-${pearls}-${monsters}`;
}

/** What decides where a step is offered. */
interface Situation {
  readonly view: AbyssView;
  readonly seat: number;
  /** The square whose rewards are offered, 1 to 6. */
  readonly square: number;
  /** Whether several Sentinels could be placed, so that it has to be said which one. */
  readonly hasSentinels: boolean;
}

interface KindOfStep {
  /** The places to choose one after the other. */
  readonly path?: (fields: Fields, situation: Situation) => readonly Target[];
  /** Whether it is composed with later steps; otherwise it is sent at once, after those composed. */
  readonly isComposed?: (situation: Situation) => boolean;
  /** Whether it throws something away that one might only have wanted to look at, or to take. */
  readonly asksFirst?: true;
}

const text = (value: string | number | undefined) => String(value ?? "");
const court: KindOfStep = { path: ({ lord }) => [`court:${text(lord)}`] };
const stack: KindOfStep = { path: ({ race }) => [`stack:${text(race)}`] };
const player: KindOfStep = { path: ({ seat }) => [`side:${text(seat)}`] };
const ofHand: KindOfStep = { path: ({ ally }) => [`hand:${text(ally)}`] };
const ownLord: KindOfStep = { path: ({ lord }, { seat }) => [lordOf(seat, text(lord))] };
const revealed: KindOfStep = { path: () => [REVEALED] };
/** A place to be reserved, and by which Sentinel where there are several. */
const reserved = (place: (fields: Fields) => Target): KindOfStep => ({
  path: (fields, { hasSentinels }) => [
    place(fields),
    ...(hasSentinels ? [`sentinel:${text(fields["sentinel"])}` as const] : []),
  ],
});

/*
 * What is composed: a recruitment (`recruit`, then `spend` card by card) until `pay` sends the whole
 * as one entry, and all cards of a discard but the last. A composed step reveals nothing, so that
 * the whole can be sent as one. A payment may reveal something, so the choice of the Ally to keep
 * after it is an entry of its own.
 */
const KINDS: Readonly<Record<Kind, KindOfStep>> = {
  plot: {},
  explore: { path: () => [DECK] },
  takeStack: stack,
  recruit: { ...court, isComposed: ({ view }) => view.question === "ACT" },
  buy: revealed,
  decline: {},
  takeAlly: revealed,
  reveal: { path: () => [DECK] },
  fight: revealed,
  takeReward: {
    path: ({ keys, pearls, monsters }, { square }) => [
      rewardAt(square, {
        keys: Number(keys),
        pearls: Number(pearls),
        monsters: Number(monsters),
      }),
    ],
  },
  spend: { ...ofHand, isComposed: () => true },
  pay: {},
  affiliate: { path: ({ ally }) => [`payment:${text(ally)}`] },
  discard: {
    ...ofHand,
    isComposed: ({ view, seat }) => (view.players[seat]?.toDiscard ?? 0) > 1,
  },
  turnLord: { path: ({ seat, lord }) => [lordOf(text(seat), text(lord))] },
  rob: player,
  swapLocation: {
    path: ({ own, other }, { seat }) => [`owned:${seat}:${text(own)}`, `location:${text(other)}`],
  },
  giveUp: { ...ownLord, asksFirst: true },
  takeLord: court,
  takeLocation: {
    path: ({ location }, { view }) => {
      if (view.drawn.some((one) => one === location)) return [`drawn:${text(location)}`];
      if (view.searched?.some((one) => one === location)) return [`searched:${text(location)}`];
      return [`location:${text(location)}`];
    },
  },
  drawLocations: { path: ({ count }) => [LOCATION_DECK, `count:${text(count)}`] },
  useLord: ownLord,
  useToken: { path: (_, { seat }) => [`tokens:${seat}`] },
  sellAlly: { ...ofHand, asksFirst: true },
  discardStack: { ...stack, asksFirst: true },
  replaceLord: { ...court, asksFirst: true },
  endTurn: {},
  buyWithNebulis: { path: ({ count }) => [REVEALED, `count:${text(count)}`] },
  payWithNebulis: {},
  recruitWithNebulis: {
    path: ({ lord, count }) => [`court:${text(lord)}`, `count:${text(count)}`],
  },
  placeKraken: stack,
  chooseHolder: player,
  reserveLord: reserved(({ lord }) => `court:${text(lord)}`),
  reserveStack: reserved(({ race }) => `stack:${text(race)}`),
  reserveLocation: reserved(({ location }) => `location:${text(location)}`),
  continueSearch: {},
  stopSearch: {},
  giveNebulis: player,
  takeDiscarded: { path: ({ ally }) => [`discard:${text(ally)}`] },
  nameRace: stack,
  discardAffiliated: {
    path: ({ ally }, { seat }) => [`affiliated:${seat}:${text(ally)}`],
    asksFirst: true,
  },
  freeLord: ownLord,
  swapNebulis: {},
  inviteLord: {},
};

/** A legal step, as the board offers it. */
export interface Offer extends AnyOffer {
  readonly kind: Kind | null;
  readonly path: readonly Target[];
  /** Its arguments. */
  readonly fields: Fields;
}

/** Finds the way to each legal step. */
export function offersFor(
  moves: readonly LegalMove[],
  view: AbyssView,
  seat: number | null,
): readonly Offer[] {
  const steps = moves.map(({ move, words }) => ({
    move,
    words,
    step: partsOf(move, "abyss", KINDS),
  }));
  const fieldsOf = (kind: Kind) =>
    steps.flatMap(({ step }) => (step?.kind === kind ? [step.fields] : []));
  const sentinels = (["reserveLord", "reserveStack", "reserveLocation"] as const)
    .flatMap(fieldsOf)
    .map(({ sentinel }) => sentinel);
  const common = {
    view,
    square: squareOf(fieldsOf("takeReward"), view.threat),
    hasSentinels: new Set(sentinels).size > 1,
  };
  return steps.map(({ move, words, step }): Offer => {
    const unknown = { move, words, kind: null, fields: {}, path: [], isComposed: false };
    if (step === null) return unknown;
    const { kind, fields } = step;
    if (seat === null) return { ...unknown, kind, fields };
    const { path, isComposed, asksFirst } = KINDS[kind];
    const situation: Situation = { ...common, seat };
    return {
      ...unknown,
      kind,
      fields,
      path: path?.(fields, situation) ?? [],
      isComposed: isComposed?.(situation) ?? false,
      asksFirst: asksFirst ?? false,
    };
  });
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

/** Whether the exploration discard is open, for an Ally to be taken from it. */
export function isDiscardOpen(view: AbyssView): boolean {
  return view.question === "TAKE_DISCARDED" && view.discard !== null;
}
