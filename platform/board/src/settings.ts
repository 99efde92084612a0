// What a visitor has chosen for every board in this browser: how moves are followed, and sounds.

/** The settings. */
export interface Settings {
  /** Whether the moves of others are shown one after the other. */
  readonly follows: boolean;
  readonly hasSounds: boolean;
  /** From 0 to 1. */
  readonly volume: number;
  /** Whether one's own turn is heard while the page is hidden, too. */
  readonly isHeardHidden: boolean;
}

/** What holds until the visitor chooses. */
export const DEFAULTS: Settings = {
  follows: true,
  hasSounds: false,
  volume: 0.5,
  isHeardHidden: false,
};

const KEY = "gueridon.board";

/** The settings kept in this browser; for anything that is not there, what holds by itself. */
export function readSettings(): Settings {
  let kept: unknown = null;
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
  } catch {
    // The browser keeps nothing, or something else.
  }
  const found = (typeof kept === "object" && kept !== null ? kept : {}) as Record<string, unknown>;
  const is = (name: "follows" | "hasSounds" | "isHeardHidden") => {
    const value = found[name];
    return typeof value === "boolean" ? value : DEFAULTS[name];
  };
  const volume = found["volume"];
  return {
    follows: is("follows"),
    hasSounds: is("hasSounds"),
    volume: typeof volume === "number" && volume >= 0 && volume <= 1 ? volume : DEFAULTS.volume,
    isHeardHidden: is("isHeardHidden"),
  };
}

/** Keeps the settings, if the browser allows it; otherwise they hold until the page is left. */
export function keepSettings(settings: Settings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Storage is blocked or full.
  }
}
