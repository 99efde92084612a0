// Draws a comparison: a table with a column for each player and a row for each thing.
import { html, nothing, type TemplateResult } from "lit";
import { thingOf, type Comparison, type Side } from "./comparison.ts";
import { MIDDLE, captionOf, markOf, more, valueOf, worthSaying, type DrawContext } from "./draw.ts";
import type { Fact } from "./reading.ts";

/** The table; `heading` is the id of the element that names it. */
export function columnsOf(
  { sides, things }: Comparison,
  heading: string,
  context: DrawContext,
): TemplateResult {
  return html`
    ${legendOf(sides, context)}
    <div class="scroll" role="group" tabindex="0" aria-labelledby=${heading}>
      <table class="columns">
        <thead>
          <tr>
            <td></td>
            ${sides.map(
              ({ seat, list }) =>
                html`<th scope="col">${context.nameOf(seat)} ${markOf(list.path, context)}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${things.map(
            (thing) =>
              html`<tr>
                <th scope="row">${valueOf({ sort: "thing", thing }, MIDDLE, context)}</th>
                ${sides.map((side) => cellOf(side, thing.id, context))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

function cellOf({ seat, list }: Side, id: string, context: DrawContext) {
  const item = list.items.find((one) => thingOf(one).some((thing) => thing.id === id));
  if (!item) return html`<td class="soft">–</td>`;
  const facts = worthSaying(item.facts, context).map(unexplained);
  return html`<td class=${context.isHighlighted(id, seat) ? "highlighted" : nothing}>
    ${markOf(item.path, context)} ${more(facts, [], { seat, isOwn: false }, context)}
  </td>`;
}

/** The captions of the figures, once above the table. */
function legendOf(sides: readonly Side[], context: DrawContext) {
  const facts = sides.flatMap(({ list }) =>
    list.items.flatMap((item) => worthSaying(item.facts, context)),
  );
  const captions = new Map(facts.map(({ caption }) => [caption.name, caption]));
  const explained = [...captions.values()].filter(({ text }) => text !== "");
  if (explained.length === 0) return nothing;
  return html`<p class="soft legend">
    ${explained.map((caption) => captionOf(caption, context))}
  </p>`;
}

function unexplained(fact: Fact): Fact {
  return { ...fact, caption: { ...fact.caption, text: "" } };
}
