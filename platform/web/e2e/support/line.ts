// A line between browser and server that a test can cut, as a train does that enters a tunnel.
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** A line to a server. */
export class Line {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  #wasCut = false;

  private constructor(target: URL) {
    this.#server = createServer((near) => {
      if (this.#isCut) {
        near.destroy();
        return;
      }
      const far = connect(Number(target.port), target.hostname);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.pipe(other);
        // An end that breaks off is what this line is for.
        one.on("error", () => other.destroy());
        one.on("close", () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
    });
  }

  /** A line to the server at an address. */
  static async to(url: string): Promise<Line> {
    const line = new Line(new URL(url));
    await new Promise<void>((ready) => line.#server.listen(0, "127.0.0.1", ready));
    return line;
  }

  /** Where a browser finds this end of it. */
  get url(): string {
    // A server that listens at a port has such an address.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Whether anything that breaks off may be the test's doing. */
  get wasCut(): boolean {
    return this.#wasCut;
  }

  /** Breaks every connection, and lets none through. */
  cut(): void {
    this.#isCut = this.#wasCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Lets connections through again. */
  mend(): void {
    this.#isCut = false;
  }

  /** Ends it. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
