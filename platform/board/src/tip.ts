// The tip: what a symbol, a card or a place means, beside it while the pointer or the focus is there.
import { computePosition, flip, offset, shift } from "@floating-ui/dom";

/** What a tip says. */
export interface Explanation {
  readonly title: string;
  readonly text: string;
}

/** Shows one tip at a time in a layer of the board. */
export class Tip {
  readonly #explain: (id: string) => Explanation;
  #anchor: Element | null = null;
  /** Where the pointer was last. */
  #at = "";

  /** `explain` finds the words for what carries `data-explained`. */
  constructor(explain: (id: string) => Explanation) {
    this.#explain = explain;
  }

  /** Listens to what happens in a board. */
  listen(root: ShadowRoot): void {
    root.addEventListener("pointerover", (event) => {
      const { pointerType, screenX, screenY } = event as PointerEvent;
      const at = `${screenX} ${screenY}`;
      const hasMoved = at !== this.#at;
      this.#at = at;
      if (pointerType === "touch") return;
      // Where the pointer rests and the board moves below it, nobody asks for anything.
      if (hasMoved) this.#look(root, event.target);
      else if (anchorOf(event.target) !== this.#anchor) this.hide(root);
    });
    root.addEventListener("pointermove", (event) => {
      const { screenX, screenY } = event as PointerEvent;
      this.#at = `${screenX} ${screenY}`;
    });
    // A finger cannot hover: what is no button explains itself where it is touched.
    root.addEventListener("click", (event) => {
      const isTouch = (event as PointerEvent).pointerType === "touch";
      const isButton = (event.target as Element).closest("button, summary") !== null;
      if (isTouch && !isButton) this.#look(root, event.target);
    });
    root.addEventListener("focusin", (event) => {
      if ((event.target as Element).matches(":focus-visible")) this.#look(root, event.target);
    });
    for (const ending of ["focusout", "pointerdown"]) {
      root.addEventListener(ending, () => {
        this.hide(root);
      });
    }
    root.addEventListener("keydown", (event) => {
      if ((event as KeyboardEvent).key === "Escape") this.hide(root);
    });
    (root.host as HTMLElement).addEventListener("pointerleave", () => {
      this.hide(root);
    });
  }

  /** Takes the tip away. */
  hide(root: ParentNode): void {
    this.#anchor = null;
    const layer = layerOf(root);
    if (layer?.matches(":popover-open")) layer.hidePopover();
  }

  #look(root: ParentNode, target: EventTarget | null): void {
    const anchor = anchorOf(target);
    if (anchor === this.#anchor) return;
    // The pointer may be over the tip itself.
    if (target instanceof Element && target.closest(".tip")) return;
    if (anchor === null) {
      this.hide(root);
      return;
    }
    this.#anchor = anchor;
    const layer = layerOf(root);
    if (!layer) return;
    const { tip, explained } = (anchor as HTMLElement).dataset;
    const { title, text } =
      explained === undefined ? { title: "", text: tip ?? "" } : this.#explain(explained);
    const [heading, body] = layer.children;
    if (heading) heading.textContent = title;
    if (body) body.textContent = text;
    if (!layer.matches(":popover-open")) layer.showPopover();
    void place(anchor, layer);
  }
}

/** What explains itself at a place of the board. */
function anchorOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest("[data-tip], [data-explained]") : null;
}

/** The layer for the tip, which the board renders empty. */
function layerOf(root: ParentNode): HTMLElement | null {
  return root.querySelector<HTMLElement>(".tip");
}

async function place(anchor: Element, layer: HTMLElement): Promise<void> {
  // Above what stands first in a dialog is its title.
  const placement = anchor.closest("dialog") === null ? "top" : "bottom";
  const { x, y } = await computePosition(anchor, layer, {
    strategy: "fixed",
    placement,
    middleware: [offset(6), flip(), shift({ padding: 6 })],
  });
  Object.assign(layer.style, { left: `${x}px`, top: `${y}px` });
}
