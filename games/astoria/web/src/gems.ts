// Gems: of each domain a colour and a symbol of its own, so that none is known by colour alone.
import { html, nothing, type TemplateResult } from "lit";
import type { AstoriaDomain } from "./generated.ts";
import type { Counted } from "./card-figures.ts";
import { DOMAINS } from "./generated-cards.ts";
import { countOf } from "./cards.ts";
import type { Scene } from "./scene.ts";
import { symbol } from "./symbols.ts";

/** A gem. */
export function gem(domain: AstoriaDomain): TemplateResult {
  return html`<span class="gem of-${domain}" aria-hidden="true">${symbol(domain)}</span>`;
}

/** Gems with their numbers, in the order of the domains; a word where there are none. */
export function gems(scene: Scene, counted: readonly Counted[], name: string): TemplateResult {
  return html`<span class="gems">
    <span class="visually-hidden">${name}</span>
    ${
      counted.length === 0
        ? html`<span class="soft" aria-hidden="true">–</span
            ><span class="visually-hidden">${scene.say("nothing")}</span>`
        : DOMAINS.map((domain) => {
            const count = countOf(counted, domain);
            if (count === 0) return nothing;
            return html`<span class="some" data-tip=${scene.labelled(scene.name(domain), count)}
              >${gem(domain)}<span class="visually-hidden">${scene.name(domain)}</span
              ><b>${count}</b></span
            >`;
          })
    }
  </span>`;
}
