// Draws a reading of a view: facts as a list of definitions, lists as chips and cards, players as
// panels. One's own begins with what only oneself sees, such as the hand; those of others end with it.
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../i18n/words.ts";
import type { Caption } from "./captions.ts";
import type { Changes } from "./changes.ts";
import { isEmpty, type Fact, type Group, type Item, type Panel, type Value } from "./reading.ts";
import type { SheetWords } from "./info-sheet.ts";

/** What a table is drawn with. */
export interface Pencil {
  readonly changes: Changes;
  /** What a seat's player is called. */
  readonly nameOf: (seat: number) => string;
  /** Whether a thing is what is thought of, at a seat or, with null, in the middle. */
  readonly isThought: (id: string, seat: number | null) => boolean;
  readonly show: (words: SheetWords, beside: HTMLElement) => void;
}

/** Where something is drawn. */
interface Place {
  /** Whose side of the table; null for the middle. */
  readonly seat: number | null;
  /** Whether texts stand beside the names. */
  readonly isOwn: boolean;
}

/** The middle of a table is nobody's. */
export const MIDDLE: Place = { seat: null, isOwn: true };

/** A player's side of the table, without its heading. */
export function panelBody(panel: Panel, isOwn: boolean, pencil: Pencil): TemplateResult {
  const place = { seat: panel.seat, isOwn };
  const full = panel.groups.filter((group) => !isEmpty(group));
  const [secret, open] = [full.filter((g) => g.isPrivate), full.filter((g) => !g.isPrivate)];
  const [secrets, others] = [groupsOf(secret, place, pencil), groupsOf(open, place, pencil)];
  const facts = factsOf(panel.facts, place, pencil);
  return isOwn
    ? html`${secrets} ${facts} ${others} ${emptyOf(panel.groups, pencil)}`
    : html`${facts} ${others} ${secrets} ${emptyOf(panel.groups, pencil)}`;
}

/** Single values with their captions. */
export function factsOf(facts: readonly Fact[], place: Place, pencil: Pencil) {
  // Of others it is said what is so; of oneself also what is not, to show what there could be.
  const told = facts.filter(
    ({ path, value }) =>
      place.isOwn || value.sort !== "truth" || value.is || pencil.changes.has(path),
  );
  if (told.length === 0) return nothing;
  return html`<dl class="facts">
    ${told.map(
      ({ path, caption, value, isOfHidden }) =>
        html`<div>
          <dt>${captionOf(caption, pencil)}</dt>
          <dd>
            ${valueOf(value, place, pencil)}
            ${
              isOfHidden && place.seat !== null
                ? html`<span class="soft">${t("generic.hidden")}</span>`
                : nothing
            }
            ${markOf(path, pencil)}
          </dd>
        </div>`,
    )}
  </dl>`;
}

/** Captioned lists and objects, side by side where there is room. */
export function groupsOf(groups: readonly Group[], place: Place, pencil: Pencil) {
  if (groups.length === 0) return nothing;
  return html`<div class="groups">${groups.map((group) => groupOf(group, place, pencil))}</div>`;
}

function groupOf(group: Group, place: Place, pencil: Pencil): TemplateResult {
  return html`<div class=${hasCards(group, place) ? "group wide" : "group"}>
    <h4>${captionOf(group.caption, pencil)} ${totalOf(group)} ${markOf(group.path, pencil)}</h4>
    ${contentOf(group, place, pencil)}
  </div>`;
}

/** The same, folded up. */
export function asideOf(group: Group, place: Place, pencil: Pencil): TemplateResult {
  const { name, text } = group.caption;
  return html`<details class="aside">
    <summary>${name} ${totalOf(group)} ${markOf(group.path, pencil)}</summary>
    ${text === "" ? nothing : html`<p class="text">${text}</p>`} ${contentOf(group, place, pencil)}
  </details>`;
}

/** The captions of lists with nothing in them, in one line; what was in one is said apart. */
export function emptyOf(groups: readonly Group[], pencil: Pencil) {
  const empty = groups.filter(isEmpty);
  const still = empty.filter(({ path }) => !pencil.changes.has(path));
  const emptied = empty.filter(({ path }) => pencil.changes.has(path));
  const what = still.map(({ caption }) => caption.name).join(" · ");
  return html`
    ${emptied.map(({ path, caption }) => html`<p class="soft empty">${caption.name} ${markOf(path, pencil)}</p>`)}
    ${still.length === 0 ? nothing : html`<p class="soft empty">${t("generic.empty", { what })}</p>`}
  `;
}

/** How many things a list has, unless one sees that. */
function totalOf({ total, items }: Group) {
  return total !== null && (total > 1 || items.length > 1)
    ? html`<span class="soft">(${total})</span>`
    : nothing;
}

function contentOf(group: Group, place: Place, pencil: Pencil): TemplateResult {
  const areCards = hasCards(group, place);
  return html`
    ${factsOf(group.facts, place, pencil)}
    ${
      group.items.length > 0
        ? html`<ul class=${areCards ? "items cards" : "items"}>
            ${group.items.map((item, at) => itemOf(item, at, areCards, place, pencil))}
          </ul>`
        : nothing
    }
    ${groupsOf(
      group.groups.filter((one) => !isEmpty(one)),
      place,
      pencil,
    )}
    ${emptyOf(group.groups, pencil)}
  `;
}

