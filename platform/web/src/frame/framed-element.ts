// A game's element in a sandboxed frame, in which it can reach neither the page nor the network. The
// frame is never higher than the window, and its content scrolls with the page: so whatever is fixed
// or sticks to an edge in it does so in the window, as outside of a frame.
import { StoreController } from "@nanostores/lit";
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { ComposeEvent, PlayEvent } from "@gueridon/element";
import { t } from "../i18n/words.ts";
import { $theme } from "../preferences/preferences.ts";
import { codeOf } from "./code.ts";
import {
  HELLO,
  readFromFrame,
  type FramedProperties,
  type FromFrame,
  type ToFrame,
} from "./protocol.ts";

/** The document of every frame; the server guards it with a policy of its own. */
const DOCUMENT = "/frame.html";
/** How long a board may take from its code until it is there, and then to answer, in milliseconds. */
const START_MS = 20_000;
const ANSWER_MS = 4_000;
/** How often it is asked whether it answers, in milliseconds. */
const ASK_MS = 1_000;
/** How many messages it may send in a second: it scrolls and changes its size at most once a frame. */
const MOST_MESSAGES = 500;
/** The lowest window that a board gets while most of it is below the foot of the page's, in pixels. */
const LOWEST = 240;

/** The element is not there any more: it failed, hangs, or left its document. */
export class BrokenEvent extends CustomEvent<{ readonly why: string }> {
  static readonly type = "gueridon-broken";
  constructor(why: string) {
    super(BrokenEvent.type, { detail: { why } });
  }
}

/** The element in the frame is there. */
export class ReadyEvent extends Event {
  static readonly type = "gueridon-ready";
  constructor() {
    super(ReadyEvent.type);
  }
}

/** `<gueridon-framed>`: dispatches what the element in the frame plays and composes. */
@customElement("gueridon-framed")
export class FramedElement extends LitElement {
  static override styles = css`
    :host {
      display: block;
    }
    iframe {
      position: sticky;
      top: 0;
      display: block;
      width: 100%;
      height: ${LOWEST}px;
      border: 0;
      background: transparent;
    }
  `;

  /** The name of the element in the frame. */
  @property({ attribute: false }) tag = "";
  /** The address of the module that defines it. */
  @property({ attribute: false }) path = "";
  @property({ attribute: false }) properties: FramedProperties = {};
  /** Whether nothing in the frame can be reached: a picture. */
  @property({ type: Boolean }) isPicture = false;
  /** Whether it was broken off. */
  @state() private isBroken = false;
  @query("iframe") private readonly frame!: HTMLIFrameElement;
  @query("#way") private readonly way!: HTMLElement;
  readonly #theme = new StoreController(this, $theme);
  /** Whether the element shows the prompt itself; false before it is there. */
  showsPrompt = false;
  #port: MessagePort | null = null;
  #isReady = false;
  /** What the element has; nothing before it is there. */
  #sent: FramedProperties = {};
  #sentTheme = this.#theme.value;
  #height = LOWEST;
  #room = 0;
  #pointed: readonly string[] = [];
  #asking: ReturnType<typeof setInterval> | undefined;
  /** For how long an answer has been missing while the page was seen, in milliseconds. */
  #silent = 0;
  #heard = { second: 0, count: 0 };
  #laidOut = 0;

