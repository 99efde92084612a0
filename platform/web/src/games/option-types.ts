// The types of a game's options, as the server describes them.
import { ask } from "../api/client.ts";
import { InputTypeDocument } from "../api/generated.ts";
import { RequestCache } from "../api/request-cache.ts";

/** The type of a field: a named type, or one wrapped in NON_NULL and LIST. */
export interface TypeRef {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType?: TypeRef | null;
}

/** A field of an input type. */
export interface InputField {
  readonly name: string;
  readonly description: string | null;
  readonly type: TypeRef;
}

/** An input type or an enum. */
export interface InputType {
  readonly name: string;
  readonly kind: string;
  readonly isOneOf: boolean;
  readonly fields: readonly InputField[];
  readonly values: readonly { readonly name: string; readonly description: string | null }[];
}

/** The type of a game's options, with all the types that it refers to. */
export interface OptionTypes {
  readonly root: string;
  readonly types: ReadonlyMap<string, InputType>;
}

const cache = new RequestCache<OptionTypes | null>();

/** Loads the types of a game's options; null if it has none. */
export function optionTypes(game: string): Promise<OptionTypes | null> {
  return cache.get(game, () => loadOptionTypes(game));
}

async function loadOptionTypes(game: string): Promise<OptionTypes | null> {
  const field = (await inputType("Options"))?.fields.find(({ name }) => name === game);
  const root = field && named(field.type);
  if (!root) return null;
  const types = new Map<string, InputType>();
  for (let wanted = [root]; wanted.length > 0;) {
    const found = await Promise.all(wanted.map(inputType));
    for (const type of found) if (type) types.set(type.name, type);
    const needed = found.flatMap((type) => type?.fields.map((one) => typeToLoad(one.type)) ?? []);
    wanted = [...new Set(needed)].filter((name) => name !== null && !types.has(name)) as string[];
  }
  return { root, types };
}

async function inputType(name: string): Promise<InputType | null> {
  const { __type: type } = await ask(InputTypeDocument, { name });
  return (
    type && {
      name: type.name ?? name,
      kind: type.kind,
      isOneOf: type.isOneOf ?? false,
      fields: type.inputFields ?? [],
      values: type.enumValues ?? [],
    }
  );
}

/** The name of the wrapped type. */
export function named(type: TypeRef): string | null {
  return type.ofType ? named(type.ofType) : type.name;
}

/** The same for types that have to be loaded; null for scalars. */
function typeToLoad(type: TypeRef): string | null {
  if (type.ofType) return typeToLoad(type.ofType);
  return ["INPUT_OBJECT", "ENUM"].includes(type.kind) ? type.name : null;
}
