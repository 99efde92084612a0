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
  return svgpath(paths.join("")).scale(0.5).rel().round(0).toString();
}

/**
 * Writes the art of the board whose folder `build` this is: its symbols by their icons in
 * game-icons, and the weights of a typeface of Fontsource with the letters of English and French.
 */
export async function writeArt(build, symbols, { name, weights }) {
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
