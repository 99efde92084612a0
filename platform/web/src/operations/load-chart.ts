// How much one server has had to do lately: plays a minute, as a line.
import { svg } from "lit";

/** How many plays the server had accepted at a time, in milliseconds. */
export interface Sample {
  readonly at: number;
  readonly plays: number;
}

const WIDTH = 240;
const HEIGHT = 48;

/** Plays a minute between each sample and the next; a server that was restarted counts from 0. */
export function rates(samples: readonly Sample[]): readonly number[] {
  return samples.slice(1).map(({ at, plays }, before) => {
    const last = samples[before];
    if (!last || at <= last.at) return 0;
    const played = plays < last.plays ? plays : plays - last.plays;
    return (played * 60_000) / (at - last.at);
  });
}

/** The line of these rates, the newest at the right. */
export function chart(values: readonly number[], label: string) {
  const most = Math.max(1, ...values);
  const step = WIDTH / Math.max(1, values.length - 1);
  const point = (value: number, index: number) =>
    `${(index * step).toFixed(1)},${(HEIGHT - 2 - (value / most) * (HEIGHT - 4)).toFixed(1)}`;
  return svg`<svg
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    width=${WIDTH}
    height=${HEIGHT}
    role="img"
    aria-label=${label}
  >
    <polyline
      points=${values.map(point).join(" ")}
      fill="none"
      stroke="currentColor"
      stroke-width="2"
    />
  </svg>`;
}
