// The types of a game's view, as introspection tells them: asked for level by level, since the whole
// schema is many times as large as what one game's view is made of.

/** What a field is made of. */
export interface FieldType {
  /** The name of the type inside of lists. */
  readonly name: string;
  readonly kind: string;
  readonly isList: boolean;
  /** Whether the whole of it may be null: as a rule, for eyes that may not see it. */
  readonly isNullable: boolean;
}

/** A field of an object. */
export interface Field {
  readonly name: string;
  /** As the schema documents it, in English: not for people who play. */
  readonly description: string;
  readonly type: FieldType;
  /** Whether it can be asked for without arguments. */
  readonly isPlain: boolean;
}

/** A type that a view is made of. */
export interface ViewType {
  readonly name: string;
  readonly kind: string;
  /** In the order of the schema; empty for what has none. */
  readonly fields: readonly Field[];
  /** The values of an enum. */
  readonly values: readonly string[];
  /** The objects that an interface or a union stands for. */
  readonly possible: readonly string[];
}

/** All types that a game's view is made of. */
export interface GameTypes {
  /** The name of the view's own type. */
  readonly view: string;
  readonly types: ReadonlyMap<string, ViewType>;
}

/** Sends a document and gives back its data. */
export type Asked = (document: string) => Promise<Readonly<Record<string, unknown>>>;

interface Reference {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType?: Reference | null;
}

interface Introspected {
  readonly kind: string;
  readonly name: string;
  readonly fields:
    | readonly {
        name: string;
        description: string | null;
        args: readonly { type: Reference; defaultValue: string | null }[];
        type: Reference;
      }[]
    | null;
  readonly enumValues: readonly { name: string }[] | null;
  readonly possibleTypes: readonly { name: string }[] | null;
}

const WHOLE = `
  fragment Whole on __Type {
    kind name
    fields { name description args { defaultValue type { kind name } } type { ...Kind } }
    enumValues { name }
    possibleTypes { name }
  }
  fragment Kind on __Type {
    kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } }
  }`;

const STRUCTURED = ["OBJECT", "INTERFACE", "UNION", "ENUM"];

/** How many types are asked for at once: each costs about ten, and a document may cost 2,000. */
const AT_ONCE = 100;

/**
 * The name of a game's view: its field in `Options` leads to `MineOptions`, hence to its prefix.
 * @throws {Error} when the server has no such game.
 */
export async function viewOf(gameId: string, asked: Asked): Promise<string> {
  const data = await asked(
    `{ options: __type(name: "Options") { inputFields { name type { name ofType { name } } } }
       view: __type(name: "View") { possibleTypes { name } } }`,
  );
  const { options, view } = data as {
    options: {
      inputFields: {
        name: string;
        type: { name: string | null; ofType: { name: string } | null };
      }[];
    } | null;
    view: { possibleTypes: { name: string }[] } | null;
  };
  const type = options?.inputFields.find(({ name }) => name === gameId)?.type;
  const prefix = (type?.name ?? type?.ofType?.name)?.replace(/Options$/, "");
  const found = view?.possibleTypes.find(({ name }) => name === `${prefix ?? ""}View`)?.name;
  if (found === undefined) throw new Error(`no view of ${gameId}`);
  return found;
}

/** The types that a view is made of. */
export async function readTypes(view: string, asked: Asked): Promise<GameTypes> {
  const types = new Map<string, ViewType>();
  const seen = new Set([view]);
  let level = [view];
  while (level.length > 0) {
    const batch = level.slice(0, AT_ONCE);
    const fields = batch.map(
      (name, at) => `t${at}: __type(name: ${JSON.stringify(name)}) { ...Whole }`,
    );
    const data = await asked(`{ ${fields.join("\n")} } ${WHOLE}`);
    level = level.slice(AT_ONCE);
    for (const found of Object.values(data) as (Introspected | null)[]) {
      if (!found) continue;
      const type = shortened(found);
      types.set(type.name, type);
      const next = type.fields
        .filter(({ type: { kind } }) => STRUCTURED.includes(kind))
        .map(({ type: { name } }) => name);
      for (const name of [...next, ...type.possible]) {
        if (seen.has(name)) continue;
        seen.add(name);
        level.push(name);
      }
    }
  }
  return { view, types };
}

function shortened(found: Introspected): ViewType {
  const isAbstract = found.kind === "INTERFACE" || found.kind === "UNION";
  return {
    name: found.name,
    kind: found.kind,
    fields: (found.fields ?? []).map(({ name, description, args, type }) => ({
      name,
      description: description ?? "",
      type: inside(type),
      isPlain: args.every((arg) => arg.type.kind !== "NON_NULL" || arg.defaultValue !== null),
    })),
    values: (found.enumValues ?? []).map(({ name }) => name),
    possible: isAbstract ? (found.possibleTypes ?? []).map(({ name }) => name) : [],
  };
}

function inside(type: Reference): FieldType {
  let [one, isList] = [type, false];
  while (one.ofType) {
    isList ||= one.kind === "LIST";
    one = one.ofType;
  }
  return { name: one.name ?? "", kind: one.kind, isList, isNullable: type.kind !== "NON_NULL" };
}
