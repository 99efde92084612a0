// What people do who have no pointer: the Tab key leads everywhere.
import { expect, type Locator } from "@playwright/test";
import type { Person } from "./people.ts";
import { chooseFrom, gameElement, kindsOf, placeOf, type BoardState } from "./play.ts";
import type { Random } from "./random.ts";

/** More tab stops than any page has. */
const STOPS = 300;

/** Moves the focus to an element with the Tab key alone. */
export async function tabTo({ page }: Person, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < STOPS; stop += 1) {
    const isHere = await target.evaluate((one) => {
      const root = one.getRootNode();
      return (root instanceof ShadowRoot ? root : document).activeElement === one;
    });
    if (isHere) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`the Tab key does not lead to ${String(target)}`);
}

/**
 * Chooses something in the action panel of a board by keyboard, and waits until it has changed;
 * mostly one of the kinds of steps that `wanted` names, where there is one.
 */
export async function pressSomething(
  person: Person,
  random: Random,
  wanted: RegExp,
): Promise<BoardState> {
  return await chooseFrom(person, async () => {
    const offers = gameElement(person).locator(".bar .do");
    await tabTo(person, offers.nth(placeOf(await kindsOf(offers), random, wanted)));
    await person.page.keyboard.press("Enter");
  });
}
