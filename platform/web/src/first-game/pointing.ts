// Pointing at parts of a board: finding them in its shadow trees, and outlining them.

const MARK = "data-pointed-at";

/** A board, at whose parts can be pointed. */
export interface Pointable {
  /** Outlines the first of these names that is there, until others are named. */
  pointAt(names: readonly string[]): void;
  /** Scrolls to what is outlined. */
  show(): void;
}

/** The parts that are pointed at, until something else is. */
export class Pointing {
  #marked: readonly Element[] = [];
  #sheet: CSSStyleSheet | null = null;

  /** Outlines the first of these names that is there within `root`; answers what it found. */
  at(root: ParentNode | null, names: readonly string[]): readonly Element[] {
    const found = root === null ? [] : firstOf(root, names);
    for (const one of this.#marked) if (!found.includes(one)) one.removeAttribute(MARK);
    for (const one of found) {
      if (one.hasAttribute(MARK)) continue;
      this.#style(one.getRootNode());
      one.setAttribute(MARK, "");
    }
    this.#marked = found;
    return found;
  }

  /** Scrolls to the first of what is pointed at. */
  show(isSmooth: boolean): void {
    const behavior = isSmooth ? "smooth" : "instant";
    this.#marked[0]?.scrollIntoView({ block: "center", behavior });
  }

  /** Shadow trees have no styles but their own. */
  #style(root: Node): void {
    if (!(root instanceof ShadowRoot || root instanceof Document)) return;
    this.#sheet ??= outline();
    if (root.adoptedStyleSheets.includes(this.#sheet)) return;
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#sheet];
  }
}

function outline(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`[${MARK}] {
    outline: 3px dashed var(--turn) !important;
    outline-offset: 2px !important;
  }`);
  return sheet;
}

/** What the first name finds that finds something visible. */
function firstOf(root: ParentNode, names: readonly string[]): readonly Element[] {
  for (const name of names) {
    const found = everywhere(root, selectorOf(name)).filter((one) => one.checkVisibility());
    if (found.length > 0) return found;
  }
  return [];
}

/** `move:KIND` is what plays a step of that kind; any other name is a selector. */
function selectorOf(name: string): string {
  const [, kind] = /^move:(.*)$/s.exec(name) ?? [];
  return kind === undefined ? name : `[data-move~="${CSS.escape(kind)}"]`;
}

/** What a selector finds in a tree and in the shadow trees below it. */
function everywhere(root: ParentNode, selector: string): readonly Element[] {
  const found: Element[] = [];
  try {
    found.push(...root.querySelectorAll(selector));
  } catch {
    // The author of the game has written something that is no selector.
    return [];
  }
  for (const one of root.querySelectorAll("*")) {
    if (one.shadowRoot) found.push(...everywhere(one.shadowRoot, selector));
  }
  return found;
}
