// People who play by clicking random buttons of the table.
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import type { ComposeEvent, TableElement } from "@gueridon/element";
import type { Person } from "./people.ts";
import type { Random } from "./random.ts";

/** The games' own tables and the generic table. */
const TABLES = "gueridon-abyss, gueridon-allegeance, gueridon-astoria, gueridon-generic";

/** The state of a table, from the properties of the element that draws it. */
export interface BoardState {
  readonly status: string;
  readonly seq: number;
  /** The number of composed steps. */
  readonly composed: number;
  /** Whether the player may click. */
  readonly isOn: boolean;
  /** Whether an answer of the server is missing. */
  readonly isWaiting: boolean;
}

declare global {
  interface Window {
    /** The number of steps in the last compose event. */
    composed?: number;
    /** The `since` of the question for which they were composed. Afterwards they are dropped. */
    composedFor?: number | null;
  }
}

/** The document in which the game is drawn. */
function stage({ page, hasFrames }: Person): Page | FrameLocator {
  return hasFrames ? page.frameLocator("gueridon-framed iframe") : page;
}

/** The element that draws the game. */
export function gameElement(person: Person): Locator {
  return stage(person).locator(TABLES).first();
}

/** Counts composed steps; to be called before the page is opened. */
export async function trackComposed({ context }: Person): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener("gueridon-compose", (event) => {
      const [from] = event.composedPath();
      // The element around a frame passes on what was composed there, and counted.
      if (!from || !("table" in from)) return;
      window.composedFor = (from as TableElement).table.since;
      window.composed = (event as CustomEvent<ComposeEvent["detail"]>).detail.steps.length;
    });
    document.addEventListener("gueridon-play", () => {
      window.composed = 0;
    });
  });
}

/** What a click on the table may change, besides its state. */
interface Opened {
  readonly asked: number;
  readonly unfolded: number;
}

/** What the element that draws a game says of its state, and what is open in it. */
function seenIn(element: Element): { now: BoardState; opened: Opened } {
  const { table, preview, moves, isBusy } = element as TableElement;
  const composed = window.composedFor === table.since ? (window.composed ?? 0) : 0;
  const shown = preview?.steps.length ?? 0;
  // As long as the board shows earlier moves, there is nothing to choose.
  const isBehind = element.shadowRoot?.querySelector('[data-key="skip"]') != null;
  const now = {
    status: table.status,
    seq: table.seq,
    composed,
    isOn: moves.length > 0 && !table.isReplay,
    isWaiting: isBusy || isBehind || shown !== composed,
  };
  const opened = { asked: 0, unfolded: 0 };
  const walk = (root: ParentNode) => {
    for (const one of root.querySelectorAll("*")) {
      if (one.matches("dialog[open]")) opened.asked += 1;
      if (one.matches("details[open], .narrowed")) opened.unfolded += 1;
      if (one.shadowRoot) walk(one.shadowRoot);
    }
  };
  // Walking through the whole table is slow, and of no use as long as it is about to change.
  if (!now.isWaiting) walk(element.shadowRoot ?? element);
  return { now, opened };
}

/** The state of the table in a browser. */
export async function boardState(person: Person): Promise<BoardState> {
  return (await gameElement(person).evaluate(seenIn)).now;
}

/** Waits until a browser shows an entry of the journal. */
export async function expectSeq(person: Person, seq: number): Promise<void> {
  await expect.poll(async () => (await boardState(person)).seq).toBeGreaterThanOrEqual(seq);
}

/**
 * Buttons that can be pressed. Those that only explain something are no steps; those that open a
 * choice lead to one. Asking for the role instead reads the names of all elements each time.
 */
const STEPS =
  'button:enabled:not([aria-disabled="true"]):is(:not([aria-expanded], [aria-haspopup]), .act):visible';

/** What may be clicked at the table; only the dialog, if one is open. */
function offered(person: Person, isAsked: boolean): Locator {
  const table = gameElement(person);
  const buttons = isAsked ? table.locator("dialog[open]").locator(STEPS) : table.locator(STEPS);
  return buttons.or(table.locator("gueridon-generic-moves details:not([open]) > summary"));
}

