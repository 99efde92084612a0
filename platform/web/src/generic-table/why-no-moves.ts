// Why the visitor has no move now, in a sentence.
import type { TableState } from "@gueridon/element";
import { t } from "../i18n/words.ts";

/** The reason: the game is over, it is a replay, or it is somebody else's turn. */
export function whyNoMoves({ status, isReplay, seat, seats }: TableState): string {
  if (isReplay) return t("genericTable.whyNoMoves.replay");
  if (status === "OVER") return t("genericTable.whyNoMoves.over");
  if (status !== "PLAYING") return t("genericTable.whyNoMoves.notPlaying");
  const names = seats
    .filter(({ toAct }) => toAct)
    .map(({ number, name }) => name ?? t("genericTable.seat", { number: number + 1 }));
  if (names.length === 0) return t("genericTable.whyNoMoves.notPlaying");
  const who = names.join(", ");
  return t(seat === null ? "genericTable.whyNoMoves.watching" : "genericTable.whyNoMoves.waiting", {
    who,
  });
}
