// Targets: the places on the table on which steps are offered, each with a key.
import type { AbyssView } from "./generated.ts";
import { THREAT } from "./generated-cards.ts";
import type { Reward } from "./card-figures.ts";

/** The key of a target: its kind, and which one. */
export type Target = `${
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
export const REVEALED: Target = "track:last";
/** The Location deck. */
export const LOCATION_DECK: Target = "deck:locations";

/** The target of a reward on a square, 1 to 6. */
export function rewardTarget(square: number, { keys, pearls, monsters }: Reward): Target {
  return `reward:${square}:${keys}-${pearls}-${monsters}`;
}

/** All targets that are on the table in a view. */
export function targetsOf(view: AbyssView, seat: number | null): ReadonlySet<Target> {
  const own = view.players.find((player) => player.seat === seat);
  return new Set<Target>([
    ...(view.track.length > 0 ? [REVEALED] : []),
    LOCATION_DECK,
    ...view.court.map((lord): Target => `court:${lord}`),
    ...view.council.map(({ race }): Target => `stack:${race}`),
    ...THREAT.flatMap((rewards, place) => rewards.map((one) => rewardTarget(place + 1, one))),
    ...(own?.hand ?? []).map(({ card }): Target => `hand:${card}`),
    ...(view.recruiting === null ? [] : view.payment.map(({ card }): Target => `payment:${card}`)),
    ...(isDiscardOpen(view) ? (view.discard ?? []) : []).map(
      ({ card }): Target => `discard:${card}`,
    ),
    ...view.locations.map((location): Target => `location:${location}`),
    ...view.drawn.map((location): Target => `drawn:${location}`),
    ...(view.searched ?? []).map((location): Target => `searched:${location}`),
    ...view.players.flatMap((player): Target[] => [
      `side:${player.seat}`,
      `tokens:${player.seat}`,
      ...player.lords.map(({ lord }): Target => `lord:${player.seat}:${lord}`),
      ...player.locations.map((location): Target => `owned:${player.seat}:${location}`),
      ...player.affiliated.map(({ card }): Target => `affiliated:${player.seat}:${card}`),
    ]),
  ]);
}

/** Whether the exploration discard is open, for an Ally to be taken from it. */
export function isDiscardOpen(view: AbyssView): boolean {
  return view.question === "TAKE_DISCARDED" && view.discard !== null;
}
