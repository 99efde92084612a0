// The types of the games' views, each asked for once while the page is open.
import { parse } from "@0no-co/graphql.web";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { ask } from "../api/client.ts";
import { readTypes, readViews, type Asked, type GameTypes } from "./introspection.ts";

const asked = new Map<string, Promise<unknown>>();

/** The name of each game's view, by the game's id; asked for once. */
export function loadViews(): Promise<ReadonlyMap<string, string>> {
  return once("", () => readViews(fromServer));
}

/** The types that the view of this name is made of; asked for once. */
export function loadTypesOf(view: string): Promise<GameTypes> {
  return once(view, () => readTypes(view, fromServer));
}

function once<T>(key: string, load: () => Promise<T>): Promise<T> {
  // Under one key there is only what one function loads.
  const before = asked.get(key) as Promise<T> | undefined;
  if (before) return before;
  const loaded = load();
  asked.set(key, loaded);
  // What failed is asked for anew the next time.
  loaded.catch(() => asked.delete(key));
  return loaded;
}

const fromServer: Asked = (document) => {
  // The parser's nodes are those of graphql-js in all but name.
  const parsed = parse(document) as unknown as TypedDocumentNode<
    Record<string, unknown>,
    Record<string, never>
  >;
  return ask(parsed, {});
};
