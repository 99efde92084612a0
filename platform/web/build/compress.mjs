// Compresses each file of the built page, so that the server does not have to.
import { readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const TEXT = /\.(js|css|html|svg|json|txt|map)$/;
const dist = join(import.meta.dirname, "../dist");

for (const name of readdirSync(dist, { recursive: true })) {
  const file = join(dist, name);
  if (!TEXT.test(name) || !statSync(file).isFile()) continue;
  const bytes = readFileSync(file);
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 1e6 ? 5 : 11 } };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, brotli));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
