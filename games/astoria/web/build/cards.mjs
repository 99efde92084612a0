// Generates src/generated-cards.ts from ../data/cards.toml: the figures printed on the cards, which
// the catalogue of names and texts does not have.
//   node build/cards.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";

const here = join(import.meta.dirname, "..");
const data = parse(readFileSync(join(here, "../data/cards.toml"), "utf8"));

const domains = data.domain.map(({ id }) => id);
const byDomain = (counts) =>
  domains.flatMap((domain, place) => (counts[place] > 0 ? [{ domain, count: counts[place] }] : []));
const byId = (rows, figures) => Object.fromEntries(rows.map((row) => [row.id, figures(row)]));
const { points, tracks, sizes, glyphs } = data.rules;

const constant = (doc, name, type, value) =>
  `/** ${doc} */\nexport const ${name}: ${type} = ${JSON.stringify(value, null, 1)};\n`;
writeFileSync(
  join(here, "src/generated-cards.ts"),
  `// Made by build/cards.mjs. Not to be edited.
import type { AstoriaArtefact, AstoriaDomain, AstoriaFaction, AstoriaInvasion, AstoriaObjective } from "./generated.ts";
import type { ArtefactFigures, InvasionFigures, Limits } from "./card-figures.ts";

${constant("The domains of magic in the order of the rules.", "DOMAINS", "readonly AstoriaDomain[]", domains)}
${constant(
  "What is printed on each artefact.",
  "ARTEFACTS",
  "Readonly<Record<AstoriaArtefact, ArtefactFigures>>",
  byId(data.artefact, ({ domain, glyphs, needs, power }) => ({
    domain,
    glyphs,
    needs: byDomain(needs),
    power,
  })),
)}
${constant(
  "The domain of each character.",
  "CHARACTERS",
  "Readonly<Record<string, AstoriaDomain>>",
  byId(data.character, ({ domain }) => domain),
)}
${constant(
  "What is printed on each invasion card.",
  "INVASIONS",
  "Readonly<Record<AstoriaInvasion, InvasionFigures>>",
  byId(data.invasion, ({ hammers, dragon, chief }) => ({ hammers, dragon, chief: chief ?? null })),
)}
${constant(
  "The faction of each objective; null for whom the King is to live.",
  "OBJECTIVES",
  "Readonly<Record<AstoriaObjective, AstoriaFaction | null>>",
  byId(data.objective, ({ faction }) => faction ?? null),
)}
${constant("The limits that the rules set.", "LIMITS", "Limits", {
  hand: sizes.hand_limit.value,
  power: points.power_most.value,
  guard: points.guard_power.value,
  dragon: tracks.dragon_last.value,
  force: tracks.force_last.value,
  kill: glyphs.kill_cost.value,
  wound: glyphs.wound_cost.value,
  heal: glyphs.heal_cost.value,
  stealCard: glyphs.steal_card_cost.value,
  stealArtefact: glyphs.steal_artefact_cost.value,
  calm: glyphs.calm_cost.value,
})}`,
);
