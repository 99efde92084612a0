// The platform's part of a table before the page has set it.
import type { TableState } from "@gueridon/element";

/** No table at all. */
export const NO_TABLE: TableState = {
  id: "",
  seq: 0,
  since: null,
  status: "OPEN",
  seats: [],
  seat: null,
  prompt: null,
  isReplay: false,
};
