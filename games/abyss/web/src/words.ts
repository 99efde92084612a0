// The board's own texts, from words/en.json and words/fr.json, with those of every board.
import { SHARED, type Words } from "@gueridon/board/words.ts";
import en from "./words/en.json";
import fr from "./words/fr.json";

/** All texts of the board. */
export const WORDS = { EN: { ...SHARED.EN, ...en }, FR: { ...SHARED.FR, ...fr } };

/** The key of a text. */
export type Word = typeof WORDS extends Words<infer Key> ? Key : never;
