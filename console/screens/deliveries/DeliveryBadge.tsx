import type { Delivery } from "#schemas/events.ts";
import { Badge, type Tone } from "../../ui/badges/Badge.tsx";

const states: Readonly<Record<Delivery["status"], readonly [Tone, string]>> = {
  pending: ["active", "Under way"],
  delivered: ["good", "Delivered"],
  failed: ["failed", "Failed"],
  suppressed: ["neutral", "Not sent"],
};

/** The state of a delivery. */
export function DeliveryBadge({ delivery: { status } }: { delivery: Delivery }) {
  const [tone, text] = states[status];
  return <Badge tone={tone}>{text}</Badge>;
}
