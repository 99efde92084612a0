// The GraphQL fragment with every field of a game's view, made from its types.
import { parse, type FragmentDefinitionNode } from "@0no-co/graphql.web";
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { STRUCTURED, type GameTypes, type ViewType } from "./introspection.ts";

/** The placeholder for a game's view in the documents of `src/api/`. */
const FRAGMENT = "GameView";

/** How often a recursive type is followed. */
const TURNS = 2;

/** How deep a view is followed: the server allows 20, some of which are above the view. */
const DEEPEST = 14;

/** The fragment `GameView` for a view of these types. */
export function viewFragment(types: GameTypes): FragmentDefinitionNode {
  const fields = selectionOf(types, types.view, []) ?? "{ __typename }";
  const [fragment] = parse(`fragment ${FRAGMENT} on ${types.view} ${fields}`).definitions;
  return fragment as FragmentDefinitionNode;
}

/** The document with its placeholder replaced by the game's own view. */
export function withView<Data, Variables>(
  { kind, definitions }: TypedDocumentNode<Data, Variables>,
  view: FragmentDefinitionNode,
): TypedDocumentNode<Data, Variables> {
  return {
    kind,
    definitions: definitions.map((one) =>
      "typeCondition" in one && one.name.value === FRAGMENT ? { ...view, name: one.name } : one,
    ),
  };
}

/** The selection of a type's fields; null if it is not followed any deeper. */
function selectionOf(game: GameTypes, name: string, above: readonly string[]): string | null {
  const type = game.types.get(name);
  const turns = above.filter((one) => one === name).length;
  if (!type || turns > TURNS || above.length >= DEEPEST) return null;
  const trail = [...above, name];
  const inFragments = type.possible.flatMap((one) => {
    const member = game.types.get(one);
    return member ? [`... on ${one} { ${ownSelectionOf(game, type, member, trail)} }`] : [];
  });
  return `{ __typename ${fieldsOf(game, type, trail).join(" ")} ${inFragments.join(" ")} }`;
}

function fieldsOf(game: GameTypes, type: ViewType, trail: readonly string[]): string[] {
  return type.fields.flatMap((field) => {
    if (!field.isPlain) return [];
    if (!STRUCTURED.includes(field.type.kind)) return [field.name];
    const inner = selectionOf(game, field.type.name, trail);
    return inner === null ? [] : [`${field.name} ${inner}`];
  });
}

/**
 * The fields of a possible type that its interface or union does not have. GraphQL does not allow
 * fields of the same name with different types in one selection: only the first is selected.
 */
function ownSelectionOf(
  game: GameTypes,
  type: ViewType,
  member: ViewType,
  trail: readonly string[],
): string {
  const earlier = type.possible.slice(0, type.possible.indexOf(member.name));
  const fields = member.fields.filter((field) => {
    const made = JSON.stringify(field.type);
    const clashes = earlier.some((one) =>
      game.types
        .get(one)
        ?.fields.some((other) => other.name === field.name && JSON.stringify(other.type) !== made),
    );
    return !clashes && !type.fields.some(({ name }) => name === field.name);
  });
  return ["__typename", ...fieldsOf(game, { ...member, fields }, [...trail, member.name])].join(
    " ",
  );
}
