// Sentences with the terms of the game's glossary underlined.
import { css, html, type TemplateResult } from "lit";
import type { Glossary } from "@gueridon/element";
import type { GameGlossary } from "./glossary.ts";

/** The look of terms, for the elements that show them. */
export const termStyle = css`
  .term {
    border-radius: 2px;
    text-decoration: underline dotted;
    text-decoration-thickness: 0.1em;
    text-underline-offset: 0.2em;
  }
  .term[role="button"] {
    cursor: help;
  }
  .term[role="button"]:hover {
    background: var(--accent-soft);
  }
  /* Without it, Safari sends no click of a finger. */
  @media (hover: none) {
    .term[role="button"] {
      cursor: pointer;
    }
  }
`;

/**
 * A sentence with its terms as buttons, which `<gueridon-term-tip>` explains. `isStop` says which of
 * them the Tab key stops at; the others are reached with a pointer or by touch.
 */
export function marked(
  glossary: GameGlossary | null,
  text: string,
  isStop: (term: string) => boolean = () => true,
): TemplateResult | string {
  if (glossary === null) return text;
  const parts = glossary.split(text);
  if (parts.every(({ term }) => term === null)) return text;
  return html`${parts.map(({ words, term }) =>
    term === null ? words : button(words, term, glossary.explain(term)?.text ?? "", isStop(term)),
  )}`;
}

function button(words: string, term: string, means: string, isStop: boolean): TemplateResult {
  // No `button`: lines break neither within that nor as they should around it. And without spaces
  // around the words: what follows may be a full stop.
  // prettier-ignore
  // eslint-disable-next-line lit-a11y/role-supports-aria-attr -- ARIA 1.3 has it for every role.
  return html`<span role="button" class="term" data-term=${term} tabindex=${isStop ? 0 : -1} aria-description=${means}>${words}</span>`;
}

/** The same inside of something that is pressed: the terms are no buttons of their own. */
export function markedInButton(glossary: Glossary | null, text: string): TemplateResult | string {
  if (glossary === null) return text;
  return html`${glossary
    .split(text)
    .map(({ words, term }) =>
      term === null ? words : html`<span class="term" data-term=${term}>${words}</span>`,
    )}`;
}
