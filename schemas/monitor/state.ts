import { type Static, Type } from "typebox";
import { keysOf, nullable } from "../common.ts";

/** States of a monitor, with the words that people read. The most urgent state that applies is shown. */
export const monitorStateWords = {
  ok: "OK",
  changed: "Changed",
  failing: "Failing",
  down: "Down",
  no_first_capture: "No first capture",
  first_capture: "First capture",
  paused: "Paused",
  out_of_credits: "Out of credits",
  plan_limit: "Plan limit",
  page_gone: "Page gone",
} as const;

/** How a monitor does, from its last runs, its open incident and its status. */
export const MonitorState = Type.Object(
  {
    kind: Type.Enum(keysOf(monitorStateWords), { type: "string" }),
    text: Type.String({ description: "The state in words, such as `Failing 1 of 3`." }),
    failures: Type.Integer({ minimum: 0, description: "Failed runs since the last completed one." }),
    reason: nullable(
      Type.String(),
      "Why it is in this state, for example the error of the last run. Null if `kind` says it.",
    ),
  },
  { additionalProperties: false },
);
export type MonitorState = Static<typeof MonitorState>;
