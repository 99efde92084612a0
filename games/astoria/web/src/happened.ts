// What happened between two views that the viewer may want to hear.
import type { Happening } from "@gueridon/board/sound-between.ts";
import type { AstoriaView } from "./generated.ts";

/** A blow against the King, the palace or a chief, or new Power of one's own. */
export function happenedBetween(
  before: AstoriaView,
  after: AstoriaView,
  seat: number | null,
): Happening | null {
  const guards = ({ mages }: AstoriaView) => mages.reduce((sum, mage) => sum + mage.guards, 0);
  const isFought = before.chief === null && after.chief !== null;
  const isAttacked = before.defenders.length === 0 && after.defenders.length > 0;
  const isHit = after.health < before.health || guards(after) < guards(before);
  if (isFought || isAttacked || isHit) return "attack";
  const power = ({ mages }: AstoriaView) => mages.find((mage) => mage.seat === seat)?.power ?? 0;
  return power(after) > power(before) ? "gain" : null;
}
