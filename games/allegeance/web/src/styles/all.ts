// The styles of the board, in cascade order. Colours of the page around come from its variables.
import type { CSSResult } from "lit";
import { arms } from "./arms.ts";
import { base } from "./base.ts";
import { dialogs } from "./dialogs.ts";
import { dock } from "./dock.ts";
import { faces } from "./faces.ts";
import { field } from "./field.ts";
import { movement } from "./movement.ts";

/** All styles. */
export const styles: CSSResult[] = [base, arms, faces, field, dock, dialogs, movement];
