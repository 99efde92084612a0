// Draws a reading: facts as definition lists, lists as chips and cards, players as panels. The viewer's
// own panel starts with what only they see, such as their hand; in other panels that comes last.
import { html, nothing, type TemplateResult } from "lit";
import { numeral } from "../i18n/numeral.ts";
import { t } from "../i18n/words.ts";
import type { Caption } from "./captions.ts";
import type { Changes } from "./changes.ts";
import { isEmpty, type Fact, type Group, type Item, type Panel, type Value } from "./reading.ts";
import type { Info } from "./info-sheet.ts";

/** What the drawing functions need besides the reading. */
export interface DrawContext {
  readonly changes: Changes;
  readonly nameOf: (seat: number) => string;
  /** `seat` is null for the middle of the table. */
  readonly isHighlighted: (id: string, seat: number | null) => boolean;
  readonly show: (words: Info, beside: HTMLElement) => void;
}

/** The part of the table that is being drawn. */
interface DrawArea {
  /** The player's seat; null for the middle. */
  readonly seat: number | null;
  /** Whether rules texts are shown in full, as in the viewer's own hand. */
  readonly isOwn: boolean;
}

/** The part that belongs to no player. */
export const MIDDLE: DrawArea = { seat: null, isOwn: true };

/** A player's side of the table, without its heading. */
export function panelBody(panel: Panel, isOwn: boolean, context: DrawContext): TemplateResult {
  const area = { seat: panel.seat, isOwn };
  const full = panel.groups.filter((group) => !isEmpty(group));
  const [secret, open] = [full.filter((g) => g.isPrivate), full.filter((g) => !g.isPrivate)];
  const [secrets, others] = [groupsOf(secret, area, context), groupsOf(open, area, context)];
  const facts = factsOf(panel.facts, area, context);
  return isOwn
    ? html`${secrets} ${facts} ${others} ${emptyOf(panel.groups, context)}`
    : html`${facts} ${others} ${secrets} ${emptyOf(panel.groups, context)}`;
}

export function factsOf(facts: readonly Fact[], area: DrawArea, context: DrawContext) {
  // False values are left out for other players to save room; the viewer sees what is possible.
  const told = facts.filter(
    ({ path, value }) =>
      area.isOwn || value.sort !== "truth" || value.is || context.changes.has(path),
  );
  if (told.length === 0) return nothing;
  return html`<dl class="facts">
    ${told.map(
      ({ path, caption, value, isOfHidden }) =>
        html`<div>
          <dt>${captionOf(caption, context)}</dt>
          <dd>
            ${valueOf(value, area, context)}
            ${
              isOfHidden && area.seat !== null
                ? html`<span class="soft">${t("genericTable.hidden")}</span>`
                : nothing
            }
            ${markOf(path, context)}
          </dd>
        </div>`,
    )}
  </dl>`;
}

export function groupsOf(groups: readonly Group[], area: DrawArea, context: DrawContext) {
  if (groups.length === 0) return nothing;
  return html`<div class="groups">${groups.map((group) => groupOf(group, area, context))}</div>`;
}

function groupOf(group: Group, area: DrawArea, context: DrawContext): TemplateResult {
  return html`<div class=${hasCards(group, area) ? "group wide" : "group"}>
    <h4>${captionOf(group.caption, context)} ${totalOf(group)} ${markOf(group.path, context)}</h4>
    ${contentOf(group, area, context)}
  </div>`;
}

/** A folded group. */
export function asideOf(group: Group, area: DrawArea, context: DrawContext): TemplateResult {
  const { name, text } = group.caption;
  return html`<details class="aside">
    <summary>${name} ${totalOf(group)} ${markOf(group.path, context)}</summary>
    ${text === "" ? nothing : html`<p class="text">${text}</p>`} ${contentOf(group, area, context)}
  </details>`;
}

/** Empty lists in one line to save room; those that have just become empty keep their mark. */
export function emptyOf(groups: readonly Group[], context: DrawContext) {
  const empty = groups.filter(isEmpty);
  const still = empty.filter(({ path }) => !context.changes.has(path));
  const emptied = empty.filter(({ path }) => context.changes.has(path));
  const what = still.map(({ caption }) => caption.name).join(" · ");
  return html`
    ${emptied.map(({ path, caption }) => html`<p class="soft empty">${caption.name} ${markOf(path, context)}</p>`)}
    ${still.length === 0 ? nothing : html`<p class="soft empty">${t("genericTable.empty", { what })}</p>`}
  `;
}

/** The total, unless a single item makes it obvious. */
function totalOf({ total, items }: Group) {
  return total !== null && (total > 1 || items.length > 1)
    ? html`<span class="soft">(${total})</span>`
    : nothing;
}

function contentOf(group: Group, area: DrawArea, context: DrawContext): TemplateResult {
  const areCards = hasCards(group, area);
  return html`
    ${factsOf(group.facts, area, context)}
    ${
      group.items.length > 0
        ? html`<ul class=${areCards ? "items cards" : "items"}>
            ${group.items.map((item, at) => itemOf(item, at, areCards, area, context))}
          </ul>`
        : nothing
    }
    ${groupsOf(
      group.groups.filter((one) => !isEmpty(one)),
      area,
      context,
    )}
    ${emptyOf(group.groups, context)}
  `;
}

