// What the visitor has chosen on this device: language, colours, motion.
import { atom, type WritableAtom } from "nanostores";
import type { Language } from "../element.ts";
import { read, write } from "./storage.ts";

/** How bright the page is: as the device has it, or one of two. */
export type Theme = "auto" | "light" | "dark";

/** Whether things move: as the device has it, or never. */
export type Motion = "auto" | "none";

const LANGUAGES: readonly Language[] = ["EN", "FR"];
const THEMES: readonly Theme[] = ["auto", "light", "dark"];
const MOTIONS: readonly Motion[] = ["auto", "none"];

/** The language of the page, and the one in which the server is asked. */
export const $language = kept("language", LANGUAGES, spoken());
/** The colours of the page. */
export const $theme = kept("theme", THEMES, "auto");
/** The motion of the page. */
export const $motion = kept("motion", MOTIONS, "auto");

/** Whether things may move now. */
export function mayMove(): boolean {
  return $motion.get() === "auto" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A value that outlives the page, one of `choices`. */
function kept<T extends string>(key: string, choices: readonly T[], first: T): WritableAtom<T> {
  const name = `gueridon.${key}`;
  const stored = read(name);
  const store = atom<T>(choices.find((choice) => choice === stored) ?? first);
  store.listen((value) => {
    write(name, value);
  });
  return store;
}

function spoken(): Language {
  return navigator.languages
    .find((tag) => /^(fr|en)\b/i.test(tag))
    ?.slice(0, 2)
    .toLowerCase() === "fr"
    ? "FR"
    : "EN";
}
