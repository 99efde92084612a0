// The coach: what it says when, what it remembers, and what it points at.
import { afterEach, beforeEach, expect, test } from "vitest";
import { Coach } from "../../src/first-game/coach.ts";
import { CoachPanel } from "../../src/first-game/coach-panel.ts";
import { keep, recall } from "../../src/first-game/memory.ts";
import { Pointing } from "../../src/first-game/pointing.ts";
import { readCondition, type Look } from "../../src/learning/condition.ts";
import type { Step } from "../../src/learning/learning.ts";
import { $language } from "../../src/preferences/preferences.ts";
import { t } from "../../src/i18n/words.ts";

function step(id: string, when: unknown = null, point: readonly string[] = []): Step {
  return {
    id,
    when: when === null ? null : readCondition(when, "when"),
    point,
    say: { EN: `About ${id}.`, FR: `Sur ${id}.` },
  };
}

const STEPS = [
  step("welcome"),
  step("act", { path: "question", equals: "ACT" }, ["[invalid", "#hand", "move:play"]),
  step("gems", { path: "gems", atLeast: 1 }),
  step("over", { path: "question", equals: "NOTHING" }),
];

const at = (question: string, gems = 0): Look => ({ view: { question, gems }, moves: [], seat: 0 });
const saidBy = (coach: Coach) => coach.said.map(({ id }) => id);

beforeEach(() => {
  $language.set("EN");
  localStorage.clear();
});

afterEach(() => {
  document.body.replaceChildren();
});

test("each thing is said once, when it first comes up", () => {
  const coach = new Coach("t", STEPS);
  coach.look(at("WAIT"));
  expect(coach.current?.id).toBe("welcome");
  coach.look(at("ACT", 1));
  expect(coach.current?.id).toBe("welcome");
  coach.next(at("ACT", 1));
  expect(coach.current?.id).toBe("act");
  coach.next(at("ACT", 1));
  expect(coach.current?.id).toBe("gems");
  coach.next(at("ACT", 1));
  expect(coach.current).toBeNull();
  coach.look(at("ACT", 2));
  expect(coach.current).toBeNull();
  expect(saidBy(coach)).toEqual(["welcome", "act", "gems"]);
});

test("an explanation makes room when its moment has passed and there is another", () => {
  const coach = new Coach("t", STEPS.slice(1));
  coach.look(at("ACT"));
  coach.look(at("WAIT"));
  expect(coach.current?.id).toBe("act");
  coach.look(at("WAIT", 1));
  expect(coach.current?.id).toBe("gems");
  expect(saidBy(coach)).toEqual(["act"]);
});

test("what was said is remembered at its table, and only there", () => {
  const coach = new Coach("t", STEPS);
  coach.look(at("ACT"));
  const after = new Coach("t", STEPS);
  after.look(at("ACT"));
  expect(after.current?.id).toBe("act");
  const other = new Coach("other", STEPS);
  other.look(at("ACT"));
  expect(other.current?.id).toBe("welcome");
});

test("it can be ended and taken up again", () => {
  const coach = new Coach("t", STEPS);
  coach.look(at("ACT"));
  coach.end();
  coach.look(at("ACT"));
  expect([coach.current, coach.isEnded]).toEqual([null, true]);
  expect(new Coach("t", STEPS).isEnded).toBe(true);
  coach.resume(at("ACT"));
  expect(coach.current?.id).toBe("act");
});

test("something else under its name in the browser does no harm", () => {
  expect(recall("t")).toBeNull();
  localStorage.setItem("gueridon.first.t", "{");
  expect(recall("t")).toEqual({ said: [], isEnded: false });
  keep("t", { said: ["a step of an older file"], isEnded: false });
  const coach = new Coach("t", STEPS);
  coach.look(at("WAIT"));
  expect([coach.current?.id, saidBy(coach)]).toEqual(["welcome", []]);
});

/** A board whose hand is in a shadow tree in a shadow tree. */
function board(): { outer: HTMLElement; hand: HTMLElement } {
  const outer = document.createElement("div");
  const inner = document.createElement("div");
  const hand = document.createElement("p");
  hand.id = "hand";
  outer.attachShadow({ mode: "open" }).append(inner);
  inner.attachShadow({ mode: "open" }).append(hand);
  for (const one of [hand, inner, outer]) one.checkVisibility = () => true;
  document.body.append(outer);
  return { outer, hand };
}

test("it points at the first name that is there, however deep, until it points elsewhere", () => {
  const { outer, hand } = board();
  const pointing = new Pointing();
  expect(pointing.at(outer.shadowRoot, ["[not a selector", "#none", "#hand"])).toEqual([hand]);
  expect(hand.hasAttribute("data-pointed-at")).toBe(true);
  const button = document.createElement("button");
  button.dataset["move"] = "play pass";
  button.checkVisibility = () => true;
  outer.shadowRoot?.append(button);
  expect(pointing.at(outer.shadowRoot, ["move:pass", "#hand"])).toEqual([button]);
  expect(hand.hasAttribute("data-pointed-at")).toBe(false);
  pointing.at(outer.shadowRoot, []);
  expect(button.hasAttribute("data-pointed-at")).toBe(false);
});

test("the panel says it, goes on, and is ended", async () => {
  const { outer, hand } = board();
  const pointing = new Pointing();
  const panel = new CoachPanel();
  Object.assign(panel, {
    table: "t",
    firstGame: { seats: 2, options: {}, steps: STEPS },
    look: at("ACT"),
    board: () => ({
      pointAt: (names: readonly string[]) => pointing.at(outer.shadowRoot, names),
    }),
  });
  document.body.append(panel);
  await panel.updateComplete;
  const words = () => panel.renderRoot.querySelector("[role=status]")?.textContent.trim();
  const press = async (key: "firstGame.understood" | "firstGame.end" | "firstGame.resume") => {
    const buttons = [...panel.renderRoot.querySelectorAll("button")];
    buttons.find(({ textContent }) => textContent.trim() === t(key))?.click();
    await panel.updateComplete;
  };
  expect(words()).toBe("About welcome.");
  await press("firstGame.understood");
  expect(words()).toBe("About act.");
  expect(hand.hasAttribute("data-pointed-at")).toBe(true);
  $language.set("FR");
  await panel.updateComplete;
  expect(words()).toBe("Sur act.");
  await press("firstGame.end");
  expect(words()).toBe(t("firstGame.ended"));
  expect(hand.hasAttribute("data-pointed-at")).toBe(false);
  await press("firstGame.resume");
  expect(words()).toBe(t("firstGame.nothing"));
  expect(panel.renderRoot.querySelectorAll("details li")).toHaveLength(2);
  // Once the game is over, nothing more comes up.
  panel.isOver = true;
  await panel.updateComplete;
  expect(panel.renderRoot.querySelector("section")).toBeNull();
});
