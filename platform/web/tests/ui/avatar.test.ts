// Pictures that are drawn from names.
import { render } from "lit";
import { expect, test } from "vitest";
import { avatar, hashOf, initialsOf } from "../../src/ui/avatar.ts";

/** What is drawn for a name. */
function drawn(name: string): string {
  const place = document.createElement("div");
  render(avatar(name), place);
  return place.innerHTML.replaceAll(/<!--.*?-->/g, "");
}

test.each([
  ["Ada", "A"],
  ["Amber Otter", "AO"],
  ["Rouge-gorge matinal", "RG"],
  ["élodie", "É"],
  ["Bot 2", "B2"],
  ["…", "…"],
])("the initials of %s are %s", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test("the same name has the same picture, and another name another one", () => {
  expect(drawn("Ada")).toBe(drawn("Ada"));
  const pictures = new Set(["Ada", "Basile", "Chloé", "Dan", "Eve"].map(drawn));
  expect(pictures.size).toBe(5);
  expect(hashOf("ab")).not.toBe(hashOf("ba"));
});

test("a name is text in its picture, whatever it contains", () => {
  const place = document.createElement("div");
  render(avatar("<b>"), place);
  expect(place.querySelector("b")).toBeNull();
  expect(place.querySelector("text")?.textContent).toBe("<");
});
