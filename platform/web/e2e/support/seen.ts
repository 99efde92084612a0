// What a person sees or hears on a page, including its shadow trees.
import type { Page } from "@playwright/test";
import { KEYS } from "./words.ts";

/** Every visible text of a page and every accessible name, one per line. */
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
        // Initials are no words: those of Idle Swan are not English.
        if (node.matches("svg.avatar")) return;
        if (/^(script|style|noscript|textarea)$/i.test(node.tagName)) return;
        if (!node.checkVisibility({ visibilityProperty: true })) return;
        // Elements marked as another language are not untranslated.
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

/** The keys of texts that are shown in place of the texts. */
export function rawKeys(text: string): readonly string[] {
  const shown = new Set(text.match(/[a-z]\w*(\.\w+)+/g));
  return [...KEYS].filter((key) => shown.has(key));
}

const TELLTALES = {
  EN: "les une vous est des du votre avec pour sur dans qui joueur cartes",
  FR: "the your with and of is are from turn seat card cards you to player players open sign",
} as const;

/** The lines with words of the other language. */
export function strangeWords(text: string, language: "EN" | "FR"): readonly string[] {
  const strange = new Set(TELLTALES[language].split(" "));
  return text.split("\n").filter((line) =>
    line
      .toLowerCase()
      .match(/[\p{L}’']+/gu)
      ?.some((word) => strange.has(word)),
  );
}

/** The width of a page beyond its window, in pixels. */
export async function overflow(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
