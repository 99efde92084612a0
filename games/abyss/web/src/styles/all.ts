// The styles of the table. Its colours are the page's, and a tint for each race and guild beside its shape.
import type { CSSResult } from "lit";
import { board } from "./board.ts";
import { cards } from "./cards.ts";
import { dialogs } from "./dialogs.ts";
import { moving } from "./moving.ts";
import { sides } from "./sides.ts";
import { basis } from "./basis.ts";

/** All of them, in the order in which they hold. */
export const styles: CSSResult[] = [basis, board, cards, sides, dialogs, moving];
