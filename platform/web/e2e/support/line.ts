// A proxy between browser and server that can be cut, like the connection of a train in a tunnel.
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** A proxy to one server. */
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
        // Broken connections are expected here.
        one.on("error", () => other.destroy());
        one.on("close", () => {
          this.#sockets.delete(one);
          other.destroy();
        });
      }
    });
  }

  /** Starts a proxy to the server at an address. */
  static async to(url: string): Promise<Line> {
    const line = new Line(new URL(url));
    await new Promise<void>((ready) => line.#server.listen(0, "127.0.0.1", ready));
    return line;
  }

  /** The address of the proxy, for the browser. */
  get url(): string {
    // A server that listens on a port has an `AddressInfo`.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Whether it was ever cut, so that failed requests are expected. */
  get wasCut(): boolean {
    return this.#wasCut;
  }

  /** Breaks all connections, and refuses new ones. */
  cut(): void {
    this.#isCut = this.#wasCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Accepts connections again. */
  mend(): void {
    this.#isCut = false;
  }

  /** Stops the proxy. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
