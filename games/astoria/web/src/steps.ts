// Offers: each legal step with the places on the board that lead to it. `KINDS` lists every kind.
import { partsOf, type Fields, type Offer as AnyOffer } from "@gueridon/board/steps.ts";
import type { LegalMove } from "@gueridon/element";
import type { AstoriaMove, AstoriaView } from "./generated.ts";

/** The kinds of steps that this board knows. */
export type Kind = keyof AstoriaMove;

/** A place on the board that can be chosen: its sort, and which one. */
export type Target =
  `${"pile" | "reserve" | "stock" | "flask" | "hand" | "card" | "chief" | "mage" | "track" | "guards" | "back" | "role" | "domain" | "city" | "own"}:${string}`;

/** A card that a mage has on the table. */
export function cardOf(seat: number | string, card: string | number): Target {
  return `card:${seat}:${card}`;
}

interface Situation {
  readonly seat: number;
  /** The mage that has an artefact on the table; -1 for nobody. */
  readonly owner: (artefact: string) => number;
}

type Path = (fields: Fields, situation: Situation) => readonly Target[];

const text = (value: string | number | undefined) => String(value ?? "");
const stock = ({ gem }: Fields): Target => `stock:${text(gem)}`;
const reserve = ({ gem }: Fields): Target => `reserve:${text(gem)}`;
const mage = ({ seat }: Fields): Target => `mage:${text(seat)}`;
const hand = ({ artefact }: Fields): Target => `hand:${text(artefact)}`;
const owned = ({ artefact }: Fields, { owner }: Situation): Target =>
  cardOf(owner(text(artefact)), text(artefact));
const own: Path = ({ card }, { seat }) => [cardOf(seat, text(card))];
const none: Path = () => [];

/*
 * A gem of the stock comes first and then where it goes: to the Reserve, on an artefact, to the
 * Dragon, to another mage. What concerns another mage begins with that mage.
 */
const KINDS: Readonly<Record<Kind, Path>> = {
  draw: ({ pile }) => [`pile:${text(pile)}`],
  reinforce: () => ["own:power"],
  destroy: (fields) => [stock(fields), reserve(fields)],
  create: (fields) => [reserve(fields)],
  shape: (fields, situation) => {
    const isLaid = situation.owner(text(fields["artefact"])) >= 0;
    return [stock(fields), isLaid ? owned(fields, situation) : hand(fields)];
  },
  use: own,
  channel: ({ domain }, { seat }) => [cardOf(seat, "grand_alchemist"), `domain:${text(domain)}`],
  prepare: (fields, { seat }) => [cardOf(seat, "preparer"), reserve(fields), mage(fields)],
  removeGem: (fields, situation) => [
    cardOf(situation.seat, "saboteur"),
    owned(fields, situation),
    `domain:${text(fields["gem"])}`,
  ],
  disable: (fields, situation) => [cardOf(situation.seat, "saboteur"), owned(fields, situation)],
  tribute: (fields) => [stock(fields), "track:dragon"],
  fight: ({ chief }) => [`chief:${text(chief)}`],
  placeGuard: (_, { seat }) => [`guards:${seat}`],
  accuse: (fields) => [mage(fields), `track:${text(fields["faction"])}`],
  assault: () => ["city:palace"],
  giveCard: (fields) => [mage(fields), hand(fields)],
  giveGem: (fields) => [stock(fields), mage(fields)],
  giveArtefact: (fields, situation) => [mage(fields), owned(fields, situation)],
  endTurn: none,
  weaken: ({ force }) => [`track:${text(force)}`],
  killGuard: ({ seat }) => [`guards:${text(seat)}`],
  recover: ({ gem }) => [`flask:${text(gem)}`],
  empower: () => ["own:glyphs"],
  stealCard: ({ seat, back }) => [`back:${text(seat)}:${text(back)}`],
  wound: () => ["track:king"],
  stealArtefact: (fields, situation) => [owned(fields, situation)],
  peek: () => ["city:deck"],
  heal: () => ["track:king"],
  tilt: own,
  strike: none,
  defend: none,
  decline: none,
  readyAll: none,
  ready: own,
  chooseRole: ({ role }) => [`role:${text(role)}`],
};

/** What exiles whoever does it, where a press might only have been meant to look. */
const ASKS_FIRST: ReadonlySet<Kind> = new Set(["assault", "killGuard", "wound"]);

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
  view: AstoriaView,
  seat: number | null,
): readonly Offer[] {
  const owners = new Map<string, number>(
    view.mages.flatMap((one) => [
      ...one.started.map(({ artefact }): [string, number] => [artefact, one.seat]),
      ...one.cards.map(({ card }): [string, number] => [card, one.seat]),
    ]),
  );
  const owner = (artefact: string) => owners.get(artefact) ?? -1;
  return moves.map(({ move, words }): Offer => {
    const step = partsOf(move, "astoria", KINDS);
    const unknown = { move, words, kind: null, fields: {}, path: [], isComposed: false };
    if (step === null || seat === null) return unknown;
    const { kind, fields } = step;
    const path = KINDS[kind](fields, { seat, owner });
    return { ...unknown, kind, fields, path, asksFirst: ASKS_FIRST.has(kind) };
  });
}
