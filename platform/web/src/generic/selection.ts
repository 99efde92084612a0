// What is asked of a game's view, ready to be put into a document.
import type { FragmentDefinitionNode } from "@0no-co/graphql.web";
import { viewFragment } from "./fragment.ts";
import { loadTypes } from "./types.ts";

/**
 * The fragment `GameView` on a game's view, with every field of it.
 * @throws {Error} when the server does not have the game.
 */
export async function loadViewFragment(gameId: string): Promise<FragmentDefinitionNode> {
  return viewFragment(await loadTypes(gameId));
}
