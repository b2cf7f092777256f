import type { Static } from "typebox";
import { literals } from "./common.ts";

/** Why an incident closed: as in `monitor.change_recovered`, or `captured` for a failure. */
const CloseReason = literals([
  "restored",
  "stayed",
  "below_threshold",
  "baseline_chosen",
  "baseline_renewed",
  "captured",
]);
export type CloseReason = Static<typeof CloseReason>;
