// Sentences with the terms of the glossary underlined; the page explains them.
import { html, type TemplateResult } from "lit";
import type { Glossary } from "@gueridon/element";
import type { Offer } from "./steps.ts";

/** A sentence with its terms. */
export function withTerms(glossary: Glossary | null, words: string): TemplateResult | string {
  if (glossary === null) return words;
  return html`${glossary
    .split(words)
    .map((part) =>
      part.term === null
        ? part.words
        : html`<span class="term" data-term=${part.term}>${part.words}</span>`,
    )}`;
}

/** The kinds of these steps, each once, for `data-move`: by it a first game points at them. */
export function kindsOf(offers: readonly Pick<Offer, "kind">[]): string {
  return [...new Set(offers.flatMap(({ kind }) => kind ?? []))].join(" ");
}
