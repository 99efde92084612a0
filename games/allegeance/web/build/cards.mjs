// Generates src/generated-cards.ts from ../data/cards.toml: the figures printed on the cards, which
// the catalogue of names and texts does not have.
//   node build/cards.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";

const here = join(import.meta.dirname, "..");
const data = parse(readFileSync(join(here, "../data/cards.toml"), "utf8"));

const chiefOf = (guild) => data.chief.find((chief) => chief.guild === guild).id;
const oathOf = (guild) => data.oath.find((oath) => oath.guild === guild)?.id ?? null;
const guilds = data.guild.map(({ id, allegiance, gems, cost, needs_majority, power }) => [
  id,
  {
    loyalty: allegiance,
    gems,
    cost,
    needsMajority: needs_majority,
    isPassive: power.effect === "refill_more",
    chief: chiefOf(id),
    oath: oathOf(id),
  },
]);
const byId = (rows, field) => Object.fromEntries(rows.map((row) => [row.id, row[field]]));

const constant = (doc, name, type, value) =>
  `/** ${doc} */\nexport const ${name}: ${type} = ${JSON.stringify(value, null, 1)};\n`;
writeFileSync(
  join(here, "src/generated-cards.ts"),
  `// Made by build/cards.mjs. Not to be edited.
import type { AllegeanceCard, AllegeanceGem, AllegeanceGuild, AllegeanceOath } from "./generated.ts";
import type { GuildFigures } from "./card-figures.ts";

${constant("What is printed on the partisans of each guild, in their order.", "GUILDS", "Readonly<Record<AllegeanceGuild, GuildFigures>>", Object.fromEntries(guilds))}
${constant("The guild of each chief.", "CHIEFS", "Readonly<Partial<Record<AllegeanceCard, AllegeanceGuild>>>", byId(data.chief, "guild"))}
${constant("The guild that swears each Allegiance.", "OATHS", "Readonly<Record<AllegeanceOath, AllegeanceGuild>>", byId(data.oath, "guild"))}
${constant("The value of each gem card.", "GEMS", "Readonly<Record<AllegeanceGem, number>>", { ...byId(data.gem, "value"), [data.loose_gem.id]: 1 })}
${constant("What it costs to raise a Protection where that is agreed on.", "DEAR_PROTECTION", "number", data.rules.counts.dear_protection.value)}`,
);
