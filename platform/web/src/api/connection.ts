// Whether the page hears the server.
import { atom } from "nanostores";

/** `none` before anything was listened to. */
export type Connection = "none" | "open" | "lost";

/** How it stands with the one socket of the page. */
export const $connection = atom<Connection>("none");
