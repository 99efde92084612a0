// The types of the games' views, and the fragment that selects every field of a view.
import { parse, type FragmentDefinitionNode } from "@0no-co/graphql.web";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { ask } from "../api/client.ts";
import { RequestCache } from "../api/request-cache.ts";
import { readTypes, readViews, type SendDocument, type GameTypes } from "./introspection.ts";
import { viewFragment } from "./view-fragment.ts";

const views = new RequestCache<ReadonlyMap<string, string>>();
const types = new RequestCache<GameTypes>();

/** The type of each game's view, by the game's id. */
export function loadViews(): Promise<ReadonlyMap<string, string>> {
  return views.get("", () => readViews(fromServer));
}

/** Loads the types of a view. */
export function loadTypesOf(view: string): Promise<GameTypes> {
  return types.get(view, () => readTypes(view, fromServer));
}

/**
 * The fragment `GameView` for a game, with every field of its view.
 * @throws {Error} when the server does not have the game.
 */
export async function loadViewFragment(gameId: string): Promise<FragmentDefinitionNode> {
  const view = (await loadViews()).get(gameId);
  if (view === undefined) throw new Error(`no view of ${gameId}`);
  return viewFragment(await loadTypesOf(view));
}

const fromServer: SendDocument = (document) => {
  // The parser's nodes have the shape of graphql-js nodes, but types of their own.
  const parsed = parse(document) as unknown as TypedDocumentNode<
    Record<string, unknown>,
    Record<string, never>
  >;
  return ask(parsed, {});
};
