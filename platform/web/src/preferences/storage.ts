// What the page keeps in the browser: values under names, in `localStorage`.

/** The stored value; null if there is none, or the browser blocks storage. */
export function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Stores a value, if the browser allows it; null removes it. */
export function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Storage is blocked or full: the visitor is asked again the next time.
  }
}
