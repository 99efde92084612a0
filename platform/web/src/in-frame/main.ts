// The entry point of the document of a frame, in which a board runs that is not trusted.
import "./no-connections.ts";
import { HELLO } from "../frame/protocol.ts";
import "../learning/term-tip.ts";
import { BoardRunner } from "./board-runner.ts";

const tip = document.createElement("gueridon-term-tip");
document.body.append(tip);

function hear({ source, data, ports: [port] }: MessageEvent<unknown>): void {
  if (source !== parent || data !== HELLO || !port) return;
  removeEventListener("message", hear);
  new BoardRunner(port, tip);
}

addEventListener("message", hear);
