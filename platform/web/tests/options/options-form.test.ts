// The form of options: what beginners do not need is folded, and read all the same.
import { afterEach, expect, test } from "vitest";
import type { Field } from "../../src/options/fields.ts";
import { OptionsForm } from "../../src/options/options-form.ts";

function field(name: string, kind: "boolean" | "integer"): Field {
  const help = { text: "", isEnglish: false };
  return { name, label: name, help, isOptional: false, content: { kind } };
}

async function form(first: readonly string[] | null): Promise<OptionsForm> {
  const element = new OptionsForm();
  const fields = [field("health", "integer"), field("draft", "boolean"), field("most", "integer")];
  Object.assign(element, { fields, first, preset: { health: 10, draft: true, most: 40 } });
  document.body.append(element);
  await element.updateComplete;
  return element;
}

const idsIn = (place: ParentNode | null) =>
  [...(place?.querySelectorAll("input") ?? [])].map(({ id }) => id);

afterEach(() => {
  document.body.replaceChildren();
});

test("only what beginners need is open", async () => {
  const element = await form(["health"]);
  const folded = element.renderRoot.querySelector("details");
  expect(folded?.open).toBe(false);
  expect(idsIn(folded)).toEqual(["draft", "most"]);
  expect(idsIn(element.renderRoot)).toEqual(["health", "draft", "most"]);
  expect(await element.read()).toEqual({ health: 10, draft: true, most: 40 });
});

test("of a game that says nothing of beginners nothing is folded", async () => {
  const element = await form(null);
  expect(element.renderRoot.querySelector("details")).toBeNull();
  expect(idsIn(element.renderRoot)).toEqual(["health", "draft", "most"]);
});

test("a fault in what is folded is shown", async () => {
  const element = await form([]);
  const most = element.renderRoot.querySelector<HTMLInputElement>("#most");
  if (!most) throw new Error("there is no such field");
  most.value = "many";
  most.dispatchEvent(new Event("input"));
  expect(await element.read()).toBeNull();
  expect(element.renderRoot.querySelector("details")?.open).toBe(true);
  expect(element.renderRoot.querySelector("#most-fault")?.hasAttribute("hidden")).toBe(false);
});
