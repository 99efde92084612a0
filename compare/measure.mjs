// What every comparison measures: how often something was done, the server's processor time, and how
// long each took.
import { readFileSync } from "node:fs";

/** Clock ticks a second in /proc, as Linux has them on every architecture that runs Node. */
const TICKS = 100;

/** The processor time of a process so far, in seconds: its own and the kernel's for it. */
function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

/** The share of the times that are not longer, in milliseconds. */
function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Times of what is done while it is measured. */
export class Measurement {
  #times = [];
  #isOn = false;

  /** Notes that something was done that took so many milliseconds. */
  note(milliseconds) {
    if (this.#isOn) this.#times.push(milliseconds);
  }

  /** Lets the work go on for a while, and then measures it; prints one line of JSON. */
  async run(pid, what, { warmUp = 2, seconds = 8 } = {}) {
    const rest = (time) => new Promise((resolve) => setTimeout(resolve, time * 1_000));
    await rest(warmUp);
    this.#isOn = true;
    const [cpu, own, began] = [cpuOf(pid), process.cpuUsage(), performance.now()];
    await rest(seconds);
    this.#isOn = false;
    const wall = (performance.now() - began) / 1_000;
    const client = process.cpuUsage(own);
    const sorted = this.#times.sort((one, other) => one - other);
    console.log(
      JSON.stringify({
        what,
        perSecond: sorted.length / wall,
        perCpuSecond: sorted.length / (cpuOf(pid) - cpu),
        p50: percentile(sorted, 0.5),
        p99: percentile(sorted, 0.99),
        clientCpu: (client.user + client.system) / 1e6,
      }),
    );
  }
}
