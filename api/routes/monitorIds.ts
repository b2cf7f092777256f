import { Type } from "typebox";
import { Uuid } from "#schemas/common.ts";

/** Path parameter of the routes that work on one monitor. */
export const MonitorId = Type.Object({ id: Uuid }, { additionalProperties: false });

/** Path parameters of the routes that work on one run. */
export const RunPath = Type.Object({ id: Uuid, runId: Uuid }, { additionalProperties: false });