  override connectedCallback() {
    super.connectedCallback();
    // Whatever scrolls: a scroll event of an element does not bubble.
    addEventListener("scroll", this.#moved, { capture: true, passive: true });
    addEventListener("resize", this.#moved);
  }

  override disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("scroll", this.#moved, { capture: true });
    removeEventListener("resize", this.#moved);
    cancelAnimationFrame(this.#laidOut);
    this.#laidOut = 0;
    this.#close();
  }

  override render() {
    if (this.isBroken) return nothing;
    return html`<div id="way">
      <iframe
        sandbox="allow-scripts"
        src=${DOCUMENT}
        title=${t("table.board.title")}
        referrerpolicy="no-referrer"
        tabindex=${this.isPicture ? "-1" : "0"}
        @load=${this.#opened}
      ></iframe>
    </div>`;
  }

  override updated() {
    if (!this.#isReady) return;
    const known = this.#sent as Readonly<Record<string, unknown>>;
    const changed = Object.entries(this.properties).filter(
      ([name, value]) => known[name] !== value,
    );
    if (changed.length > 0) {
      this.#sent = this.properties;
      this.#say({ kind: "set", properties: Object.fromEntries(changed) });
    }
    if (this.#sentTheme !== this.#theme.value) {
      this.#sentTheme = this.#theme.value;
      this.#say({ kind: "theme", theme: this.#sentTheme });
    }
  }

  /** Moves the focus to the moves in the frame. */
  override focus() {
    this.frame.focus();
    this.#say({ kind: "focus" });
  }

  /** Outlines the first of these names that is there, until others are named. */
  pointAt(names: readonly string[]) {
    if (names.join("\n") === this.#pointed.join("\n")) return;
    this.#pointed = names;
    this.#say({ kind: "point", names });
  }

  /** Scrolls to what is outlined. */
  show(isSmooth: boolean) {
    this.#say({ kind: "show", isSmooth });
  }

  #say(message: ToFrame) {
    if (this.#isReady || message.kind === "begin" || message.kind === "ping") {
      this.#port?.postMessage(message);
    }
  }

  readonly #opened = () => {
    if (this.#port) {
      // A frame can take itself elsewhere, and nothing there is a board.
      this.#break("it has left its document");
      return;
    }
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (this.#port === port1) this.#hear(data);
    };
    // Its origin is no origin that could be named.
    this.frame.contentWindow?.postMessage(HELLO, "*", [port2]);
    void this.#begin(port1);
  };

  async #begin(port: MessagePort) {
    try {
      const code = await codeOf(this.path);
      if (this.#port !== port) return;
      this.#sent = this.properties;
      this.#sentTheme = this.#theme.value;
      const { tag, properties } = this;
      this.#say({ kind: "begin", tag, code, properties, theme: this.#sentTheme });
      // Only from now on is it the board that has to answer, and not the network.
      this.#asking = setInterval(() => {
        this.#ask();
      }, ASK_MS);
    } catch (failed) {
      if (this.#port === port) this.#break(String(failed));
    }
  }

  #hear(data: unknown) {
    const second = Math.floor(performance.now() / 1_000);
    if (this.#heard.second !== second) this.#heard = { second, count: 0 };
    this.#heard.count += 1;
    if (this.#heard.count > MOST_MESSAGES) {
      this.#break("it talks without end");
      return;
    }
    const message = readFromFrame(data);
    if (message) this.#do(message);
  }

  #do(message: FromFrame) {
    switch (message.kind) {
      case "ready":
        if (this.#isReady) return;
        this.#isReady = true;
        this.#silent = 0;
        this.showsPrompt = message.showsPrompt;
        this.dispatchEvent(new ReadyEvent());
        if (this.#pointed.length > 0) this.#say({ kind: "point", names: this.#pointed });
        this.#layOut();
        this.requestUpdate();
        break;
      case "failed":
        this.#break(message.why);
        break;
      case "play":
        this.dispatchEvent(new PlayEvent(message.steps));
        break;
      case "compose":
        this.dispatchEvent(new ComposeEvent(message.steps));
        break;
      case "size":
        this.#size(message.height, message.room);
        break;
      case "scroll":
        this.#follow(message.top);
        break;
      case "pong":
        this.#silent = 0;
    }
  }

  #size(height: number, room: number) {
    if (height === this.#height && room === this.#room) return;
    const isOpened = room > 0 && this.#room === 0;
    this.#height = height;
    this.#room = room;
    // Only where the visitor is may a dialog move the page.
    if (isOpened && this.#isReady && this.#hasFocus) this.#makeRoom();
    this.#layOut();
  }

  /** Asks whether it answers; nobody waits for it where the page is not seen. */
  #ask() {
    if (document.hidden) {
      this.#silent = 0;
      return;
    }
    this.#silent += ASK_MS;
    if (this.#silent > (this.#isReady ? ANSWER_MS : START_MS)) this.#break("it does not answer");
    else if (this.#isReady) this.#say({ kind: "ping" });
  }

  #break(why: string) {
    this.#close();
    // Without its frame, nothing of it runs any more.
    this.isBroken = true;
    this.dispatchEvent(new BrokenEvent(why));
  }

  #close() {
    clearInterval(this.#asking);
    this.#port?.close();
    this.#port = null;
    this.#isReady = false;
    this.#silent = 0;
    this.#sent = {};
  }

  get #hasFocus(): boolean {
    return this.shadowRoot?.activeElement === this.frame;
  }

  readonly #moved = () => {
    this.#laidOut ||= requestAnimationFrame(() => {
      this.#laidOut = 0;
      this.#layOut();
    });
  };

  /** Gives the frame the part of its way that is in the window, and has it show what lies there. */
  #layOut() {
    if (this.#isReady && this.isConnected) this.#say({ kind: "scroll", top: this.#place() });
  }

  /** The same without telling it; answers how far below its top is what it should show. */
  #place(): number {
    const { clientHeight } = document.documentElement;
    const way = Math.max(this.#height, Math.min(this.#room, clientHeight));
    this.way.style.height = `${way}px`;
    const { top } = this.way.getBoundingClientRect();
    const seen = Math.min(Math.max(clientHeight - Math.max(0, top), LOWEST), clientHeight);
    const height = Math.min(way, seen);
    this.frame.style.height = `${height}px`;
    return Math.min(Math.max(0, -top), way - height);
  }

  /** Scrolls the page until a dialog, which has just opened, has the window that it needs. */
  #makeRoom() {
    this.#place();
    const { clientHeight } = document.documentElement;
    const { top } = this.way.getBoundingClientRect();
    const missing = top + Math.min(this.#room, clientHeight) - clientHeight;
    if (missing > 0) scrollBy({ top: Math.min(missing, top), behavior: "instant" });
  }

  /** Scrolls the page to where the frame has scrolled: to the focus, or to what was looked for. */
  #follow(top: number) {
    // A board that has become lower is where it can be.
    if (Math.abs(top - this.#place()) < 2) return;
    const past = -this.way.getBoundingClientRect().top;
    scrollBy({ top: top - past, behavior: "instant" });
    this.#layOut();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "gueridon-framed": FramedElement;
  }
  interface HTMLElementEventMap {
    "gueridon-broken": BrokenEvent;
    "gueridon-ready": ReadyEvent;
  }
}
