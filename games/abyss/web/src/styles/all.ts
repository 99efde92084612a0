// The styles of the table. Colours come from the page; races and guilds have tints besides their shapes.
import type { CSSResult } from "lit";
import { board } from "./board.ts";
import { cards } from "./cards.ts";
import { dialogs } from "./dialogs.ts";
import { animations } from "./animations.ts";
import { sides } from "./sides.ts";
import { base } from "./base.ts";

/** All styles, in cascade order. */
export const styles: CSSResult[] = [base, board, cards, sides, dialogs, animations];
