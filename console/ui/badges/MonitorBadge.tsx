import type { Monitor } from "#schemas/monitor/monitor.ts";
import type { MonitorState } from "#schemas/monitor/state.ts";
import { Badge, type Tone } from "./Badge.tsx";

const tones: Record<MonitorState["kind"], Tone> = {
  ok: "good",
  changed: "changed",
  failing: "warning",
  no_first_capture: "warning",
  down: "failed",
  first_capture: "active",
  paused: "neutral",
  page_gone: "neutral",
  out_of_credits: "failed",
  plan_limit: "failed",
};

/** The state of a monitor in a few words. */
export function MonitorBadge({ monitor: { state } }: { monitor: Pick<Monitor, "state"> }) {
  return <Badge tone={tones[state.kind]}>{state.text}</Badge>;
}
