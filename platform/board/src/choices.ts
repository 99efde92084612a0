// Narrowing: of all legal steps those that follow from what was chosen so far, and what can be
// chosen next, on the board and in the action panel.
import type { Offer } from "./steps.ts";

/** What was chosen so far on the way to a step. */
export interface Narrowing {
  /** The kind of step; null while any is possible. */
  readonly kind: string | null;
  readonly path: readonly string[];
}

/** Nothing is chosen yet. */
export const OPEN: Narrowing = { kind: null, path: [] };

/** One thing to choose: a step, or a closer choice. */
export interface Choice<O extends Offer> {
  /** Every step that it may lead to, at least one. */
  readonly offers: readonly [O, ...O[]];
  /** What is chosen with it; null if it is a step itself. */
  readonly next: Narrowing | null;
}

/** Up to how many steps of a single kind are listed one by one instead of by place. */
const FEW = 6;
/** Up to how many steps of a kind are listed one by one beside those of other kinds. */
const PAIR = 2;

/** The steps that are left. */
export function remaining<O extends Offer>(
  offers: readonly O[],
  { kind, path }: Narrowing,
): readonly O[] {
  return offers.filter(
    (offer) =>
      (kind === null || offer.kind === kind) &&
      path.every((target, place) => offer.path[place] === target),
  );
}

/** What can be chosen next on the board, by place. */
export function onBoard<O extends Offer>(
  offers: readonly O[],
  narrowing: Narrowing,
): ReadonlyMap<string, Choice<O>> {
  const { kind, path } = narrowing;
  const groups = grouped(remaining(offers, narrowing), (offer) => offer.path[path.length]);
  const found = new Map<string, Choice<O>>();
  for (const [target, group] of groups) {
    if (target === undefined) continue;
    const isReached = group.length === 1 && group[0].path.length === path.length + 1;
    // Where the kind was chosen before, the press means nothing else.
    const isStep = isReached && !(group[0].asksFirst === true && kind === null);
    const next = isStep ? null : { kind, path: [...path, target] };
    found.set(target, { offers: group, next });
  }
  return found;
}

/** What can be chosen next in the action panel: every step that is left can be reached. */
export function inPanel<O extends Offer>(
  offers: readonly O[],
  narrowing: Narrowing,
): readonly Choice<O>[] {
  const left = remaining(offers, narrowing);
  const each = (group: readonly O[]) =>
    group.map((offer): Choice<O> => ({ offers: [offer], next: null }));
  const kinds = grouped(left, ({ kind }) => kind);
  if (kinds.size > 1) {
    return [...kinds].flatMap(([kind, group]) =>
      kind === null || group.length <= PAIR
        ? each(group)
        : [{ offers: group, next: { kind, path: commonPath(group) } }],
    );
  }
  if (left.length <= FEW) return each(left);
  const depth = narrowing.path.length;
  return [...grouped(left, (offer) => offer.path[depth])].flatMap(([target, group]) =>
    target === undefined || group.length === 1
      ? each(group)
      : [
          {
            offers: group,
            next: { kind: narrowing.kind, path: [...narrowing.path, target] },
          },
        ],
  );
}

/** The places that all of these steps begin with. */
function commonPath([first, ...others]: readonly [Offer, ...Offer[]]): readonly string[] {
  const differs = first.path.findIndex((target, place) =>
    others.some(({ path }) => path[place] !== target),
  );
  return differs === -1 ? first.path : first.path.slice(0, differs);
}

function grouped<Key, O extends Offer>(
  offers: readonly O[],
  keyOf: (offer: O) => Key,
): ReadonlyMap<Key, readonly [O, ...O[]]> {
  const groups = new Map<Key, [O, ...O[]]>();
  for (const offer of offers) {
    const key = keyOf(offer);
    const group = groups.get(key);
    if (group) group.push(offer);
    else groups.set(key, [offer]);
  }
  return groups;
}
