// The graph of an analysis: a line for each seat's chance, drawn as SVG, with marks to jump to.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { WholeAnalysisFragment } from "../api/generated.ts";

type Point = WholeAnalysisFragment["points"][number];
type TurningPoint = WholeAnalysisFragment["turningPoints"][number];

/** Which chances are shown: as the players could know them, or as they were. */
export type Sight = "known" | "actual";

/** The size of the graph in its own units; it is stretched to the width of the page. */
export const WIDTH = 1000;
export const HEIGHT = 300;

/** In how many rows the marks stand, so that neighbours do not hide each other. */
const ROWS = 3;

/** How lines are told apart without colour. */
const DASHES = ["", "12 6", "3 5", "16 5 3 5", "8 3", "2 8", "20 4"];

/** The pattern of a seat's line. */
export function dashOf(seat: number): string {
  return DASHES[seat % DASHES.length] ?? "";
}

/** The colour of a seat's line: each is readable on light and dark grounds. */
export function colourOf(seat: number): string {
  return `var(--line-${seat % 7})`;
}

/** Where an entry is, from 0 to 1. */
export function placeOf(at: number, last: number): number {
  return last === 0 ? 0 : Math.min(1, at / last);
}

/** The corners of a seat's line, as the attribute `points` of a polyline. */
export function cornersOf(
  points: readonly Point[],
  sight: Sight,
  seat: number,
  last: number,
): string {
  return points
    .map((point) => {
      const chance = point[sight][seat] ?? 0;
      const x = placeOf(point.at, last) * WIDTH;
      return `${x.toFixed(1)},${((1 - chance) * HEIGHT).toFixed(1)}`;
    })
    .join(" ");
}

/** What is drawn. */
export interface Graph {
  readonly points: readonly Point[];
  readonly turningPoints: readonly TurningPoint[];
  readonly sight: Sight;
  readonly seats: number;
  /** The last entry of the game. */
  readonly last: number;
  /** The entry that is shown. */
  readonly at: number;
  /** How a chance is written. */
  readonly percent: (chance: number) => string;
  /** What a screen reader says of the graph. */
  readonly label: string;
  readonly jump: (entry: number) => void;
}

/** The graph. What it shows is also in a list and a table, which a screen reader can read. */
export function graphOf(graph: Graph): TemplateResult {
  const { points, sight, last } = graph;
  const seats = Array.from({ length: graph.seats }, (_, seat) => seat);
  const across = (share: number) =>
    svg`<line class="rule" x1="0" x2=${WIDTH} y1=${HEIGHT * share} y2=${HEIGHT * share} />`;
  const now = placeOf(graph.at, last) * WIDTH;
  return html`<div class="graph">
    <span class="scale" aria-hidden="true">${graph.percent(1)}</span>
    <svg
      role="img"
      aria-label=${graph.label}
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
    >
      ${[0, 0.5, 1].map(across)}
      ${seats.map(
        (seat) =>
          svg`<polyline
            points=${cornersOf(points, sight, seat, last)}
            style="stroke: ${colourOf(seat)}"
            stroke-dasharray=${dashOf(seat) === "" ? nothing : dashOf(seat)}
          />`,
      )}
      <line class="now" x1=${now} x2=${now} y1="0" y2=${HEIGHT} />
    </svg>
    ${graph.turningPoints.map(
      ({ entry, cause }, number) =>
        html`<span
          class="mark ${cause === "GOOD_LUCK" ? "good" : "bad"}"
          aria-hidden="true"
          style="left: ${(placeOf(entry, last) * 100).toFixed(2)}%; --row: ${ROWS - 1 - (number % ROWS)}"
          @click=${() => {
            graph.jump(entry);
          }}
          >${number + 1}</span
        >`,
    )}
  </div>`;
}
