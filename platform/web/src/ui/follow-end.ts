// A list that grows at its end, and is followed there until the visitor scrolls back.
import type { ReactiveController, ReactiveControllerHost } from "lit";

/** How near the end, in pixels, still counts as the end. */
const NEAR = 40;

/**
 * Keeps the scrolled element of a host at its end. Scrolling back stops that, scrolling to the end
 * goes on; a change of size, as when a tab is opened or the window is turned, is no scrolling.
 */
export class FollowEnd implements ReactiveController {
  readonly #host: ReactiveControllerHost & { readonly renderRoot: ParentNode };
  readonly #selector: string;
  #list: HTMLElement | null = null;
  #sizes = "";
  #isFollowing = true;
  readonly #observer = new ResizeObserver(() => {
    this.#resized();
  });

  constructor(
    host: ReactiveControllerHost & { readonly renderRoot: ParentNode },
    selector: string,
  ) {
    this.#host = host;
    this.#selector = selector;
    host.addController(this);
  }

  /** Whether the list is shown to its end. */
  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Scrolls to the end, wherever the visitor was. */
  toEnd(): void {
    this.#isFollowing = true;
    this.#resized();
  }

  hostUpdated(): void {
    const list = this.#host.renderRoot.querySelector<HTMLElement>(this.#selector);
    if (list !== this.#list) {
      this.#leave();
      this.#list = list;
      list?.addEventListener("scroll", this.#scrolled, { passive: true });
      if (list) for (const one of [list, ...list.children]) this.#observer.observe(one);
    }
    this.#resized();
  }

  hostDisconnected(): void {
    this.#leave();
  }

  #leave() {
    this.#list?.removeEventListener("scroll", this.#scrolled);
    this.#observer.disconnect();
    this.#list = null;
  }

  #resized() {
    const list = this.#list;
    if (!list) return;
    this.#sizes = sizesOf(list);
    if (this.#isFollowing) list.scrollTop = list.scrollHeight;
  }

  readonly #scrolled = () => {
    const list = this.#list;
    // What has another size now was not scrolled by the visitor.
    if (!list || sizesOf(list) !== this.#sizes) return;
    this.#isFollowing = list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  };
}

function sizesOf({ scrollHeight, clientHeight, clientWidth }: HTMLElement): string {
  return `${scrollHeight} ${clientHeight} ${clientWidth}`;
}
