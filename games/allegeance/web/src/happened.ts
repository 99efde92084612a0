// What happened between two views that the viewer may want to hear.
import type { Happening } from "@gueridon/board/sound-between.ts";
import type { AllegeanceView } from "./generated.ts";

/** An attack that is aimed at somebody, or gems of one's own. */
export function happenedBetween(
  before: AllegeanceView,
  after: AllegeanceView,
  seat: number | null,
): Happening | null {
  // An attack that nobody can stop is over as soon as it is aimed: stacks of others shrink with it.
  const partisans = ({ players }: AllegeanceView) =>
    new Map(
      players.map((one) => [one.seat, one.field.reduce((sum, stack) => sum + stack.partisans, 0)]),
    );
  const [then, now] = [partisans(before), partisans(after)];
  const isHit = [...then].some(
    ([player, count]) => player !== before.active && (now.get(player) ?? 0) < count,
  );
  if ((before.aim === null && after.aim !== null) || isHit) return "attack";
  const gems = ({ players }: AllegeanceView) => players.find((one) => one.seat === seat)?.gems ?? 0;
  return gems(after) > gems(before) ? "gain" : null;
}
