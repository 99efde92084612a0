// People who play by clicking: whatever the table offers, by the throw of a die.
import { expect, type Locator } from "@playwright/test";
import type { ComposeEvent, TableElement } from "../../src/element.ts";
import type { Person } from "./people.ts";
import type { Random } from "./random.ts";

/** The tables that games bring, and the one for all others. */
const TABLES = "gueridon-abyss, gueridon-allegeance, gueridon-astoria, gueridon-generic";

/** How a table stands, as the page has told the element that draws it. */
export interface Standing {
  readonly status: string;
  readonly seq: number;
  /** How many steps are composed. */
  readonly composed: number;
  /** Whether the player may click. */
  readonly isOn: boolean;
  /** Whether something is still to come from the server. */
  readonly isWaiting: boolean;
}

declare global {
  interface Window {
    /** How many steps the table has asked about last. */
    composed?: number;
  }
}

/** The element that draws the game. */
export function drawing({ page }: Person): Locator {
  return page.locator(TABLES).first();
}

/** Notes what is composed; to be called before the page is opened. */
export async function follow({ context }: Person): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener("gueridon-compose", (event) => {
      window.composed = (event as CustomEvent<ComposeEvent["detail"]>).detail.steps.length;
    });
    document.addEventListener("gueridon-play", () => {
      window.composed = 0;
    });
  });
}

/** How the table stands in a browser. */
export async function standing(person: Person): Promise<Standing> {
  return await drawing(person).evaluate((element) => {
    const { table, preview, moves, isBusy } = element as TableElement;
    const composed = window.composed ?? 0;
    const shown = preview?.steps.length ?? 0;
    return {
      status: table.status,
      seq: table.seq,
      composed,
      isOn: moves.length > 0 && !table.isReplay,
      isWaiting: isBusy || shown !== composed,
    };
  });
}

/** Waits until a browser shows an entry of the journal. */
export async function expectSeq(person: Person, seq: number): Promise<void> {
  await expect.poll(async () => (await standing(person)).seq).toBeGreaterThanOrEqual(seq);
}

/** What may be clicked at the table of somebody whose turn it is. */
function offered(person: Person, isAsked: boolean): Locator {
  const { page } = person;
  const table = drawing(person);
  const buttons = (isAsked ? table.locator("dialog[open]") : table).getByRole("button", {
    disabled: false,
  });
  // What only tells of something is no step; what asks which of several leads to one.
  const steps = page.locator(":not([aria-expanded], [aria-haspopup]), .act");
  return buttons
    .and(steps)
    .or(table.locator("gueridon-generic-moves details:not([open]) > summary"));
}

/** Everything about a table that a click may change. */
async function sign(person: Person): Promise<{ now: Standing; isAsked: boolean; whole: string }> {
  const now = await standing(person);
  const { asked, unfolded } = await drawing(person).evaluate((table) => {
    const open = { asked: 0, unfolded: 0 };
    const walk = (root: ParentNode) => {
      for (const one of root.querySelectorAll("*")) {
        if (one.matches("dialog[open]")) open.asked += 1;
        if (one.matches("details[open]")) open.unfolded += 1;
        if (one.shadowRoot) walk(one.shadowRoot);
      }
    };
    walk(table.shadowRoot ?? table);
    return open;
  });
  const whole = [now.seq, now.composed, now.status, asked, unfolded].join(" ");
  return { now, isAsked: asked > 0, whole };
}

/**
 * Has somebody choose among what is offered, and waits until the table has changed.
 * @returns how it stands then.
 */
export async function chooseFrom(
  person: Person,
  choose: (offers: Locator) => Promise<void>,
): Promise<Standing> {
  const before = await sign(person);
  await choose(offered(person, before.isAsked));
  let after = before;
  await expect
    .poll(
      async () => {
        after = await sign(person);
        return !after.now.isWaiting && after.whole !== before.whole;
      },
      { intervals: [5, 10, 20, 50] },
    )
    .toBe(true);
  return after.now;
}

/** Clicks one thing that is offered, and waits until the table has changed. */
export async function clickSomething(person: Person, random: Random): Promise<Standing> {
  return await chooseFrom(person, async (offers) => {
    const chosen = random.of(await offers.all());
    await (person.hasTouch ? chosen.tap() : chosen.click());
  });
}

/**
 * Clicks what is offered until something of it was played. The dice go on from click to click:
 * where each began anew, a step that is composed and one that takes it back could follow each other
 * for ever.
 * @returns the entry that the table shows then.
 */
export async function playOnce(person: Person, random: Random): Promise<number> {
  const { seq: before } = await standing(person);
  for (;;) {
    const { seq } = await clickSomething(person, random);
    if (seq > before) return seq;
  }
}

/**
 * Plays on to the end without a pointer: buttons are pressed from within the page whenever it is
 * one's turn, which takes a fraction of the time and lets a game of hundreds of steps be played out.
 * @returns how many were pressed.
 */
async function pressOn(person: Person, random: Random): Promise<number> {
  return await drawing(person).evaluate(
    async (element, lots) => {
      const table = element as TableElement;
      /** Everything in the table, through shadow roots, in order. */
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
      const stands = () => {
        const { seq, status } = table.table;
        return [seq, status, window.composed ?? 0].join(" ");
      };
      const opened = () => all().filter((one) => one.matches("dialog[open], details[open]")).length;
      const isWaiting = () =>
        table.isBusy || (table.preview?.steps.length ?? 0) !== (window.composed ?? 0);
      /** Looks again and again whether something has come about; `look` counts up. */
      const until = async (what: string, isSo: (look: number) => boolean) => {
        let { seq } = table.table;
        let since = performance.now();
        for (let look = 0; !isSo(look); look += 1) {
          // As long as others play, there is something to wait for.
          if (table.table.seq !== seq) {
            ({ seq } = table.table);
            since = performance.now();
          }
          if (performance.now() - since > 60_000) throw new Error(`nothing came of ${what}`);
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
        if (!chosen) throw new Error("nothing is offered to whoever is to act");
        const before = { stands: stands(), opened: opened() };
        chosen.click();
        await until(chosen.innerText, (look) => {
          if (isWaiting()) return false;
          // To walk through the whole table takes long, and shows only what has been unfolded.
          return stands() !== before.stands || (look % 10 === 1 && opened() !== before.opened);
        });
      }
    },
    Array.from({ length: 1_000 }, () => random.below(1_000_000) / 1_000_000),
  );
}

/** Waits until one of several who play together may click, or the game is over: then it is nobody. */
export async function whoseTurn(players: readonly Person[]): Promise<Person | null> {
  let active: Person | null = null;
  await expect
    .poll(
      async () => {
        const all = await Promise.all(players.map((player) => standing(player)));
        const at = all.findIndex(({ isOn, isWaiting }) => isOn && !isWaiting);
        active = players[at] ?? null;
        return active !== null || all.every(({ status }) => status === "OVER");
      },
      { intervals: [5, 10, 20, 50] },
    )
    .toBe(true);
  return active;
}

/** Plays on by hand until the game is over, or so many clicks were made with the pointer. */
export async function clickOn(
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

/** Plays to the end of the game, each in their own browser, all at a time. */
export async function playToTheEnd(players: readonly Person[], random: Random): Promise<void> {
  const pressed = await Promise.all(players.map((player) => pressOn(player, random)));
  console.log(`${pressed.join(" and ")} buttons were pressed`);
}
