// Numbers and cards on the generic table: captions, texts, and comparisons of players.
import { describe, expect, test, vi } from "vitest";
import { looksIn } from "./looks.ts";
import { NAMES, lookAt, show, table, textOf } from "./stage.ts";

test("one of several numbers has a caption, and the caption its text", async () => {
  const shown = lookAt("allegeance");
  const stack = { partisans: 0, passing: 0, chief: false, strength: 1 };
  const stacks = [{ __typename: "AllegeanceStack", guild: "diplomates", ...stack }];
  await show(shown, { view: { ...shown.view, stacks } });
  expect(textOf(table.renderRoot)).toMatch(/Strength\s+1/);
  const captions = [...table.renderRoot.querySelectorAll(".more button.caption")].map(textOf);
  expect(captions.join()).toContain("Strength");
});

test("a number beside a name needs no caption, but one beside a hidden card does", async () => {
  const withDeck = lookAt("allegeance");
  const place = (card: string | null) => ({ __typename: "AllegeanceDeckPlace", depth: 29, card });
  await show({
    ...withDeck,
    view: { ...withDeck.view, underDeck: [place(null), place("deexos")] },
  });
  const text = textOf(table.renderRoot);
  expect(text).toContain("Cards above it 29");
  expect(text).toMatch(/Deexos\s+29/);
});

test("a comparison replaces the lists at the sides of the players", async () => {
  const [, , shown] = looksIn("EN").filter(({ game }) => game === "allegeance");
  if (!shown) throw new Error("no look at Allégeance for four");
  await show(shown);
  const columns = [...table.renderRoot.querySelectorAll(".columns th[scope=col]")].map(textOf);
  expect(columns).toHaveLength(shown.seats);
  expect(columns[0]).toContain(NAMES[shown.seat]);
  expect(table.renderRoot.querySelectorAll(".columns th[scope=row]").length).toBeGreaterThan(1);
  const sides = [...table.renderRoot.querySelectorAll(".side")].map(textOf).join();
  expect(sides).not.toContain("Partisans");
});

describe("a card", () => {
  test("says what it does when its name is pressed", async () => {
    // happy-dom has no popovers.
    const showPopover = vi.fn();
    Object.assign(HTMLElement.prototype, { showPopover });
    const withText = lookAt("allegeance");
    await show(withText);
    const chip = table.renderRoot.querySelector<HTMLButtonElement>("button.chip");
    if (!chip) throw new Error("no card with a text");
    chip.click();
    const sheet = table.renderRoot.querySelector("gueridon-generic-sheet");
    await sheet?.updateComplete;
    await vi.waitFor(() => {
      expect(showPopover).toHaveBeenCalledOnce();
    });
    const said = [...withText.catalogue.values()].find(({ name }) => name === textOf(chip).trim());
    expect(said?.text).toBeTruthy();
    expect(sheet && textOf(sheet.renderRoot)).toContain(said?.text);
  });
});
