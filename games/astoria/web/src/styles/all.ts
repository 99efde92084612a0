// The styles of the board, in cascade order. Colours of the page around come from its variables.
import type { CSSResult } from "lit";
import { base } from "@gueridon/board/styles/base.ts";
import { dialogs } from "@gueridon/board/styles/dialogs.ts";
import { dock } from "@gueridon/board/styles/dock.ts";
import { movement } from "@gueridon/board/styles/movement.ts";
import { panel } from "@gueridon/board/styles/panel.ts";
import { city } from "./city.ts";
import { colours } from "./colours.ts";
import { faces } from "./faces.ts";
import { mages } from "./mages.ts";
import { moving } from "./moving.ts";
import { own } from "./own.ts";

/** The family of the board's typeface, as styles name it. */
export const FAMILY = "Gueridon Almendra";

/** All styles. */
export const styles: CSSResult[] = [
  base,
  colours,
  faces,
  city,
  mages,
  panel,
  dock,
  own,
  dialogs,
  movement,
  moving,
];
