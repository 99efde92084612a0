// What a game is like at a glance: its picture, its players, its length, its weight.
import { html, type TemplateResult } from "lit";
import { playerCount } from "../games/player-count.ts";
import { t } from "../i18n/words.ts";
import type { Learning } from "./learning.ts";

/** The picture of a game. As an image it runs no scripts and loads nothing, whatever is in it. */
export function pictureOf({ picture }: Learning): TemplateResult {
  const address = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  return html`<img class="picture" src=${address} alt="" width="160" height="100" />`;
}

/** Players, minutes and weight in words. */
export function factsOf(seats: readonly number[], learning: Learning | null): readonly string[] {
  if (learning === null) return [playerCount(seats)];
  const [least, most] = learning.minutes;
  const { weight } = learning;
  return [
    playerCount(seats),
    least === most
      ? t("learning.minutes", { count: most })
      : t("learning.minutesTo", { least, most }),
    t("learning.weight", { words: t(`learning.weights.${weight}`), weight }),
  ];
}
