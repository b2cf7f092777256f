import type { Monitor } from "#schemas/monitor/monitor.ts";
import { settingsOf } from "#clients/typescript/src/index.ts";
import type { Draft } from "../../../forms/draft.ts";
import { maxNameChars } from "./monitorBody.ts";

const suffix = " (copy)";

/** A new monitor with the shown settings of another one, active and not muted. */
export function copyOf(monitor: Monitor): Draft {
  const name = monitor.name.slice(0, maxNameChars - suffix.length) + suffix;
  return { texts: {}, changed: { ...settingsOf(monitor), name } };
}
