// Documents that select all fields of the types of one game, written from the served schema, so
// that new fields are selected automatically.
import { getNamedType, isCompositeType, isInterfaceType, isLeafType } from "graphql";

/** How deep objects are selected inside objects. */
const DEPTH = 12;

/**
 * Selections from the schema of a server, of which the views and events are those of one game. Of
 * `common` interfaces, only the fields that all their types share are selected.
 */
export class Documents {
  #schema;
  #prefix;
  #common;

  constructor(schema, game, common = []) {
    this.#schema = schema;
    this.#common = new Set(common);
    const moves = schema.getType("Move").getFields();
    this.#prefix = getNamedType(moves[game].type).name.replace(/Move$/, "");
  }

  /** All fields of a type except some, which are named by type and field. */
  all(type, but = []) {
    return this.#inside(this.#schema.getType(type), new Set(but), DEPTH, "");
  }

  #inside(type, but, depth, alias) {
    const own = Object.values(type.getFields())
      .filter((field) => !but.has(field.name) && !but.has(`${type.name}.${field.name}`))
      .flatMap((field) => this.#field(field, but, depth, alias));
    if (!isInterfaceType(type) || this.#common.has(type.name)) {
      return `__typename ${own.join(" ")}`;
    }
    const objects = this.#schema
      .getPossibleTypes(type)
      .filter(({ name }) => name.startsWith(this.#prefix))
      .map((object) => {
        // Fields of the same name may have different types in different events.
        const inside = this.#inside(object, but, depth, `${object.name}_`);
        return `... on ${object.name} { ${inside} }`;
      });
    return ["__typename", ...own, ...objects].join(" ");
  }

  #field({ name, type, args }, but, depth, alias) {
    const of = getNamedType(type);
    if (isCompositeType(of) && depth === 0) return [];
    const inside = isLeafType(of) ? "" : ` { ${this.#inside(of, but, depth - 1, "")} }`;
    const takes = (argument) => args.some((one) => one.name === argument);
    if (takes("language")) {
      return ["EN", "FR"].map(
        (language) => `${alias}${name}_${language}: ${name}(language: ${language})${inside}`,
      );
    }
    const page = takes("first") ? "(first: 5)" : "";
    const key = alias === "" ? name : `${alias}${name}: ${name}`;
    return [`${key}${page}${inside}`];
  }
}
