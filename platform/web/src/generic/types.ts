// The types of the games' views, each asked for once while the page is open.
import { parse } from "@0no-co/graphql.web";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { ask } from "../api/client.ts";
import { readTypes, viewOf, type Asked, type GameTypes } from "./introspection.ts";

const known = new Map<string, Promise<GameTypes>>();

/** The types of a game's view; asked for once. */
export function loadTypes(gameId: string): Promise<GameTypes> {
  return once(`game ${gameId}`, async () => {
    return loadTypesOf(await viewOf(gameId, fromServer));
  });
}

/** The types that the view of this name is made of; asked for once. */
export function loadTypesOf(view: string): Promise<GameTypes> {
  return once(`view ${view}`, () => readTypes(view, fromServer));
}

function once(key: string, load: () => Promise<GameTypes>): Promise<GameTypes> {
  const before = known.get(key);
  if (before) return before;
  const types = load();
  known.set(key, types);
  // What failed is asked for anew the next time.
  types.catch(() => known.delete(key));
  return types;
}

const fromServer: Asked = (document) => {
  // The parser's nodes are those of graphql-js in all but name.
  const parsed = parse(document) as unknown as TypedDocumentNode<
    Record<string, unknown>,
    Record<string, never>
  >;
  return ask(parsed, {});
};
