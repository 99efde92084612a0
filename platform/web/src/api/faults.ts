// Sentences for what got no answer to show: a request that failed, or a mistake of the page's.
import { t } from "../words.ts";
import { ApiError } from "./client.ts";

/** What a person is told of what was thrown. A mistake of the page's is reported to the browser, too. */
export function faultInWords(failed: unknown): string {
  if (!(failed instanceof ApiError)) {
    reportError(failed);
    return t("fault.unknown");
  }
  switch (failed.code) {
    case "UNREACHABLE":
      return t("fault.unreachable");
    case "UNAUTHENTICATED":
      return t("fault.signedOut");
    case "FORBIDDEN":
      return t("fault.forbidden");
    default:
      return t("fault.unknown");
  }
}
