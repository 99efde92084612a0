// The types of a game's view, by introspection, two levels at a time: the whole schema is many
// times larger than the part that one game's view uses.

/** The type of a field. */
export interface FieldType {
  /** The name of the type without list and non-null. */
  readonly name: string;
  readonly kind: string;
  readonly isList: boolean;
  /** Whether the field may be null, usually for viewers who may not see it. */
  readonly isNullable: boolean;
}

/** A field of an object. */
export interface Field {
  readonly name: string;
  /** The schema's documentation: in English, and not meant for players. */
  readonly description: string;
  readonly type: FieldType;
  /** Whether it has no required arguments. */
  readonly isPlain: boolean;
}

/** An object, an interface or a union in a view. */
export interface ViewType {
  readonly name: string;
  /** In the order of the schema; empty for a union. */
  readonly fields: readonly Field[];
  /** The possible types of an interface or a union. */
  readonly possible: readonly string[];
}

/** All the types of a game's view. */
export interface GameTypes {
  /** The name of the view's type. */
  readonly view: string;
  readonly types: ReadonlyMap<string, ViewType>;
}

/** Sends a document and answers its data. */
export type SendDocument = (document: string) => Promise<Readonly<Record<string, unknown>>>;

interface Reference {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType?: Reference | null;
  /** Missing if the type is only named. */
  readonly fields?: readonly IntrospectedField[] | null;
  readonly possibleTypes?: readonly Reference[] | null;
}

interface IntrospectedField {
  readonly name: string;
  readonly description: string | null;
  readonly args: readonly { type: Reference; defaultValue: string | null }[];
  readonly type: Reference;
}

/** A type with its fields, and with the fields of their types. */
const WHOLE = `
  fragment Whole on __Type {
    kind name
    fields { ...Asked type { ...Inside } }
    possibleTypes { ...Below }
  }
  fragment Inside on __Type {
    ...Below ofType { ...Below ofType { ...Below ofType { ...Below ofType { ...Below } } } }
  }
  fragment Below on __Type {
    kind name
    fields { ...Asked type { ...Kind } }
    possibleTypes { kind name }
  }
  fragment Asked on __Field { name description args { defaultValue type { kind name } } }
  fragment Kind on __Type {
    kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } }
  }`;

/** The kinds of types that need a selection. */
export const STRUCTURED = ["OBJECT", "INTERFACE", "UNION"];

/** How many types a document asks for: each costs about 200 of the 2,000 that are allowed. */
const AT_ONCE = 8;

/** The type of each game's view by the game's id: `MineOptions` in `Options` gives `MineView`. */
export async function readViews(asked: SendDocument): Promise<ReadonlyMap<string, string>> {
  const data = await asked(
    `{ options: __type(name: "Options") { inputFields { name type { name ofType { name } } } }
       view: __type(name: "View") { possibleTypes { name } } }`,
  );
  const { options, view } = data as {
    options: { inputFields: { name: string; type: Reference }[] } | null;
    view: { possibleTypes: { name: string }[] } | null;
  };
  const views = new Map<string, string>();
  for (const { name, type } of options?.inputFields ?? []) {
    const wanted = innermost(type).name?.replace(/Options$/, "View");
    const found = view?.possibleTypes.find((one) => one.name === wanted);
    if (found) views.set(name, found.name);
  }
  return views;
}

/** Loads the types of a view. */
export async function readTypes(view: string, asked: SendDocument): Promise<GameTypes> {
  const types = new Map<string, ViewType>();
  const seen = new Set([view]);
  const told = async (names: readonly string[]) => {
    const fields = names.map(
      (name, at) => `t${at}: __type(name: ${JSON.stringify(name)}) { ...Whole }`,
    );
    const data = await asked(`{ ${fields.join("\n")} } ${WHOLE}`);
    return (Object.values(data) as (Reference | null)[]).flatMap((one) =>
      one ? typesIn(one) : [],
    );
  };
  let level = [view];
  while (level.length > 0) {
    for (const type of (await Promise.all(inBatches(level).map(told))).flat()) {
      types.set(type.name, type);
      seen.add(type.name);
    }
    level = [];
    for (const name of [...types.values()].flatMap(referencedTypes)) {
      if (seen.has(name)) continue;
      seen.add(name);
      level.push(name);
    }
  }
  return { view, types };
}

function inBatches(names: readonly string[]): (readonly string[])[] {
  const starts = Array.from({ length: Math.ceil(names.length / AT_ONCE) }, (_, at) => at * AT_ONCE);
  return starts.map((start) => names.slice(start, start + AT_ONCE));
}

/** Every type whose fields are in an answer, at any depth. */
function typesIn(found: Reference): ViewType[] {
  if (!found.fields && !found.possibleTypes) return [];
  const next = [...(found.fields ?? []).map(({ type }) => innermost(type)), ...membersOf(found)];
  return [toViewType(found), ...next.filter(({ fields }) => fields !== undefined).flatMap(typesIn)];
}

/** The types that a type refers to. */
function referencedTypes({ fields, possible }: ViewType): string[] {
  const next = fields.filter(({ type: { kind } }) => STRUCTURED.includes(kind));
  return [...next.map(({ type: { name } }) => name), ...possible];
}

function toViewType(found: Reference): ViewType {
  return {
    name: found.name ?? "",
    fields: (found.fields ?? []).map(({ name, description, args, type }) => ({
      name,
      description: description ?? "",
      type: toFieldType(type),
      isPlain: args.every((arg) => arg.type.kind !== "NON_NULL" || arg.defaultValue !== null),
    })),
    possible: membersOf(found).map(({ name }) => name ?? ""),
  };
}

/** The possible types of an interface or a union. */
function membersOf({ kind, possibleTypes }: Reference): readonly Reference[] {
  return kind === "INTERFACE" || kind === "UNION" ? (possibleTypes ?? []) : [];
}

function innermost(type: Reference): Reference {
  return type.ofType ? innermost(type.ofType) : type;
}

function toFieldType(type: Reference): FieldType {
  let isList = false;
  for (let one = type; one.ofType; one = one.ofType) isList ||= one.kind === "LIST";
  const { name, kind } = innermost(type);
  return { name: name ?? "", kind, isList, isNullable: type.kind !== "NON_NULL" };
}
