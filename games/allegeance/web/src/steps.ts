// Offers: each legal step with the places on the board that lead to it, and whether it is sent at
// once or composed with others. `KINDS` lists every kind of step.
import { partsOf, type Fields, type Offer as AnyOffer } from "@gueridon/board/steps.ts";
import type { LegalMove } from "@gueridon/element";
import type { AllegeanceGuild, AllegeanceMove, AllegeanceView } from "./generated.ts";
import { DEAR_PROTECTION, GUILDS } from "./generated-cards.ts";

/** The kinds of steps that this board knows. */
export type Kind = keyof AllegeanceMove;

/** A place on the board that can be chosen: its sort, and which one. */
export type Target =
  `${"banner" | "stack" | "hand" | "foreseen" | "oath" | "discard" | "count"}:${string}`;

/** The stack of a guild on the field of a seat. */
export function stackOf(seat: number | string, guild: string): Target {
  return `stack:${seat}:${guild}`;
}

/** What decides where a step is offered. */
interface Situation {
  readonly view: AllegeanceView;
  readonly seat: number;
}

interface KindOfStep {
  /** The guild whose power it uses during one's actions; its banner then comes first. */
  readonly power?: AllegeanceGuild;
  /** The places to choose one after the other. */
  readonly path?: (fields: Fields, situation: Situation) => readonly Target[];
  /** Whether it is composed with later steps; otherwise it is sent at once, after those composed. */
  readonly isComposed?: (situation: Situation) => boolean;
}

const oath: KindOfStep = { path: ({ oath }) => [`oath:${oath}`] };
const ofHand: KindOfStep = { path: ({ card }) => [`hand:${card}`] };
const victim = ({ seat, guild }: Fields) => stackOf(seat ?? "", String(guild));
const named: KindOfStep = { path: ({ guild }) => [`banner:${guild}`] };

/*
 * What is composed: the discards before a refill, so that they can be thought over. The last card of
 * a hand brings the refill with it, which reveals something, and is therefore sent at once.
 */
const KINDS: Readonly<Record<Kind, KindOfStep>> = {
  keepOath: oath,
  discardOath: oath,
  play: ofHand,
  protect: { power: "gardiennes" },
  steal: { power: "diplomates", path: (fields) => [victim(fields)] },
  foresee: { power: "mediums" },
  keepCard: { path: ({ card }) => [`foreseen:${card}`] },
  crush: { power: "colosses", path: (fields) => [victim(fields), `count:${fields["count"]}`] },
  extraPlay: { power: "excavateurs" },
  strike: { power: "assassins", path: (fields) => [victim(fields)] },
  swap: {
    power: "illusionnistes",
    path: (fields, { seat }) => [stackOf(seat, String(fields["own"])), victim(fields)],
  },
  exhume: { power: "fossoyeurs", path: ({ card }) => [`discard:${card}`] },
  disguise: { power: "fossoyeurs", ...named },
  sacrifice: { power: "damnes", ...named },
  copy: named,
  draw: {},
  decline: {},
  cancel: {},
  allow: {},
  endTurn: {},
  discard: {
    ...ofHand,
    isComposed: ({ view, seat }) => (view.players[seat]?.handSize ?? 0) > 1,
  },
  refill: {},
  place: ofHand,
  mirror: { path: ({ from, to }, { seat }) => [stackOf(seat, String(from)), `banner:${to}`] },
};

/** A legal step, as the board offers it. */
export interface Offer extends AnyOffer {
  readonly kind: Kind | null;
  readonly path: readonly Target[];
  /** What it costs, in gems. */
  readonly cost: number;
}

/** What the power of a guild costs at this table, in gems. */
export function costOf({ options }: AllegeanceView, guild: AllegeanceGuild): number {
  return guild === "gardiennes" && options.dearProtection ? DEAR_PROTECTION : GUILDS[guild].cost;
}

/** Finds the way to each legal step. */
export function offersFor(
  moves: readonly LegalMove[],
  view: AllegeanceView,
  seat: number | null,
): readonly Offer[] {
  return moves.map(({ move, words }): Offer => {
    const step = partsOf(move, "allegeance", KINDS);
    const kind = step?.kind ?? null;
    const unknown = { move, words, kind, path: [], cost: 0, isComposed: false };
    if (step === null || kind === null || seat === null) return unknown;
    const { fields } = step;
    const { power, path, isComposed } = KINDS[kind];
    const situation: Situation = { view, seat };
    // The power of a chief, a copied one and an Allegiance's effect are asked about by themselves.
    const isPaid = power !== undefined && view.question === "ACT";
    const way = path?.(fields, situation) ?? [];
    return {
      ...unknown,
      path: isPaid ? [`banner:${power}`, ...way] : way,
      cost: isPaid ? costOf(view, power) : 0,
      isComposed: isComposed?.(situation) ?? false,
    };
  });
}
