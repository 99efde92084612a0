// A label and what it says, with the colon as the language of the page spaces it.
import { t } from "./words.ts";

/** "Sit here: seat 2". */
export function labelled(name: string, value: string): string {
  return t("ui.labelled", { name, value });
}