/** Everything that a click on the table may change. */
async function fingerprint(
  person: Person,
): Promise<{ now: BoardState; isAsked: boolean; whole: string }> {
  const { now, opened } = await gameElement(person).evaluate(seenIn);
  const { seq, composed, status } = now;
  const whole = [seq, composed, status, opened.asked, opened.unfolded].join(" ");
  return { now, isAsked: opened.asked > 0, whole };
}

/**
 * Lets a person choose among what is offered, and waits until the table has changed.
 * @returns its new state.
 */
export async function chooseFrom(
  person: Person,
  choose: (offers: Locator) => Promise<void>,
): Promise<BoardState> {
  const before = await fingerprint(person);
  await choose(offered(person, before.isAsked));
  let after = before;
  await expect
    .poll(
      async () => {
        after = await fingerprint(person);
        return !after.now.isWaiting && after.whole !== before.whole;
      },
      { intervals: [5, 10, 20, 50] },
    )
    .toBe(true);
  return after.now;
}

/**
 * Waits until the page is drawn as it stands now. A frame has a process of its own, and the browser
 * gives a click to that of whatever it drew last at the place, as a person does.
 */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))),
  );
}

/** The kinds of steps that each of these buttons plays or leads to; empty for others. */
export async function kindsOf(offers: Locator): Promise<readonly string[]> {
  return await offers.evaluateAll((all) =>
    all.map((one) => (one as HTMLElement).dataset["move"] ?? ""),
  );
}

/** One of these places; mostly one with a kind of step that `wanted` names, where there is one. */
export function placeOf(kinds: readonly string[], random: Random, wanted: RegExp): number {
  const places = [...kinds.keys()];
  const liked = places.filter((place) => wanted.test(kinds[place] ?? ""));
  return random.of(liked.length > 0 && random.below(10) > 0 ? liked : places);
}

/**
 * How soon a second tap at a place makes a double tap, in milliseconds: a board takes that for one
 * press, and people who mean two are slower.
 */
const DOUBLE_TAP = 400;

/** When something was last tapped. */
let tapped = 0;

/** Taps something, as long after the tap before as a person would. */
async function tap(chosen: Locator): Promise<void> {
  const wait = tapped + DOUBLE_TAP - performance.now();
  if (wait > 0) await new Promise((done) => setTimeout(done, wait));
  await chosen.tap();
  tapped = performance.now();
}

/**
 * Clicks one thing that is offered, and waits until the table has changed; mostly one of the kinds of
 * steps that `wanted` names, where there is one.
 */
export async function clickSomething(
  person: Person,
  random: Random,
  wanted = /(?!)/,
): Promise<BoardState> {
  return await chooseFrom(person, async (offers) => {
    const chosen = offers.nth(placeOf(await kindsOf(offers), random, wanted));
    if (person.hasFrames) {
      await chosen.scrollIntoViewIfNeeded();
      await drawn(person.page);
    }
    await (person.hasTouch ? tap(chosen) : chosen.click());
  });
}

/**
 * Clicks until a move was played. The random numbers continue from click to click: starting again
 * each time, composing a step and taking it back could alternate for ever.
 * @returns the seq of the newest entry.
 */
export async function playOnce(person: Person, random: Random): Promise<number> {
  const { seq: before } = await boardState(person);
  for (;;) {
    const { seq } = await clickSomething(person, random);
    if (seq > before) return seq;
  }
}

/**
 * Plays to the end with a script inside the page that presses the buttons: much faster than a
 * pointer, so that a game of hundreds of steps can be finished.
 * @returns the number of buttons pressed.
 */
