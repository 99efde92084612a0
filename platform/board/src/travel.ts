// Cards travel from where they lay to where they go, on a layer over the board.
import type { Flight } from "./flights.ts";

/** Where each place of the board was. */
export type Places = ReadonlyMap<string, DOMRect>;

/** How long a card is under way, and how much later the next one starts, in milliseconds. */
const FLIGHT = 480;
const STAGGER = 90;

/** Where the places of the board are now. */
export function placesIn(root: ParentNode): Places {
  const found = root.querySelectorAll<HTMLElement>("[data-place]");
  return new Map(
    [...found].map((one) => [one.dataset["place"] ?? "", one.getBoundingClientRect()]),
  );
}

/** Lets cards travel; `draw` makes the element of one. What lies at its end is pale until then. */
export function travel<What>(
  flights: readonly Flight<What>[],
  before: Places,
  after: Places,
  layer: HTMLElement,
  draw: (flight: Flight<What>) => HTMLElement,
): void {
  const origin = layer.getBoundingClientRect();
  for (const [number, flight] of flights.entries()) {
    const from = before.get(flight.from) ?? after.get(flight.from);
    const to = after.get(flight.to) ?? before.get(flight.to);
    if (from === undefined || to === undefined) continue;
    const card = draw(flight);
    layer.append(card);
    const { width, height } = card.getBoundingClientRect();
    const at = (rect: DOMRect, scale: number) =>
      `translate(${rect.left + rect.width / 2 - width / 2 - origin.left}px, ${rect.top + rect.height / 2 - height / 2 - origin.top}px) scale(${scale})`;
    const start = before.has(flight.from) && flight.from.startsWith("hand:") ? 1 : 0.7;
    const way = card.animate(
      [
        { transform: at(from, start), opacity: 1 },
        { transform: at(to, 0.6), opacity: 1, offset: 0.85 },
        { transform: at(to, 0.5), opacity: 0 },
      ],
      {
        duration: FLIGHT,
        delay: number * STAGGER,
        easing: "cubic-bezier(.3,.1,.2,1)",
        fill: "both",
      },
    );
    way.onfinish = () => {
      card.remove();
    };
  }
}
