import type { Schedule } from "#schemas/schedule.ts";
import { Badge, type Tone } from "../../ui/badges/Badge.tsx";

const states: Readonly<Record<Schedule["status"], readonly [Tone, string]>> = {
  active: ["good", "Active"],
  paused: ["neutral", "Paused"],
  completed: ["neutral", "Completed"],
  cancelled: ["neutral", "Cancelled"],
};

/** The state of a schedule. */
export function ScheduleBadge({ schedule: { status } }: { schedule: Schedule }) {
  const [tone, text] = states[status];
  return <Badge tone={tone}>{text}</Badge>;
}
