import type { Monitor } from "#schemas/monitor/monitor.ts";
import { Badge, type Tone } from "./Badge.tsx";

/** The state of a monitor in one or two words. */
export function MonitorBadge({ monitor }: { monitor: Monitor }) {
  const [tone, text] = describe(monitor);
  return <Badge tone={tone}>{text}</Badge>;
}

function describe({ status, incident, lastRunAt, goneAt }: Monitor): [Tone, string] {
  if (goneAt !== null) return ["neutral", "Page gone"];
  if (status === "paused") return ["neutral", "Paused"];
  if (status === "paused_plan_limit") return ["failed", "Paused: plan limit"];
  if (incident?.type === "failure") return ["failed", "Failing"];
  if (incident?.type === "change") return ["changed", "Changed"];
  return lastRunAt === null ? ["active", "First run"] : ["good", "No change"];
}
