// Draws a comparison: a table with a column for each player and a row for each thing.
import { html, nothing, type TemplateResult } from "lit";
import { thingOf, type Comparison, type Side } from "./comparison.ts";
import { MIDDLE, captionOf, markOf, more, valueOf, worthSaying, type Pencil } from "./draw.ts";
import type { Fact } from "./reading.ts";

/** The table, named by the element of this id. */
export function columnsOf(
  { sides, things }: Comparison,
  heading: string,
  pencil: Pencil,
): TemplateResult {
  return html`
    ${legendOf(sides, pencil)}
    <div class="scroll" role="group" tabindex="0" aria-labelledby=${heading}>
      <table class="columns">
        <thead>
          <tr>
            <td></td>
            ${sides.map(
              ({ seat, list }) =>
                html`<th scope="col">${pencil.nameOf(seat)} ${markOf(list.path, pencil)}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${things.map(
            (thing) =>
              html`<tr>
                <th scope="row">${valueOf({ sort: "thing", thing }, MIDDLE, pencil)}</th>
                ${sides.map((side) => cellOf(side, thing.id, pencil))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  `;
}

function cellOf({ seat, list }: Side, id: string, pencil: Pencil) {
  const item = list.items.find((one) => thingOf(one).some((thing) => thing.id === id));
  if (!item) return html`<td class="soft">–</td>`;
  const facts = worthSaying(item.facts, pencil).map(unexplained);
  return html`<td class=${pencil.isThought(id, seat) ? "thought" : nothing}>
    ${markOf(item.path, pencil)} ${more(facts, [], { seat, isOwn: false }, pencil)}
  </td>`;
}

/** What the figures mean is said once, above all of them. */
function legendOf(sides: readonly Side[], pencil: Pencil) {
  const facts = sides.flatMap(({ list }) =>
    list.items.flatMap((item) => worthSaying(item.facts, pencil)),
  );
  const captions = new Map(facts.map(({ caption }) => [caption.name, caption]));
  const explained = [...captions.values()].filter(({ text }) => text !== "");
  if (explained.length === 0) return nothing;
  return html`<p class="soft legend">${explained.map((caption) => captionOf(caption, pencil))}</p>`;
}

function unexplained(fact: Fact): Fact {
  return { ...fact, caption: { ...fact.caption, text: "" } };
}