/** Whether its texts stand beside the names: in one's own hand, and whatever else one alone sees. */
function hasCards({ isPrivate, items }: Group, { isOwn }: Place): boolean {
  return isPrivate && isOwn && items.some(isCard);
}

function isCard({ head }: Item): boolean {
  return head?.sort === "thing" && head.thing.text !== "";
}

function itemOf(item: Item, at: number, isCard: boolean, place: Place, pencil: Pencil) {
  const { head, count, path } = item;
  const groups = item.groups.filter((one) => !isEmpty(one) || pencil.changes.has(one.path));
  const facts = worthSaying(item.facts, pencil);
  const [only, second] = facts;
  // Where there is no other figure it needs no caption beside a name; beside something hidden it does.
  const isOnlyFigure = item.facts.filter(({ value }) => value.sort === "number").length === 1;
  const isFigure = only?.value.sort === "number" && !second && isOnlyFigure;
  const number = isFigure && head?.sort !== "hidden" ? only.value.number : null;
  const isChip = groups.length === 0 && (facts.length === 0 || number !== null);
  const times = count > 1 ? html`<span class="count">×${count}</span>` : nothing;
  const name = head
    ? valueOf(head, place, pencil)
    : html`<span class="chip">${t("generic.nth", { number: at + 1 })}</span>`;
  const mark = markOf(path, pencil);
  if (isCard && head?.sort === "thing") {
    return html`<li class="card">
      <p class="head">${name} ${times} ${mark}</p>
      <p class="text">${head.thing.text}</p>
      ${more(facts, groups, place, pencil)}
    </li>`;
  }
  if (isChip) {
    const figure = html`<span class="figure">
      ${head ? nothing : only?.caption.name} ${number ?? nothing}
      <span class="unseen">${head ? only?.caption.name : nothing}</span>
    </span>`;
    return html`<li>
      ${name} ${number === null ? times : figure} ${mark}
      ${only ? markOf(only.path, pencil) : nothing}
    </li>`;
  }
  return html`<li class="thing">
    <p class="head">${name} ${times} ${mark}</p>
    ${more(facts, groups, place, pencil)}
  </li>`;
}

/**
 * Of a thing in a list neither is said what is not so, nor, where there is more to say, what is nought;
 * unless that has just come to be.
 */
export function worthSaying(facts: readonly Fact[], { changes }: Pencil): readonly Fact[] {
  const so = facts.filter(
    ({ path, value }) => value.sort !== "truth" || value.is || changes.has(path),
  );
  const some = so.filter(
    ({ path, value }) => value.sort !== "number" || value.number !== 0 || changes.has(path),
  );
  return some.length > 0 ? some : so.slice(0, 1);
}

/** What else there is to a thing of a list, in small. */
export function more(
  facts: readonly Fact[],
  groups: readonly Group[],
  place: Place,
  pencil: Pencil,
) {
  if (facts.length + groups.length === 0) return nothing;
  return html`<ul class="more">
    ${facts.map(({ caption, value, path }) =>
      value.sort === "truth" && value.is
        ? html`<li>
            <span class="badge">${captionOf(caption, pencil)}</span> ${markOf(path, pencil)}
          </li>`
        : html`<li>
            <span class="soft">${captionOf(caption, pencil)}</span>
            ${valueOf(value, place, pencil)} ${markOf(path, pencil)}
          </li>`,
    )}
    ${groups.map(
      (group) =>
        html`<li>
          <span class="soft">${captionOf(group.caption, pencil)}</span>
          ${markOf(group.path, pencil)} ${contentOf(group, { ...place, isOwn: false }, pencil)}
        </li>`,
    )}
  </ul>`;
}

/** What something is called, to be pressed where there is more to say. */
export function captionOf({ name, text }: Caption, pencil: Pencil) {
  if (text === "") return name;
  return html`<button
    type="button"
    class="caption"
    aria-haspopup="dialog"
    @click=${shows({ name, text }, pencil)}
  >
    ${name}
  </button>`;
}

/** A value as it stands at a place. */
export function valueOf(value: Value, { seat }: Place, pencil: Pencil) {
  switch (value.sort) {
    case "number":
      return html`<span class="number">${value.number}</span>`;
    case "truth":
      return value.is ? t("generic.yes") : t("generic.no");
    case "seat":
      return html`<span class="chip seat">${pencil.nameOf(value.seat)}</span>`;
    case "text":
      return value.text;
    case "hidden":
      return html`<span class="chip hidden">${t("generic.hidden")}</span>`;
    case "thing": {
      const { id, name, text } = value.thing;
      const classes = `chip${pencil.isThought(id, seat) ? " thought" : ""}`;
      if (text === "") return html`<span class=${classes}>${name}</span>`;
      return html`<button
        type="button"
        class=${classes}
        aria-haspopup="dialog"
        @click=${shows(value.thing, pencil)}
      >
        ${name}
      </button>`;
    }
  }
}

function shows(words: SheetWords, pencil: Pencil) {
  return (event: Event) => {
    pencil.show(words, event.currentTarget as HTMLElement);
  };
}

/** Says that something has changed: in writing, since a colour alone says it to some only. */
export function markOf(path: string, { changes }: Pencil) {
  const change = changes.get(path);
  if (!change) return nothing;
  const words =
    change.sort === "by"
      ? `${change.by > 0 ? "+" : "−"}${Math.abs(change.by)}`
      : t(change.sort === "new" ? "generic.new" : "generic.changed");
  return html`<span class="mark">${words}</span>`;
}
