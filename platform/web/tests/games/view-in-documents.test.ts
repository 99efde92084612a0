// A game's own view in the page's documents.
import { parse, print, type FragmentDefinitionNode } from "@0no-co/graphql.web";
import { expect, test } from "vitest";
import { FollowTableDocument, PreviewStepsDocument } from "../../src/api/generated.ts";
import { withView } from "../../src/games/view-fragment.ts";

const [own] = parse("fragment Whatever on AbyssView { toAct pearls { seat } }").definitions;
const view = own as FragmentDefinitionNode;

test.each([
  ["the subscription", FollowTableDocument],
  ["a preview", PreviewStepsDocument],
])("%s asks for the game's own view in place of the place-holder", (_, document) => {
  const before = print(document);
  const text = print(withView<unknown, never>(document, view));
  expect(before).toMatch(/fragment GameView on View \{\s+toAct\s+\}/);
  expect(text).not.toMatch(/fragment GameView on View/);
  expect(text).toMatch(/fragment GameView on AbyssView \{\s+toAct\s+pearls \{\s+seat\s+\}\s+\}/);
  expect(text.match(/^fragment GameView /gm)).toHaveLength(1);
  // The shared document must not change, because other games use it, too.
  expect(print(document)).toBe(before);
});
