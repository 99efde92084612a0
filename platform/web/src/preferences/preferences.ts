// The visitor's preferences on this device: language, colours, motion.
import { atom, type WritableAtom } from "nanostores";
import type { Language } from "@gueridon/element";
import { read, write } from "./storage.ts";

/** The colours of the page; `auto` follows the device. */
export type Theme = "auto" | "light" | "dark";

/** Whether animations run; `auto` follows the device. */
export type Motion = "auto" | "none";

/** Whether the browser shows notifications when a table waits for the visitor. */
export type Notifications = "off" | "on";

const NOTIFICATIONS: readonly Notifications[] = ["off", "on"];
const LANGUAGES: readonly Language[] = ["EN", "FR"];
const THEMES: readonly Theme[] = ["auto", "light", "dark"];
const MOTIONS: readonly Motion[] = ["auto", "none"];

/** The language of the page, and of the server's texts. */
export const $language = stored("language", LANGUAGES, browserLanguage());
/** The colours of the page. */
export const $theme = stored("theme", THEMES, "auto");
/** The motion of the page. */
export const $motion = stored("motion", MOTIONS, "auto");

/** Whether the browser may show notifications. */
export const $notifications = stored("notifications", NOTIFICATIONS, "off");

/** Whether animations may run now. */
export function mayMove(): boolean {
  return $motion.get() === "auto" && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A store that is kept in the browser; its value is one of `choices`. */
function stored<T extends string>(key: string, choices: readonly T[], first: T): WritableAtom<T> {
  const name = `gueridon.${key}`;
  const stored = read(name);
  const store = atom<T>(choices.find((choice) => choice === stored) ?? first);
  store.listen((value) => {
    write(name, value);
  });
  return store;
}

function browserLanguage(): Language {
  return navigator.languages
    .find((tag) => /^(fr|en)\b/i.test(tag))
    ?.slice(0, 2)
    .toLowerCase() === "fr"
    ? "FR"
    : "EN";
}
