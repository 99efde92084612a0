// What there is to see and to hear on a page, in shadow trees as elsewhere.
import type { Page } from "@playwright/test";
import { KEYS } from "./words.ts";

/** Every visible text of a page, and every name that only assistive technology says, one a line. */
export async function textOf(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const texts: string[] = [document.title];
    const here = document.documentElement.lang;
    const walk = (node: Node) => {
      if (node instanceof Text) {
        const text = node.data.trim();
        if (text) texts.push(text);
        return;
      }
      if (node instanceof Element) {
        if (/^(script|style|noscript|textarea)$/i.test(node.tagName)) return;
        if (!node.checkVisibility({ visibilityProperty: true })) return;
        // What says of itself that it is in another language is no word left behind.
        const lang = node.getAttribute("lang");
        if (lang && !lang.startsWith(here)) return;
        for (const name of ["aria-label", "title", "placeholder", "alt", "aria-description"]) {
          const text = node.getAttribute(name);
          if (text) texts.push(text);
        }
        if (node instanceof HTMLSlotElement) {
          for (const slotted of node.assignedNodes()) walk(slotted);
        }
      }
      const root = node instanceof Element ? node.shadowRoot : null;
      for (const child of (root ?? node).childNodes) walk(child);
    };
    walk(document.body);
    return texts.join("\n");
  });
}

/** The keys of words that are shown in place of the words. */
export function rawKeys(text: string): readonly string[] {
  const shown = new Set(text.match(/[a-z]\w*(\.\w+)+/g));
  return [...KEYS].filter((key) => shown.has(key));
}

const TELLTALES = {
  EN: "les une vous est des du votre avec pour sur dans qui joueur cartes",
  FR: "the your with and of is are from turn seat card cards you to player players open sign",
} as const;

/** Words that a page in this language has no reason to show. */
export function strangeWords(text: string, language: "EN" | "FR"): readonly string[] {
  const strange = new Set(TELLTALES[language].split(" "));
  return text.split("\n").filter((line) =>
    line
      .toLowerCase()
      .match(/[\p{L}’']+/gu)
      ?.some((word) => strange.has(word)),
  );
}

/** By how many pixels a page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
