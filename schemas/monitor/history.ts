import { type Static, Type } from "typebox";
import { DateTime, literals, nullable, Uuid } from "../common.ts";

/**
 * Why an incident closed. A change: as in `monitor.change_recovered`, or `changed_again` if another one follows. A failure:
 * `captured`. An expectation: `expected`.
 */
const CloseReason = literals([
  "restored",
  "stayed",
  "below_threshold",
  "baseline_chosen",
  "baseline_renewed",
  "captured",
  "expected",
  "changed_again",
  "condition_ended",
]);
export type CloseReason = Static<typeof CloseReason>;

/** Maximum number of updates that an incident lists. The workflow keeps as many. */
export const maxUpdates = 20;

/** A further change of a page during an incident, which had a message of its own. */
export const IncidentUpdate = Type.Object(
  { runId: Type.String({ format: "uuid", description: "The run that found it." }), at: DateTime },
  { additionalProperties: false },
);

/** The updates of an incident. */
export const IncidentUpdates = Type.Array(IncidentUpdate, {
  maxItems: maxUpdates,
  description: `With a fixed baseline: further changes that were notified while it was open, oldest first, the last ${maxUpdates}. Each differs from the one before.`,
});

/** An incident of a monitor, open or closed. */
export const IncidentEntry = Type.Object(
  {
    id: Uuid,
    type: literals(["change", "failure", "expectation"]),
    runId: Type.String({ format: "uuid", description: "The run that opened it." }),
    openedAt: DateTime,
    closedAt: nullable(DateTime, "Null while it is open."),
    updates: IncidentUpdates,
    reason: nullable(
      CloseReason,
      "Why it closed: for a change as in `monitor.change_recovered`, or `changed_again` if the next change opened another; for a failure `captured`; for an expectation `expected`. Null while it is open.",
    ),
  },
  { additionalProperties: false },
);
export type IncidentEntry = Static<typeof IncidentEntry>;

const BaselineSetter = literals(["owner", "first_run", "rolling"], {
  description:
    "`owner` chose it by `POST …/baseline`. `first_run` had no earlier baseline to be compared with. `rolling` follows the earlier baseline.",
});

/** A baseline of a monitor, current or past. */
export const BaselineEntry = Type.Object(
  {
    runId: Uuid,
    setAt: DateTime,
    by: BaselineSetter,
    comparable: Type.Boolean({
      description:
        "Whether the run was captured with the monitor's current address, capture and diff. Only then it can be the baseline again, until it expires.",
    }),
  },
  { additionalProperties: false },
);
export type BaselineEntry = Static<typeof BaselineEntry>;

/** Maximum numbers of entries that are kept and listed. */
export const maxBaselines = 100;
export const maxIncidents = 50;

export const BaselineList = Type.Object(
  { success: Type.Literal(true), baselines: Type.Array(BaselineEntry, { maxItems: maxBaselines }) },
  { additionalProperties: false },
);

export const IncidentList = Type.Object(
  { success: Type.Literal(true), incidents: Type.Array(IncidentEntry, { maxItems: maxIncidents }) },
  { additionalProperties: false },
);

/** A baseline in a monitor's history. `captureRev` is the revision of the capture settings that its run used. */
export type BaselineRecord = Omit<BaselineEntry, "comparable"> & { captureRev: number };

/** Entries of a monitor's history, oldest first. An incident has one entry, which is replaced when it closes. */
export type HistoryEntries = { baselines: BaselineRecord[]; incidents: IncidentEntry[] };

/** The history of a monitor in MongoDB, under the monitor's id. Only the monitor's workflow writes it. */
export type MonitorHistoryRecord = HistoryEntries & {
  _id: string;
  /** Workflow time of the newest entries, in microseconds. */
  version: number;
};
