// The code of games' boards that run in frames. The page loads it, and hands it over: the frame has no
// network.

const loading = new Map<string, Promise<string>>();

/** The text of an ES module of this server, loaded once. */
export function codeOf(path: string): Promise<string> {
  const known = loading.get(path);
  if (known) return known;
  const code = load(path);
  loading.set(path, code);
  // It is tried again when it is needed again.
  code.catch(() => loading.delete(path));
  return code;
}

async function load(path: string): Promise<string> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  return await response.text();
}
