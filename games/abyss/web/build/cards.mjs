// Generates src/generated-cards.ts from ../data/cards.toml: the numbers and symbols printed on the
// cards, which the catalogue of names and texts does not have.
//   node build/cards.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";

const here = join(import.meta.dirname, "..");
const data = parse(readFileSync(join(here, "../data/cards.toml"), "utf8"));

const lords = data.lord.map(({ id, guild, cost, races, required, keys, points, arrow }) => [
  id,
  { guild, cost, races, required: required ?? null, keys, points, arrow },
]);
const threat = data.threat.map(({ reward }) => reward);
const { court_spaces, track_spaces, lords_to_end } = data.rules.sizes;
const sizes = {
  courtSpaces: court_spaces.value,
  trackSpaces: track_spaces.value,
  lordsToEnd: lords_to_end.value,
};

const constant = (name, type, value) =>
  `export const ${name}: ${type} = ${JSON.stringify(value, null, 1)};\n`;
writeFileSync(
  join(here, "src/generated-cards.ts"),
  `// Made by build/cards.mjs. Not to be edited.
import type { AbyssLord } from "./generated.ts";
import type { LordFigures, Reward, Sizes } from "./card-figures.ts";

${constant("LORDS", "Readonly<Record<AbyssLord, LordFigures>>", Object.fromEntries(lords))}
${constant("THREAT", "readonly (readonly Reward[])[]", threat)}
${constant("SIZES", "Sizes", sizes)}`,
);
