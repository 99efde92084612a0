// What is asked of a game's view, ready to be put into a document.
import type { FragmentDefinitionNode } from "@0no-co/graphql.web";
import { viewFragment } from "./fragment.ts";
import { loadTypesOf, loadViews } from "./types.ts";

/**
 * The fragment `GameView` on a game's view, with every field of it.
 * @throws {Error} when the server does not have the game.
 */
export async function loadViewFragment(gameId: string): Promise<FragmentDefinitionNode> {
  const view = (await loadViews()).get(gameId);
  if (view === undefined) throw new Error(`no view of ${gameId}`);
  return viewFragment(await loadTypesOf(view));
}
