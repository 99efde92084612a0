// What the page and a board in a sandboxed frame say to each other. The page posts a port to the
// document of the frame; everything else goes through the port. The page believes no message: what
// does not fit here is ignored.
import type {
  Catalogue,
  Language,
  LegalMove,
  Preview,
  ScorePad,
  TableState,
} from "@gueridon/element";
import type { Term } from "../learning/learning.ts";
import type { Theme } from "../preferences/preferences.ts";

/** What the page posts to the document of the frame, with a port. */
export const HELLO = "gueridon-frame";

/** What a glossary is made of. */
export interface GlossaryParts {
  readonly terms: readonly Term[];
  readonly language: Language;
}

/** The properties of the element in the frame: of a game's table, or of a single card. */
export interface FramedProperties {
  readonly table?: TableState;
  readonly view?: unknown;
  readonly moves?: readonly LegalMove[];
  readonly score?: ScorePad | null;
  readonly catalogue?: Catalogue;
  readonly language?: Language;
  readonly preview?: Preview | null;
  readonly isBusy?: boolean;
  readonly motion?: boolean;
  readonly glossary?: GlossaryParts | null;
  readonly card?: string;
}

/** What the page says. */
export type ToFrame =
  /** Run this module, and draw with the element of this name, which has these properties. */
  | {
      readonly kind: "begin";
      readonly tag: string;
      readonly code: string;
      readonly properties: FramedProperties;
      readonly theme: Theme;
    }
  /** These properties have changed. */
  | { readonly kind: "set"; readonly properties: FramedProperties }
  /** The colours of the page have changed. */
  | { readonly kind: "theme"; readonly theme: Theme }
  /** The page has scrolled: show what lies this far below the top, in pixels. */
  | { readonly kind: "scroll"; readonly top: number }
  /** Focus the moves. */
  | { readonly kind: "focus" }
  /** Outline the first of these that is there. */
  | { readonly kind: "point"; readonly names: readonly string[] }
  /** Scroll to what is outlined. */
  | { readonly kind: "show"; readonly isSmooth: boolean }
  /** Answer. */
  | { readonly kind: "ping" };

/** What the frame says. */
export type FromFrame =
  /** The element is there; it may show the prompt itself. */
  | { readonly kind: "ready"; readonly showsPrompt: boolean }
  /** It cannot be, or has failed. */
  | { readonly kind: "failed"; readonly why: string }
  | { readonly kind: "play"; readonly steps: readonly unknown[] }
  | { readonly kind: "compose"; readonly steps: readonly unknown[] }
  /** How high the element is, and how high a window its dialog needs; 0 for no dialog. In pixels. */
  | { readonly kind: "size"; readonly height: number; readonly room: number }
  /** The focus, or something else in the frame, has scrolled it to here. */
  | { readonly kind: "scroll"; readonly top: number }
  | { readonly kind: "pong" };

/** The most steps that are played or composed at once, and the most characters of them. */
const MOST_STEPS = 200;
const MOST_TEXT = 64 * 1024;
/** The highest board, in pixels. */
const MOST_PIXELS = 50_000;
/** The most characters of a reason. */
const MOST_WHY = 500;

/** A message of the frame; null for anything that is none. */
export function readFromFrame(data: unknown): FromFrame | null {
  if (typeof data !== "object" || data === null) return null;
  const { kind, ...rest } = data as { readonly kind?: unknown } & Record<string, unknown>;
  switch (kind) {
    case "ready":
      return { kind, showsPrompt: rest["showsPrompt"] === true };
    case "pong":
      return { kind };
    case "failed": {
      const { why } = rest;
      return typeof why === "string" ? { kind, why: why.slice(0, MOST_WHY) } : null;
    }
    case "play":
    case "compose": {
      const steps = readSteps(rest["steps"]);
      return steps && { kind, steps };
    }
    case "size": {
      const [height, room] = [readPixels(rest["height"]), readPixels(rest["room"])];
      return height === null || room === null ? null : { kind, height, room };
    }
    case "scroll": {
      const top = readPixels(rest["top"]);
      return top === null ? null : { kind, top };
    }
    default:
      return null;
  }
}

/** Steps as plain JSON: what is sent on is what was measured. */
function readSteps(steps: unknown): readonly unknown[] | null {
  if (!Array.isArray(steps) || steps.length > MOST_STEPS) return null;
  try {
    const text = JSON.stringify(steps);
    return text.length > MOST_TEXT ? null : (JSON.parse(text) as unknown[]);
  } catch {
    // Circles and big integers are no JSON.
    return null;
  }
}

function readPixels(value: unknown): number | null {
  const isLength = typeof value === "number" && value >= 0 && value <= MOST_PIXELS;
  return isLength ? Math.ceil(value) : null;
}
