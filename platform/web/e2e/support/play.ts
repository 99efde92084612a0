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
function offered(person: Person): Locator {
  // What only opens or shows something is no step.
  return drawing(person)
    .getByRole("button", { disabled: false })
    .and(person.page.locator(":not([aria-expanded], [aria-haspopup])"));
}

/**
 * Clicks one thing that is offered, and waits until the table has changed.
 * @returns how it stands then.
 */
export async function clickSomething(person: Person, random: Random): Promise<Standing> {
  const before = await standing(person);
  const buttons = await offered(person).all();
  await random.of(buttons).click();
  let now = before;
  await expect
    .poll(
      async () => {
        now = await standing(person);
        return !now.isWaiting && (now.seq > before.seq || now.composed !== before.composed);
      },
      { intervals: [5, 10, 20, 50] },
    )
    .toBe(true);
  return now;
}
