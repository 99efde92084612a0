// Generates src/generated-art.ts: of the icons and the typeface only what the board uses.
//   node build/art.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** The icon of game-icons for each symbol of the board. */
const ICONS = {
  gardiennes: "guarded-tower",
  magiciennes: "pentagram-rose",
  diplomates: "quill-ink",
  mediums: "third-eye",
  colosses: "rock-golem",
  excavateurs: "war-pick",
  assassins: "plain-dagger",
  illusionnistes: "duality-mask",
  fossoyeurs: "spade",
  damnes: "burning-skull",
  ervane: "templar-shield",
  ysaline: "wizard-staff",
  aldemar: "shaking-hands",
  oniria: "all-seeing-eye",
  grundak: "giant",
  torvik: "diamond-hard",
  sireth: "hooded-assassin",
  mirvane: "drama-masks",
  deexos: "grave-flowers",
  valdyr: "daemon-skull",
  oath_rampart: "white-tower",
  oath_grimoire: "spell-book",
  oath_chancery: "tied-scroll",
  oath_veil: "crystal-ball",
  oath_titan: "mailed-fist",
  oath_vein: "minerals",
  oath_blade: "daggers",
  oath_mirror: "mirror-mirror",
  royal: "fleur-de-lys",
  independent: "crossed-swords",
  none: "breaking-chain",
  chief: "queen-crown",
  majority: "laurels",
  points: "round-star",
  gem: "cut-diamond",
  hand: "poker-hand",
  play: "card-play",
  deck: "card-draw",
  discard: "card-discard",
  protection: "shield",
  oath: "wax-seal",
  aim: "crosshair",
  first: "flying-flag",
  sacrificed: "sacrificial-dagger",
  passing: "domino-mask",
  round: "hourglass",
};

const here = join(import.meta.dirname, "..");
const packages = createRequire(import.meta.url);
const { icons } = packages("@iconify-json/game-icons/icons.json");
const shapes = Object.entries(ICONS).map(([symbol, icon]) => {
  const paths = [...icons[icon].body.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
  // Anything but plain paths would be lost.
  const isPlain = icons[icon].body.replaceAll(/<path fill="currentColor" d="[^"]+"\/>/g, "") === "";
  if (!isPlain) throw new Error(`${icon} is not made of plain paths alone`);
  return [symbol, paths.join("")];
});

/** A weight of the typeface, with the letters of Western Europe. */
const typeface = (weight) =>
  readFileSync(
    packages.resolve(`@fontsource/grenze/files/grenze-latin-${weight}-normal.woff2`),
  ).toString("base64");

writeFileSync(
  join(here, "src/generated-art.ts"),
  `// Made by build/art.mjs from game-icons (CC BY 3.0) and Grenze (OFL 1.1). Not to be edited.

/** The path of each symbol, in a square of 512. */
export const SHAPES = ${JSON.stringify(Object.fromEntries(shapes), null, 1)} as const;

/** The typeface Grenze as WOFF2 in base64, by weight. */
export const GRENZE: Readonly<Record<string, string>> = ${JSON.stringify({ 700: typeface(700) }, null, 1)};
`,
);
