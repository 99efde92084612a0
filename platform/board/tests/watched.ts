// A view that remembers which of its fields were never read.

/** A copy of a view, and the paths of the fields that nobody has read. */
export function watched(root: object): { readonly seen: object; readonly unread: () => string[] } {
  const unread = new Map<string, true>();
  const wrap = (value: unknown, path: string): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const isList = Array.isArray(value);
    const copy = isList ? [...(value as unknown[])] : { ...value };
    for (const key of Object.keys(copy)) {
      if (!isList && key !== "__typename") unread.set(`${path}.${key}`, true);
    }
    return new Proxy(copy, {
      get: (target, key) => {
        const place = isList ? path : `${path}.${String(key)}`;
        unread.delete(place);
        return wrapped(target, key, place);
      },
    });
  };
  const made = new WeakMap<object, Map<PropertyKey, unknown>>();
  const wrapped = (target: object, key: PropertyKey, path: string) => {
    const known = made.get(target) ?? new Map<PropertyKey, unknown>();
    made.set(target, known);
    if (!known.has(key)) known.set(key, wrap(Reflect.get(target, key), path));
    return known.get(key);
  };
  return { seen: wrap(root, "view") as object, unread: () => [...unread.keys()] };
}
