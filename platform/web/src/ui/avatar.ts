// A small picture drawn from a name: the same name always has the same one, on every device.
import { svg, html, type TemplateResult } from "lit";

/** A number from 0 on that depends on every letter of the name (FNV-1a). */
export function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const letter of name) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}

/** The first letters of the first two words of a name. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = (words.length > 0 ? words.slice(0, 2) : [name]).map(firstOf);
  return letters.join("").toLocaleUpperCase();
}

/** Made once: making one takes longer than drawing the picture. */
const LETTERS = new Intl.Segmenter();

/** The first letter as people see it, with its accents. */
function firstOf(word: string): string {
  const [first] = LETTERS.segment(word);
  return first?.segment ?? "";
}

/**
 * The picture: the initials on a disc of two colours, divided along a line of its own. It stands
 * beside the name, so it has none itself.
 */
export function avatar(name: string): TemplateResult {
  const hash = hashOf(name);
  const hue = hash % 360;
  const other = (hue + 40 + ((hash >>> 9) % 120)) % 360;
  const turn = (hash >>> 17) % 360;
  return html`<svg
    class="avatar"
    viewBox="0 0 32 32"
    width="24"
    height="24"
    aria-hidden="true"
    style="flex:none;vertical-align:-0.4em"
  >
    ${svg`<circle cx="16" cy="16" r="16" fill="oklch(47% 0.1 ${hue})"></circle>
      <path d="M0 16a16 16 0 0 0 32 0z" fill="oklch(40% 0.1 ${other})"
        transform="rotate(${turn} 16 16)"></path>
      <text x="16" y="21.5" text-anchor="middle" font-size="15" font-weight="700"
        fill="#fff">${initialsOf(name)}</text>`}
  </svg>`;
}
