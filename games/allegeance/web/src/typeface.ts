// The board's typeface, which comes with it: nothing is loaded from anywhere.
import { GRENZE } from "./generated-art.ts";

/** The family under which styles refer to it. */
export const FAMILY = "Gueridon Grenze";

/** Makes the typeface known to the document; without the API the board is set in the page's own. */
export function useTypeface(): void {
  if (!("fonts" in document) || typeof FontFace === "undefined") return;
  for (const [weight, encoded] of Object.entries(GRENZE)) {
    // From bytes rather than an address, which the page's content security policy would refuse.
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    const face = new FontFace(FAMILY, bytes, { weight });
    document.fonts.add(face);
    // Text is drawn in the page's typeface until it is decoded, and stays so if it cannot be.
    face.load().catch(reportError);
  }
}
