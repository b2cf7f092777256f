import { Type } from "typebox";
import { Uuid } from "#schemas/common.ts";
import { DeliveryReply } from "#schemas/events.ts";
import { presentWithBody } from "../deliveries/present.ts";
import { keyWith } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import { defineRoute } from "../http/route.ts";
import { readMonitor } from "./store.ts";
import { sendSample } from "./sendSample.ts";

const ChannelPath = Type.Object({ id: Uuid, channel: Uuid }, { additionalProperties: false });

/** Sends a sample to one channel of a monitor. */
export const testChannel = defineRoute({
  id: "testChannel",
  client: {
    resource: "monitors",
    method: "testChannel",
    unwrap: "delivery",
    help: "Sends a sample to a channel. The delivery's tries say what the service answered.",
  },
  method: "POST",
  idempotent: true,
  path: "/render/monitors/:id/channels/:channel/test",
  summary: "Send a sample to a channel",
  description:
    "The sample is delivered and retried like any message, also while the monitor is muted. The delivery's tries say what the service answered.",
  tag: "Monitors",
  auth: keyWith("monitor"),
  errorShape: "monitor",
  params: ChannelPath,
  responses: {
    202: {
      description: "The sample's delivery was started.",
      json: DeliveryReply,
      links: { getDelivery: "$response.body#/delivery/id" },
    },
  },
  errors: ["not_found"],
  async handle({ params, caller, reservation }, ports) {
    const monitor = await readMonitor(ports.database, caller.accountId, params.id);
    const channel = monitor.spec.channels.find(({ id }) => id === params.channel.toLowerCase());
    if (channel === undefined) throw new ApiError("not_found");
    const sample = await sendSample(ports, { of: monitor, channel, reservation });
    const delivery = presentWithBody(sample, new Map([[monitor._id, monitor.spec.name]]));
    return { status: 202, json: { success: true, delivery } };
  },
});
