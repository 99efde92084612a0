// Why there is nothing to do at a table just now, in a sentence.
import type { TableState } from "../element.ts";
import { t } from "../i18n/words.ts";

/** Why no step is open: it is over, past, somebody else's turn. */
export function whyNoMoves({ status, isReplay, seat, seats }: TableState): string {
  if (isReplay) return t("generic.why.replay");
  if (status === "OVER") return t("generic.why.over");
  if (status !== "PLAYING") return t("generic.why.still");
  const names = seats
    .filter(({ toAct }) => toAct)
    .map(({ number, name }) => name ?? t("generic.seat", { number: number + 1 }));
  if (names.length === 0) return t("generic.why.still");
  const who = names.join(", ");
  return t(seat === null ? "generic.why.watching" : "generic.why.waiting", { who });
}
