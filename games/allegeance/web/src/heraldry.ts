// Which guild each card belongs to, and the order in which cards and guilds are shown.
import type {
  AllegeanceCard,
  AllegeanceCards,
  AllegeanceGuild,
  AllegeanceOath,
  AllegeanceStack,
} from "./generated.ts";
import { CHIEFS, GUILDS, OATHS } from "./generated-cards.ts";

/** The guilds in the order of the rules. */
export const ORDER = Object.keys(GUILDS) as readonly AllegeanceGuild[];

/** The guild of a card or an Allegiance; null for one that is newer than this build of the board. */
export function guildOf(id: string): AllegeanceGuild | null {
  if (Object.hasOwn(GUILDS, id)) return id as AllegeanceGuild;
  if (Object.hasOwn(OATHS, id)) return OATHS[id as AllegeanceOath];
  return CHIEFS[id as AllegeanceCard] ?? null;
}

/** Whether a card is a chief. */
export function isChief(card: string): boolean {
  return Object.hasOwn(CHIEFS, card);
}

/** Cards by guild, the chief after the partisans. */
export function inOrder(cards: readonly AllegeanceCards[]): readonly AllegeanceCards[] {
  const rank = ({ card }: AllegeanceCards) => {
    const guild = guildOf(card);
    return (guild === null ? ORDER.length : ORDER.indexOf(guild)) * 2 + (isChief(card) ? 1 : 0);
  };
  return [...cards].sort((a, b) => rank(a) - rank(b));
}

/** The cards of a stack, one by one: what passes for a member is the card that it is. */
export function cardsOf(stack: AllegeanceStack): readonly AllegeanceCard[] {
  const { guild, partisans, passingFrom, passing, chief } = stack;
  const own = Array.from({ length: partisans - passing }, () => guild);
  return [...own, ...passingFrom, ...(chief ? [GUILDS[guild].chief] : [])];
}
