// The fragment of a view selects every field once, in a document that the server accepts.
import { print } from "@0no-co/graphql.web";
import {
  Kind,
  isObjectType,
  parse,
  validate,
  type GraphQLSchema,
  type SelectionSetNode,
} from "graphql";
import { describe, expect, test } from "vitest";
import { viewFragment } from "../../src/games/view-fragment.ts";
import { readTypes, readViews } from "../../src/games/introspection.ts";
import { SERVED, askedOf, servedWith } from "../support/schema.ts";

async function documentOf(schema: GraphQLSchema, game: string): Promise<string> {
  const asked = askedOf(schema);
  const types = await readTypes((await readViews(asked)).get(game) ?? "", asked);
  return print({ kind: "Document", definitions: [viewFragment(types)] } as never);
}

/** The errors of a selection that should have every field of a type once. */
function faults(name: string, set: SelectionSetNode): string[] {
  const type = SERVED.getType(name);
  if (!isObjectType(type)) return [`${name} is no object`];
  const fields = type.getFields();
  const asked = set.selections.map((one) => (one.kind === Kind.FIELD ? one.name.value : one.kind));
  const wanted = ["__typename", ...Object.keys(fields)];
  const inner = set.selections.flatMap((one) => {
    if (one.kind !== Kind.FIELD || !one.selectionSet) return [];
    const below = fields[one.name.value]?.type.toString().replace(/[[\]!]/g, "") ?? "";
    return faults(below, one.selectionSet);
  });
  return asked.sort().join() === wanted.sort().join()
    ? inner
    : [`${name}: ${asked.join()}`, ...inner];
}

/** The server's cost of an introspection document: one for each field. */
function costOf(document: string): number {
  const { definitions } = parse(document);
  const sets = new Map<string, SelectionSetNode>();
  for (const one of definitions) {
    if (one.kind === Kind.FRAGMENT_DEFINITION) sets.set(one.name.value, one.selectionSet);
  }
  const cost = (set: SelectionSetNode | undefined): number =>
    (set?.selections ?? []).reduce((sum, one) => {
      if (one.kind === Kind.FIELD) return sum + 1 + cost(one.selectionSet);
      return sum + cost(one.kind === Kind.FRAGMENT_SPREAD ? sets.get(one.name.value) : undefined);
    }, 0);
  const [operation] = definitions;
  return operation?.kind === Kind.OPERATION_DEFINITION ? cost(operation.selectionSet) : 0;
}

function selectionOf(document: string): SelectionSetNode {
  const [definition] = parse(document).definitions;
  if (definition?.kind !== Kind.FRAGMENT_DEFINITION) throw new Error("no fragment");
  expect(definition.name.value).toBe("GameView");
  return definition.selectionSet;
}

describe.each(["abyss", "allegeance", "astoria"])("of %s", (game) => {
  test("the server accepts the document", async () => {
    const document = `query { table(id: "1") { view { ...GameView } } } ${await documentOf(SERVED, game)}`;
    expect(validate(SERVED, parse(document))).toEqual([]);
  });

  test("every field is selected once, at full depth", async () => {
    const document = await documentOf(SERVED, game);
    const name = /fragment GameView on (\w+)/.exec(document)?.[1] ?? "";
    expect(faults(name, selectionOf(document))).toEqual([]);
  });

  test("its types are loaded in few rounds of requests, within the cost limit", async () => {
    const asked = askedOf(SERVED);
    let rounds = 0;
    let isAsking = false;
    await readTypes((await readViews(asked)).get(game) ?? "", async (document) => {
      expect(costOf(document)).toBeLessThanOrEqual(2_000);
      if (!isAsking) rounds += 1;
      isAsking = true;
      const answer = await asked(document);
      await Promise.resolve();
      isAsking = false;
      return answer;
    });
    expect(rounds).toBeLessThanOrEqual(3);
  });
});

test("a game that the server does not have has no view", async () => {
  expect((await readViews(askedOf(SERVED))).has("chess")).toBe(false);
});

test("a recursive type is followed a few times", async () => {
  const schema = servedWith(`
    type OddView implements View { toAct: [Int!]! tree: OddTree! }
    type OddTree { leaf: Int left: OddTree right: OddTree boughs: [OddBough!]! }
    type OddBough { tree: OddTree }
  `);
  const document = await documentOf(schema, "odd");
  expect(validate(schema, parse(`{ table { view { ...GameView } } } ${document}`))).toEqual([]);
  expect(document.match(/\bleaf\b/g)?.length).toBeGreaterThan(2);
  expect(document.length).toBeLessThan(20_000);
});

test("an interface is selected with the fields of its objects, without conflicting names", async () => {
  const schema = servedWith(`
    type OddView implements View { toAct: [Int!]! piece: OddPiece thing: OddThing }
    interface OddPiece { id: ID! }
    type OddPawn implements OddPiece { id: ID! steps: Int! }
    type OddQueen implements OddPiece { id: ID! reach: Int! steps: [String!]! }
    union OddThing = OddPawn | OddQueen
  `);
  const document = await documentOf(schema, "odd");
  expect(validate(schema, parse(`{ table { view { ...GameView } } } ${document}`))).toEqual([]);
  expect(document).toContain("reach");
  expect(document).toContain("steps");
});

test("a field with required arguments is left out", async () => {
  const schema = servedWith(`
    type OddView implements View { toAct: [Int!]! near(to: Int!): Int far(to: Int! = 1): Int }
  `);
  const document = await documentOf(schema, "odd");
  expect(document).toContain("far");
  expect(document).not.toContain("near");
});