/** Rules texts need room, so only what the viewer alone sees, such as their hand, is drawn as cards. */
function hasCards({ isPrivate, items }: Group, { isOwn }: DrawArea): boolean {
  return isPrivate && isOwn && items.some(isCard);
}

function isCard({ head }: Item): boolean {
  return head?.sort === "thing" && head.thing.text !== "";
}

function itemOf(item: Item, at: number, isCard: boolean, area: DrawArea, context: DrawContext) {
  const { head, count, path } = item;
  const groups = item.groups.filter((one) => !isEmpty(one) || context.changes.has(one.path));
  const facts = worthSaying(item.facts, context);
  const [only, second] = facts;
  // A single number beside a name is clear without its caption, but not beside something hidden.
  const isOnlyFigure = item.facts.filter(({ value }) => value.sort === "number").length === 1;
  const isFigure = only?.value.sort === "number" && !second && isOnlyFigure;
  const number = isFigure && head?.sort !== "hidden" ? only.value.number : null;
  const isChip = groups.length === 0 && (facts.length === 0 || number !== null);
  const times = count > 1 ? html`<span class="count">×${count}</span>` : nothing;
  const name = head
    ? valueOf(head, area, context)
    : html`<span class="chip">${t("genericTable.position", { number: at + 1 })}</span>`;
  const mark = markOf(path, context);
  if (isCard && head?.sort === "thing") {
    return html`<li class="card">
      <p class="head">${name} ${times} ${mark}</p>
      <p class="text">${head.thing.text}</p>
      ${more(facts, groups, area, context)}
    </li>`;
  }
  if (isChip) {
    const figure = html`<span class="figure">
      ${head ? nothing : only?.caption.name} ${number === null ? nothing : numeral(number)}
      <span class="visually-hidden">${head ? only?.caption.name : nothing}</span>
    </span>`;
    return html`<li>
      ${name} ${number === null ? times : figure} ${mark}
      ${only ? markOf(only.path, context) : nothing}
    </li>`;
  }
  return html`<li class="thing">
    <p class="head">${name} ${times} ${mark}</p>
    ${more(facts, groups, area, context)}
  </li>`;
}

/** Leaves out false values, and zeros if something else remains, unless they have just changed. */
export function worthSaying(facts: readonly Fact[], { changes }: DrawContext): readonly Fact[] {
  const so = facts.filter(
    ({ path, value }) => value.sort !== "truth" || value.is || changes.has(path),
  );
  const some = so.filter(
    ({ path, value }) => value.sort !== "number" || value.number !== 0 || changes.has(path),
  );
  return some.length > 0 ? some : so.slice(0, 1);
}

export function more(
  facts: readonly Fact[],
  groups: readonly Group[],
  area: DrawArea,
  context: DrawContext,
) {
  if (facts.length + groups.length === 0) return nothing;
  return html`<ul class="more">
    ${facts.map(({ caption, value, path }) =>
      value.sort === "truth" && value.is
        ? html`<li>
            <span class="badge">${captionOf(caption, context)}</span> ${markOf(path, context)}
          </li>`
        : html`<li>
            <span class="soft">${captionOf(caption, context)}</span>
            ${valueOf(value, area, context)} ${markOf(path, context)}
          </li>`,
    )}
    ${groups.map(
      (group) =>
        html`<li>
          <span class="soft">${captionOf(group.caption, context)}</span>
          ${markOf(group.path, context)} ${contentOf(group, { ...area, isOwn: false }, context)}
        </li>`,
    )}
  </ul>`;
}

/** A caption; a button if it has an explanation to open. */
export function captionOf({ name, text }: Caption, context: DrawContext) {
  if (text === "") return name;
  return html`<button
    type="button"
    class="caption"
    aria-haspopup="dialog"
    @click=${shows({ name, text }, context)}
  >
    ${name}
  </button>`;
}

export function valueOf(value: Value, { seat }: DrawArea, context: DrawContext) {
  switch (value.sort) {
    case "number":
      return html`<span class="number">${numeral(value.number)}</span>`;
    case "truth":
      return value.is ? t("genericTable.yes") : t("genericTable.no");
    case "seat":
      return html`<span class="chip seat">${context.nameOf(value.seat)}</span>`;
    case "text":
      return value.text;
    case "hidden":
      return html`<span class="chip hidden">${t("genericTable.hidden")}</span>`;
    case "thing": {
      const { id, name, text } = value.thing;
      const classes = `chip${context.isHighlighted(id, seat) ? " highlighted" : ""}`;
      if (text === "") return html`<span class=${classes}>${name}</span>`;
      return html`<button
        type="button"
        class=${classes}
        aria-haspopup="dialog"
        @click=${shows(value.thing, context)}
      >
        ${name}
      </button>`;
    }
  }
}

function shows(words: Info, context: DrawContext) {
  return (event: Event) => {
    context.show(words, event.currentTarget as HTMLElement);
  };
}

/** Changes are marked in text because not everybody can see a colour. */
export function markOf(path: string, { changes }: DrawContext) {
  const change = changes.get(path);
  if (!change) return nothing;
  const words =
    change.sort === "by"
      ? `${change.by > 0 ? "+" : "−"}${Math.abs(change.by)}`
      : t(change.sort === "new" ? "genericTable.new" : "genericTable.changed");
  return html`<span class="mark">${words}</span>`;
}
