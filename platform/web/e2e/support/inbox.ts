// A mail server that accepts every email, for tests that read them.
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A mail server. */
export class Inbox {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The emails received so far. */
  readonly letters: string[] = [];

  private constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      const say = (line: string) => socket.write(`${line}\r\n`);
      let letter: string[] | null = null;
      createInterface({ input: socket, crlfDelay: Infinity }).on("line", (line) => {
        if (letter === null) {
          if (line.toUpperCase() === "DATA") letter = [];
          say(letter ? "354 go on" : "250 yes");
        } else if (line === ".") {
          // Decodes as much of quoted-printable as links need.
          this.letters.push(letter.join("\n").replace(/=\n/g, "").replace(/=3D/g, "="));
          letter = null;
          say("250 taken");
        } else letter.push(line);
      });
      say("220 here");
    });
  }

  /** Starts a mail server at a free port. */
  static async open(): Promise<Inbox> {
    const inbox = new Inbox();
    await new Promise<void>((ready) => inbox.#server.listen(0, "127.0.0.1", ready));
    return inbox;
  }

  /** The address of the mail server. */
  get url(): string {
    // A server that listens on a port has an `AddressInfo`.
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Stops the server. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
