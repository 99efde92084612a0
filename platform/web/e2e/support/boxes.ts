// Measures the boxes of a board in a page: what lies over something else, what is cut, and what is
// out of sight. Everything here runs inside the page.
import type { Locator } from "@playwright/test";

/** What is wrong with the boxes of a board, in words; nothing if all is well. */
export async function boxFaults(board: Locator): Promise<readonly string[]> {
  return await board.evaluate((host) => {
    /** What is allowed for rounding, and for letters that are taller than their lines, in pixels. */
    const SLACK = 2;
    const LEADING = 4;
    const root = host.shadowRoot;
    if (!root) return ["the board has no shadow tree"];
    const faults = new Set<string>();
    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const meet = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    const width = ({ left, right }: Box) => Math.max(0, right - left);
    const height = ({ top, bottom }: Box) => Math.max(0, bottom - top);
    const overlaps = (a: Box, b: Box) => {
      const both = meet(a, b);
      return width(both) > SLACK && height(both) > SLACK;
    };
    const styles = new Map<Element, CSSStyleDeclaration>();
    const styleOf = (element: Element) => {
      const style = styles.get(element) ?? getComputedStyle(element);
      styles.set(element, style);
      return style;
    };
    const above = function* (element: Element) {
      for (let at = element.parentElement; at; at = at.parentElement) yield at;
    };
    const scrolls = (value: string) => value === "auto" || value === "scroll";
    /** The part of a box that its scrolling ancestors show. */
    const inView = (element: Element, box: Box): Box => {
      let left = box;
      for (const one of above(element)) {
        const { overflowX, overflowY } = styleOf(one);
        if (scrolls(overflowX) || scrolls(overflowY))
          left = meet(left, one.getBoundingClientRect());
      }
      return left;
    };
    const isHidden = (element: Element) =>
      element.closest(".visually-hidden, .tip, .travelling") !== null ||
      [element, ...above(element)].some((one) => styleOf(one).clipPath.startsWith("inset")) ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const layerOf = (element: Element) => element.closest("dialog, .dock") ?? root;
    const nameOf = (element: Element) => {
      const label = element.getAttribute("aria-label") ?? element.textContent;
      const place = element.closest("[data-place]")?.getAttribute("data-place");
      return `“${label.trim().replace(/\s+/g, " ").slice(0, 50)}”${place == null ? "" : ` at ${place}`}`;
    };

    // Controls: each is whole, is hit where it is pressed, and lies over no other.
    const controls = [...root.querySelectorAll<HTMLElement>("button, summary, input")].filter(
      (one) => !isHidden(one),
    );
    // Marks that explain themselves may lie on a large control, so that one of three places counts.
    const isHit = (control: HTMLElement) => {
      const box = inView(control, control.getBoundingClientRect());
      const hits = [0.25, 0.5, 0.75].filter((part) => {
        const x = box.left + part * width(box);
        const hit = root.elementFromPoint(x, (box.top + box.bottom) / 2);
        return hit !== null && control.contains(hit);
      });
      return hits.length > 0;
    };
    for (const control of controls) {
      if (isHit(control)) continue;
      control.scrollIntoView({ block: "nearest", inline: "nearest" });
      if (isHit(control)) continue;
      const box = control.getBoundingClientRect();
      const hit = root.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      faults.add(
        `${nameOf(control)} is not hit where it is pressed, but ${hit ? `${hit.localName}.${hit.className} ${nameOf(hit)}` : "nothing"}`,
      );
    }
    const placed = controls.map((control) => {
      const box = control.getBoundingClientRect();
      return { control, box, seen: inView(control, box), layer: layerOf(control) };
    });
    for (const { control, box } of placed) {
      for (const one of above(control)) {
        const { overflowX, overflowY } = styleOf(one);
        const rect = one.getBoundingClientRect();
        const isWide = !scrolls(overflowX) && overflowX !== "visible";
        const isTall = !scrolls(overflowY) && overflowY !== "visible";
        const isCut =
          (isWide && (box.left < rect.left - SLACK || box.right > rect.right + SLACK)) ||
          (isTall && (box.top < rect.top - SLACK || box.bottom > rect.bottom + SLACK));
        if (isCut) faults.add(`${nameOf(control)} is cut by ${one.className}`);
      }
    }
    for (const [place, a] of placed.entries()) {
      for (const b of placed.slice(place + 1)) {
        // A small control may lie on a large one of the same place, such as what tells about a card.
        const isOne = a.control.closest("[data-place]") === b.control.closest("[data-place]");
        const isShared = isOne && a.control.closest("[data-place]") !== null;
        const isNear = a.control.parentElement === b.control.parentElement;
        const isMark = a.control.matches(".about, .act") && b.control.matches(".about, .act");
        if (a.layer !== b.layer || ((isShared || isNear) && isMark)) continue;
        if (overlaps(a.seen, b.seen)) {
          faults.add(`${nameOf(a.control)} and ${nameOf(b.control)} lie over each other`);
        }
      }
    }

    // Texts: each within what it stands in, and over no other.
    interface Line {
      readonly text: Text;
      readonly element: Element;
      readonly core: Box;
      readonly layer: ParentNode;
    }
    const lines: Line[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node as Text;
      const element = text.parentElement;
      if (!element || text.data.trim() === "" || element.closest("style") || isHidden(element)) {
        continue;
      }
      const range = document.createRange();
      range.selectNodeContents(text);
      // Names may be as long as people like: those end in dots.
      const isName = element.closest(".name") !== null;
      for (const box of range.getClientRects()) {
        const seen = inView(element, box);
        if (width(seen) < SLACK || height(seen) < SLACK) continue;
        const lead = height(box) / 4;
        const core = { ...seen, top: seen.top + lead, bottom: seen.bottom - lead };
        lines.push({ text, element, core, layer: layerOf(element) });
        const words = `“${text.data.trim().slice(0, 50)}” in ${element.className || element.localName}`;
        let shown: Box = box;
        for (const one of [element, ...above(element)]) {
          const { overflowX, overflowY, backgroundColor, backgroundImage, position } = styleOf(one);
          const rect = one.getBoundingClientRect();
          const isPainted =
            backgroundImage !== "none" ||
            !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor);
          const isClip = overflowX !== "visible" || overflowY !== "visible";
          if ((!isPainted && !isClip) || styleOf(one).display === "inline") continue;
          const isOut =
            (!scrolls(overflowX) &&
              (shown.left < rect.left - SLACK || shown.right > rect.right + SLACK)) ||
            (!scrolls(overflowY) &&
              (shown.top < rect.top - LEADING || shown.bottom > rect.bottom + LEADING));
          if (isOut && !isName)
            faults.add(`${words} goes beyond ${one.className || one.localName}`);
          // Of what can be scrolled only what is in view counts further out.
          if (scrolls(overflowX) || scrolls(overflowY)) shown = meet(shown, rect);
          // What is placed freely may stand beyond what it belongs to.
          if (isPainted || position === "absolute") break;
        }
      }
    }
    for (const [place, a] of lines.entries()) {
      for (const b of lines.slice(place + 1)) {
        if (a.layer !== b.layer || a.text === b.text) continue;
        if (a.element.contains(b.element) && b.element.contains(a.element)) continue;
        if (overlaps(a.core, b.core)) {
          faults.add(`${nameOf(a.element)} and ${nameOf(b.element)} are written over each other`);
        }
      }
    }

    if (host.scrollWidth > host.clientWidth) faults.add("the board is wider than its place");
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth)
      faults.add(`the page is ${scrollWidth - innerWidth} pixels too wide`);
    return [...faults];
  });
}

/**
 * What of these parts of a board is not whole in the window, or under its dock, when the board is
 * scrolled into it, or as the page is opened.
 */
export async function outOfSight(
  board: Locator,
  selectors: readonly string[],
  { isScrolled }: { readonly isScrolled: boolean },
): Promise<readonly string[]> {
  if (isScrolled)
    await board.evaluate((host) => {
      host.scrollIntoView({ block: "end" });
    });
  else
    await board.evaluate(() => {
      scrollTo(0, 0);
    });
  return await board.evaluate((host, wanted) => {
    const root = host.shadowRoot;
    const foot = root?.querySelector(".dock")?.getBoundingClientRect().top ?? innerHeight;
    return wanted.flatMap((selector) => {
      const found = [...(root?.querySelectorAll(selector) ?? [])];
      if (found.length === 0) return [`${selector} is not there`];
      return found.flatMap((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        const end = one.closest(".dock") ? innerHeight : foot;
        const beyond = Math.max(-top, bottom - end);
        return beyond > 1 ? [`${selector} is ${Math.round(beyond)} pixels out of sight`] : [];
      });
    });
  }, selectors);
}