async function playInPage(person: Person, random: Random): Promise<number> {
  return await gameElement(person).evaluate(
    async (element, lots) => {
      const table = element as TableElement;
      /** All elements of the table, in all shadow trees, in document order. */
      function* within(root: ParentNode): Generator<HTMLElement> {
        for (const one of root.querySelectorAll<HTMLElement>("*")) {
          yield one;
          if (one.shadowRoot) yield* within(one.shadowRoot);
        }
      }
      const all = () => [...within(table.shadowRoot ?? table)];
      const isIn = (one: HTMLElement, selector: string): boolean => {
        for (let at: Node | null = one; at && at !== table;) {
          if (at instanceof Element && at.matches(selector)) return true;
          at = at.parentNode instanceof ShadowRoot ? at.parentNode.host : at.parentNode;
        }
        return false;
      };
      const offered = () => {
        const isAsked = all().some((one) => one.matches("dialog[open]"));
        return all().filter((one) => {
          const isStep =
            one.matches("button:enabled") &&
            one.matches(":not([aria-expanded], [aria-haspopup]), .act");
          const isFolded =
            one.matches("details:not([open]) > summary") && isIn(one, "gueridon-generic-moves");
          const isOffered = isFolded || (isStep && (!isAsked || isIn(one, "dialog[open]")));
          return isOffered && one.checkVisibility() && one.ariaDisabled !== "true";
        });
      };
      const composed = () =>
        window.composedFor === table.table.since ? (window.composed ?? 0) : 0;
      const stands = () => {
        const { seq, status } = table.table;
        return [seq, status, composed()].join(" ");
      };
      // What a board narrows a choice to stands there as `.narrowed`, place by place.
      const opened = () =>
        all().filter((one) => one.matches("dialog[open], details[open], .narrowed")).length;
      const isWaiting = () => table.isBusy || (table.preview?.steps.length ?? 0) !== composed();
      /** Polls a condition; `look` counts the tries. */
      const until = async (what: string, isSo: (look: number) => boolean) => {
        let { seq } = table.table;
        let since = performance.now();
        for (let look = 0; !isSo(look); look += 1) {
          // The time limit starts again whenever somebody plays.
          if (table.table.seq !== seq) {
            ({ seq } = table.table);
            since = performance.now();
          }
          if (performance.now() - since > 60_000) {
            const { isBusy, preview } = table;
            const seen = { isBusy, composed: composed(), preview, stands: stands(), now: opened() };
            throw new Error(`nothing came of ${what}: ${JSON.stringify(seen)}`);
          }
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      };
      for (let pressed = 0; ; pressed += 1) {
        const isOver = () => table.table.status !== "PLAYING";
        await until(
          "waiting for one's turn",
          () => isOver() || (table.moves.length > 0 && !isWaiting()),
        );
        if (isOver()) return pressed;
        const buttons = offered();
        const chosen = buttons[Math.floor((lots[pressed % lots.length] ?? 0) * buttons.length)];
        if (!chosen) throw new Error("nothing is offered to the player to act");
        const before = { stands: stands(), opened: opened() };
        chosen.click();
        await until(chosen.outerHTML, (look) => {
          if (isWaiting()) return false;
          // Walking through the whole table is slow, and only needed if a click unfolds something.
          return stands() !== before.stands || (look % 10 === 1 && opened() !== before.opened);
        });
      }
    },
    Array.from({ length: 1_000 }, () => random.below(1_000_000) / 1_000_000),
  );
}

/** Waits until one of the players may click; null when the game is over. */
export async function whoseTurn(players: readonly Person[]): Promise<Person | null> {
  let active: Person | null = null;
  await expect
    .poll(
      async () => {
        const all = await Promise.all(players.map((player) => boardState(player)));
        const at = all.findIndex(({ isOn, isWaiting }) => isOn && !isWaiting);
        active = players[at] ?? null;
        return active !== null || all.every(({ status }) => status === "OVER");
      },
      { intervals: [5, 10, 20, 50] },
    )
    .toBe(true);
  return active;
}

/** Plays with the pointer until the game is over, or for a number of clicks. */
export async function playByClicking(
  players: readonly Person[],
  random: Random,
  clicks: number,
): Promise<void> {
  for (let click = 0; click < clicks; click += 1) {
    const active = await whoseTurn(players);
    if (!active) break;
    await clickSomething(active, random);
  }
}

/** Plays to the end of the game, in all browsers at the same time. */
export async function playToTheEnd(players: readonly Person[], random: Random): Promise<void> {
  const played = await Promise.allSettled(players.map((player) => playInPage(player, random)));
  // Where one is stuck, the others wait for their turn until they give up, too.
  const failed = played.filter((one) => one.status === "rejected");
  if (failed.length > 0) throw new Error(failed.map((one) => String(one.reason)).join("\n"));
  const pressed = played.map((one) => (one.status === "fulfilled" ? one.value : 0));
  console.log(`${pressed.join(" and ")} buttons were pressed`);
}
