import type { Delivery } from "#schemas/events.ts";
import { Badge, type Tone } from "../../ui/badges/Badge.tsx";

const states: Readonly<Record<Delivery["status"], readonly [Tone, string]>> = {
  pending: ["active", "Pending"],
  delivered: ["good", "Delivered"],
  failed: ["failed", "Failed"],
  suppressed: ["neutral", "Not sent"],
  skipped: ["neutral", "Skipped"],
};

/** The state of a delivery. */
export function DeliveryBadge({ delivery: { status, notBefore, attempts } }: { delivery: Delivery }) {
  const waits = status === "pending" && notBefore !== null && attempts.length === 0;
  const [tone, text] = waits ? (["neutral", "Quiet hours"] as const) : states[status];
  return <Badge tone={tone}>{text}</Badge>;
}
