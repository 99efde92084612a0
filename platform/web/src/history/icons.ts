// The icons of what is done at a table besides playing.
import { html, svg, type TemplateResult } from "lit";
import type { EntryAction } from "../api/generated.ts";

/** The lines of each icon, in a square of 24. */
const PATHS: Readonly<Partial<Record<EntryAction, string>>> = {
  TIME_UP: "M12 21a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 9v4l3 2M9 2h6",
  RESIGNED: "M6 21V4h12l-3 4 3 4H6",
  RETURNED: "M4 12h13M12 6l6 6-6 6M20 4v16",
  PROPOSED: "M9 9a3 3 0 1 1 4 2.8c-.7.3-1 .9-1 1.7v.5M12 18v.1",
  AGREED: "M5 13l4 4L19 7",
  DECLINED: "M6 6l12 12M18 6L6 18",
  UNDONE: "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
  LIMIT_REACHED: "M7 3h10M7 21h10M8 3c0 5 8 5 8 9s-8 4-8 9M16 3c0 5-8 5-8 9s8 4 8 9",
  UPGRADED: "M12 20V6M6 12l6-6 6 6",
  CLOSED: "M6 21V4h12v17M3 21h18M14 12v.1",
};

/** The icon of an action; it says nothing that the words beside it do not. */
export function iconOf(action: EntryAction): TemplateResult {
  return html`<svg
    viewBox="0 0 24 24"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    stroke-width="2"
    stroke-linecap="round"
    stroke-linejoin="round"
  >
    ${svg`<path d=${PATHS[action] ?? "M12 12v.1"}></path>`}
  </svg>`;
}
