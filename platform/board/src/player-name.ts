// A player's name where there may be no room for all of it: the number of a bot, by which it differs
// from its neighbours, stays.
import { html, type TemplateResult } from "lit";

/** A name that is cut before its number. */
export function shortened(name: string): TemplateResult {
  const [, text, number] = /^(.*)( \d+)$/s.exec(name) ?? [];
  if (text === undefined || number === undefined) return html`<span class="name">${name}</span>`;
  return html`<span class="name numbered"
    ><span class="text">${text}</span><span class="number">${number}</span></span
  >`;
}
