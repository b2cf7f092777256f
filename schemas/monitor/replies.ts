import { Type } from "typebox";
import { Warnings } from "../common.ts";
import { Credits } from "./cost.ts";
import { Monitor } from "./monitor.ts";

/** Reply with one monitor. */
export const MonitorReply = Type.Object(
  { success: Type.Literal(true), monitor: Monitor, warnings: Warnings },
  { additionalProperties: false },
);

/** Reply of `createMonitor`. */
export const NewMonitorReply = Type.Object(
  {
    success: Type.Literal(true),
    monitor: Monitor,
    credits: Type.Object(Credits.properties, {
      additionalProperties: false,
      description: "Price of the monitor's runs.",
    }),
    warnings: Warnings,
  },
  { additionalProperties: false },
);

/** A page of monitors. */
export const MonitorList = Type.Object(
  {
    success: Type.Literal(true),
    monitors: Type.Array(Monitor),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
    total: Type.Integer({ minimum: 0 }),
  },
  { additionalProperties: false },
);
