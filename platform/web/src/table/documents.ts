// A game's own view, put into the documents that ask for it.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { FragmentDefinitionNode } from "@0no-co/graphql.web";

/** The fragment that stands for a game's view in the documents of `src/api/`. */
const PLACE = "GameView";

/** The document with the game's own view, every field of it, where its place-holder is. */
export function withView<Data, Variables>(
  { kind, definitions }: TypedDocumentNode<Data, Variables>,
  view: FragmentDefinitionNode,
): TypedDocumentNode<Data, Variables> {
  return {
    kind,
    definitions: definitions.map((one) =>
      "typeCondition" in one && one.name.value === PLACE ? { ...view, name: one.name } : one,
    ),
  };
}
