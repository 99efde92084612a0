// The things on the table that steps can be about, by a name each.
import type { AbyssView } from "./generated.ts";
import { THREAT } from "./generated-cards.ts";
import type { Reward } from "./printed.ts";

/** The name of a thing that is drawn somewhere: what it is, and which. */
export type Thing = `${
  | "track"
  | "court"
  | "stack"
  | "reward"
  | "hand"
  | "payment"
  | "affiliated"
  | "discard"
  | "lord"
  | "side"
  | "tokens"
  | "location"
  | "owned"
  | "drawn"
  | "searched"
  | "deck"}:${string}`;

/** The card that was revealed last. */
export const REVEALED: Thing = "track:last";
/** The Location deck. */
export const LOCATION_DECK: Thing = "deck:locations";

/** The name of a reward on a square, 1 to 6. */
export function rewardThing(square: number, { keys, pearls, monsters }: Reward): Thing {
  return `reward:${square}:${keys}-${pearls}-${monsters}`;
}

/** All things that are drawn, as far as a step can be about them. */
export function thingsOf(view: AbyssView, seat: number | null): ReadonlySet<Thing> {
  const own = view.players.find((player) => player.seat === seat);
  return new Set<Thing>([
    ...(view.track.length > 0 ? [REVEALED] : []),
    LOCATION_DECK,
    ...view.court.map((lord): Thing => `court:${lord}`),
    ...view.council.map(({ race }): Thing => `stack:${race}`),
    ...THREAT.flatMap((rewards, place) => rewards.map((one) => rewardThing(place + 1, one))),
    ...(own?.hand ?? []).map(({ id }): Thing => `hand:${id}`),
    ...(view.recruiting === null ? [] : view.payment.map(({ id }): Thing => `payment:${id}`)),
    ...(isDiscardOpen(view) ? (view.discard ?? []) : []).map(({ id }): Thing => `discard:${id}`),
    ...view.locations.map((location): Thing => `location:${location}`),
    ...view.drawn.map((location): Thing => `drawn:${location}`),
    ...(view.searched ?? []).map((location): Thing => `searched:${location}`),
    ...view.players.flatMap((player): Thing[] => [
      `side:${player.seat}`,
      `tokens:${player.seat}`,
      ...player.lords.map(({ lord }): Thing => `lord:${player.seat}:${lord}`),
      ...player.locations.map((location): Thing => `owned:${player.seat}:${location}`),
      ...player.affiliated.map(({ id }): Thing => `affiliated:${player.seat}:${id}`),
    ]),
  ]);
}

/** Whether the exploration discard is looked through, for an Ally to take. */
export function isDiscardOpen(view: AbyssView): boolean {
  return view.question === "TAKE_DISCARDED" && view.discard !== null;
}
