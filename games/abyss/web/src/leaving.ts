// What leaves the table fades away where it lay, so that it can be seen what has gone.

const THINGS =
  ":is(.cards, .lords-at-court, .tiles, .chips, .estates) > li:not(.free), .space:has(> .card)";

/** Where things lie. */
export type Places = ReadonlyMap<HTMLElement, DOMRect>;

/** Where everything lies that may leave. */
export function placesIn(root: ParentNode): Places {
  const things = [...root.querySelectorAll<HTMLElement>(THINGS)];
  return new Map(things.map((thing) => [thing, thing.getBoundingClientRect()]));
}

/** Lets what has left fade on a layer over the table, where nobody can press it. */
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
