// An error in words: a failed request, or a bug in the page.
import { t } from "../i18n/words.ts";
import { ApiError } from "./client.ts";

/** The message for what was thrown. A bug in the page is also reported to the browser. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) {
    reportError(error);
    return t("errors.unknown");
  }
  switch (error.code) {
    case "UNREACHABLE":
      return t("errors.unreachable");
    case "UNAUTHENTICATED":
      return t("errors.signedOut");
    case "FORBIDDEN":
      return t("errors.forbidden");
    default:
      return t("errors.unknown");
  }
}
