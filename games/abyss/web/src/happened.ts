// What happened between two views that the viewer may want to hear.
import type { Happening } from "@gueridon/board/sound-between.ts";
import type { AbyssView } from "./generated.ts";

/** A Monster beaten, a Lord turned or something stolen from the viewer, or what the viewer gains. */
export function happenedBetween(
  before: AbyssView,
  after: AbyssView,
  seat: number | null,
): Happening | null {
  const turned = ({ players }: AbyssView) =>
    players.flatMap(({ lords }) => lords).filter(({ place }) => place === "TURNED").length;
  // The threat falls back when a Monster is fought.
  const isFought = after.threat < before.threat;
  const own = ({ players }: AbyssView) => players.find((one) => one.seat === seat);
  const [then, now] = [own(before), own(after)];
  const isRobbed = (now?.monsterTokens.length ?? 0) < (then?.monsterTokens.length ?? 0);
  if (isFought || isRobbed || turned(after) > turned(before)) return "attack";
  if (!then || !now) return null;
  const isRicher =
    now.pearls > then.pearls ||
    now.keyTokens > then.keyTokens ||
    now.lords.length > then.lords.length ||
    now.locations.length > then.locations.length;
  return isRicher ? "gain" : null;
}
