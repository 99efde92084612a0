// Runs a game's element in the document of a frame: gives it its properties, and tells the page what
// it plays, how high it is, and where it has scrolled to.
import type { ComposeEvent, PlayEvent, TableElement } from "@gueridon/element";
import { Pointing } from "../first-game/pointing.ts";
import type { FramedProperties, FromFrame, ToFrame } from "../frame/protocol.ts";
import { GameGlossary } from "../learning/glossary.ts";
import type { TermTip } from "../learning/term-tip.ts";
import { $language } from "../preferences/preferences.ts";
import { Dialogs } from "./dialogs.ts";

/** How often the board is searched for what is pointed at: it draws itself anew at any time. */
const SEARCH_MS = 300;
/** What a browser reports as an error where an element changes its size while it is measured. */
const NO_ERROR = "ResizeObserver loop";

/** The element of a frame, from the module that defines it on. */
export class BoardRunner {
  readonly #port: MessagePort;
  readonly #tip: TermTip;
  readonly #pointing = new Pointing();
  readonly #dialogs = new Dialogs(() => {
    this.#measure();
  });
  #element: HTMLElement | null = null;
  #pointed: readonly string[] = [];
  /** Where the page has scrolled the frame to. */
  #top = 0;

  constructor(port: MessagePort, tip: TermTip) {
    this.#port = port;
    this.#tip = tip;
    port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
      this.#hear(data);
    };
    addEventListener("error", ({ message, error }) => {
      if (!message.startsWith(NO_ERROR)) this.#fail(error ?? message);
    });
    addEventListener("unhandledrejection", ({ reason }) => {
      this.#fail(reason);
    });
    addEventListener("scroll", () => {
      if (Math.abs(scrollY - this.#top) >= 1) this.#say({ kind: "scroll", top: scrollY });
    });
    setInterval(() => {
      this.#pointing.at(this.#element?.shadowRoot ?? null, this.#pointed);
    }, SEARCH_MS);
  }

  #say(message: FromFrame) {
    this.#port.postMessage(message);
  }

  #fail(why: unknown) {
    this.#say({ kind: "failed", why: String(why) });
  }

  #hear(message: ToFrame) {
    switch (message.kind) {
      case "begin":
        void this.#begin(message);
        break;
      case "set":
        if (this.#element) this.#give(this.#element, message.properties);
        break;
      case "theme":
        this.#colour(message.theme);
        break;
      case "scroll":
        scrollTo({ top: message.top, behavior: "instant" });
        this.#top = scrollY;
        break;
      case "focus":
        this.#focus();
        break;
      case "point":
        this.#pointed = message.names;
        this.#pointing.at(this.#element?.shadowRoot ?? null, this.#pointed);
        break;
      case "show":
        this.#show(message.isSmooth);
        break;
      case "ping":
        this.#say({ kind: "pong" });
    }
  }

  async #begin({ tag, code, properties, theme }: Extract<ToFrame, { kind: "begin" }>) {
    this.#colour(theme);
    const address = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
    try {
      await import(/* @vite-ignore */ address);
    } catch (failed) {
      this.#fail(failed);
      return;
    } finally {
      URL.revokeObjectURL(address);
    }
    if (!customElements.get(tag)) {
      this.#fail(`the module defines no ${tag}`);
      return;
    }
    const element = document.createElement(tag);
    element.addEventListener("gueridon-play", ({ detail: { steps } }: PlayEvent) => {
      this.#say({ kind: "play", steps });
    });
    element.addEventListener("gueridon-compose", ({ detail: { steps } }: ComposeEvent) => {
      this.#say({ kind: "compose", steps });
    });
    this.#give(element, properties);
    this.#element = element;
    document.body.prepend(element);
    new ResizeObserver(() => {
      this.#measure();
    }).observe(document.body);
    const { showsPrompt } = element as Partial<TableElement>;
    this.#say({ kind: "ready", showsPrompt: showsPrompt === true });
    this.#measure();
  }

  #give(element: HTMLElement, { glossary, ...properties }: FramedProperties) {
    Object.assign(element, properties);
    if (properties.language !== undefined) {
      $language.set(properties.language);
      document.documentElement.lang = properties.language.toLowerCase();
    }
    if (glossary === undefined) return;
    const made = glossary && new GameGlossary(glossary.terms, glossary.language);
    Object.assign(element, { glossary: made });
    this.#tip.glossary = made;
  }

  #colour(theme: string) {
    document.documentElement.style.colorScheme = theme === "auto" ? "light dark" : theme;
  }

  #measure() {
    const { height } = document.body.getBoundingClientRect();
    this.#say({ kind: "size", height, room: this.#dialogs.room });
  }

  #focus() {
    const element = this.#element;
    const moves = element?.shadowRoot?.querySelector<HTMLElement>("#moves");
    if (moves) {
      moves.focus();
    } else {
      element?.setAttribute("tabindex", "-1");
      element?.focus();
    }
  }

  #show(isSmooth: boolean) {
    const [first] = this.#pointing.at(this.#element?.shadowRoot ?? null, this.#pointed);
    first?.scrollIntoView({ block: "center", behavior: isSmooth ? "smooth" : "instant" });
  }
}
