// Fades out removed cards where they were, so that players see what is gone.

const THINGS =
  ":is(.cards, .lords-at-court, .tiles, .chips, .estates) > li:not(.free), .space:has(> .card)";

/** Elements with their positions. */
export type Places = ReadonlyMap<HTMLElement, DOMRect>;

/** The positions of all elements that may be removed by the next update. */
export function placesIn(root: ParentNode): Places {
  const things = [...root.querySelectorAll<HTMLElement>(THINGS)];
  return new Map(things.map((thing) => [thing, thing.getBoundingClientRect()]));
}

/** Fades out the removed elements on a layer over the table, without their buttons. */
export function fade(before: Places, layer: Element): void {
  const origin = layer.getBoundingClientRect();
  for (const [thing, { left, top, width, height }] of before) {
    const isPart = thing.parentElement?.closest(THINGS);
    if (thing.isConnected || isPart) continue;
    for (const button of thing.querySelectorAll("button")) button.remove();
    Object.assign(thing.style, {
      position: "absolute",
      left: `${left - origin.left}px`,
      top: `${top - origin.top}px`,
      width: `${width}px`,
      height: `${height}px`,
    });
    layer.append(thing);
    thing.animate({ opacity: [1, 0], scale: [1, 0.85] }, 300).onfinish = () => {
      thing.remove();
    };
  }
}
