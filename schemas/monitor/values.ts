import { type Static, Type } from "typebox";
import { DateTime, Uuid } from "../common.ts";
import { valueNamePattern } from "../options/values.ts";
import { ReadValues } from "../values.ts";

/** The values of one run. */
export const RunValues = Type.Object(
  {
    runId: Uuid,
    at: Type.String({ format: "date-time", description: "Begin of the run." }),
    changed: Type.Boolean({ description: "Whether the run was a change." }),
    values: ReadValues,
  },
  { additionalProperties: false },
);
export type RunValues = Static<typeof RunValues>;

/** Reply of `listMonitorValues`. */
export const RunValuesList = Type.Object(
  {
    success: Type.Literal(true),
    values: Type.Array(RunValues),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false },
);

/** The range and the value that a history is about. `from` is part of it, `to` is not. */
export const HistoryRange = {
  name: Type.Optional(Type.String({ pattern: valueNamePattern, description: "Only the value of this name." })),
  from: Type.Optional({ ...DateTime, description: "Only runs from this time on." }),
  to: Type.Optional({ ...DateTime, description: "Only runs before this time." }),
};
