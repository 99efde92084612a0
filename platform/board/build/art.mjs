// Writes a board's src/generated-art.ts: of the icons and the typeface only what it uses.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import subsetFont from "subset-font";
import svgpath from "svgpath";

/** What the languages of the page are written in; any other letter is set in the page's typeface. */
const LETTERS = [
  ...Array.from({ length: 95 }, (_, code) => String.fromCodePoint(32 + code)),
  ..."ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜŸàâæçèéêëîïôœùûüÿ",
  ..."\u00a0\u202f‘’“”«»–—…·×−",
].join("");

/** The path of an icon of game-icons. */
function pathOf(icon, drawn) {
  if (drawn === undefined) throw new Error(`there is no icon ${icon}`);
  const { body } = drawn;
  const paths = [...body.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path);
  // Anything but plain paths would be lost.
  const isPlain = body.replaceAll(/<path fill="currentColor" d="[^"]+"\/>/g, "") === "";
  if (!isPlain) throw new Error(`${icon} is not made of plain paths alone`);
  // Finer than 256 units no symbol is seen, and what is not seen weighs more than half of it.
  return slim(svgpath(paths.join("")).scale(0.5).rel().round(0)).toString();
}

/** A path of whole numbers without what they have made invisible: points of lines, and flat curves. */
function slim(path) {
  path.segments = path.segments.flatMap((segment, place, all) => {
    const [command, ...numbers] = segment;
    // The shape of a smooth curve depends on the curve before it.
    const isFollowed = /[st]/.test(all[place + 1]?.[0] ?? "");
    if (place === 0 || isFollowed) return [segment];
    if (/[lhvc]/.test(command) && numbers.every((number) => number === 0)) return [];
    if (command !== "c" || !isFlat(numbers)) return [segment];
    const [x, y] = numbers.slice(4);
    return [y === 0 ? ["h", x] : x === 0 ? ["v", y] : ["l", x, y]];
  });
  return path;
}

/** Whether a curve is nowhere farther from its chord than half a unit. */
function isFlat([x1, y1, x2, y2, x, y]) {
  const length = Math.hypot(x, y);
  const isNear = (a, b) => {
    const along = a * x + b * y;
    return Math.abs(a * y - b * x) <= length / 2 && along >= 0 && along <= length * length;
  };
  return length > 0 && isNear(x1, y1) && isNear(x2, y2);
}

/**
 * Writes the art of the board whose folder `build` this is: its symbols by their icons in
 * game-icons, and the weights of a typeface of Fontsource with the letters of English and French.
 */
export async function writeArt(build, symbols, { name, weights }) {
  const twice = Object.values(symbols).filter((icon, place, all) => all.indexOf(icon) !== place);
  if (twice.length > 0)
    throw new Error(`not each symbol has an icon of its own: ${twice.join(", ")}`);
  const { icons } = createRequire(import.meta.url)("@iconify-json/game-icons/icons.json");
  const shapes = Object.entries(symbols).map(([symbol, icon]) => [
    symbol,
    pathOf(icon, icons[icon]),
  ]);
  const ofBoard = createRequire(join(build, "art.mjs"));
  const subset = async (weight) => {
    const file = `@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`;
    const whole = readFileSync(ofBoard.resolve(file));
    return await subsetFont(whole, LETTERS, { targetFormat: "woff2", noLayoutClosure: true });
  };
  const faces = [];
  for (const weight of weights) faces.push([weight, (await subset(weight)).toString("base64")]);
  writeFileSync(
    join(build, "../src/generated-art.ts"),
    `// Made by build/art.mjs from game-icons (CC BY 3.0) and ${name} (OFL 1.1). Not to be edited.

/** The path of each symbol, in a square of 256. */
export const SHAPES = ${JSON.stringify(Object.fromEntries(shapes), null, 1)} as const;

/** The typeface as WOFF2 in base64, by weight. */
export const TYPEFACE: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(faces), null, 1)};
`,
  );
}
