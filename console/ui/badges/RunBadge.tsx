import type { MonitorRun } from "#schemas/monitor/run.ts";
import { Badge, type Tone } from "./Badge.tsx";

/** The verdict of a run in one or two words. */
export function RunBadge({ run }: { run: MonitorRun }) {
  const [tone, text] = verdictOf(run);
  return <Badge tone={tone}>{text}</Badge>;
}

function verdictOf({ status, result }: MonitorRun): [Tone, string] {
  if (status === "failed") return ["failed", "Failed"];
  if (status === "skipped") return ["neutral", "Skipped"];
  if (result === undefined) return ["active", "Running"];
  if (result.unconfirmed === true) return ["neutral", "Unconfirmed"];
  if (result.transient === true) return ["neutral", "Transient"];
  if (result.changed) return ["changed", "Changed"];
  return result.baselineRunId === null ? ["active", "First capture"] : ["good", "No change"];
}
