import { Type } from "typebox";
import { Uuid } from "#schemas/common.ts";
import { keyWith } from "../http/auth.ts";
import { defineRoute } from "../http/route.ts";
import { readMonitor } from "./store.ts";
import { sampleReply, sendSample } from "./sendSample.ts";

/** The path of a channel of a monitor or of an alert target. */
export const ChannelPath = Type.Object({ id: Uuid, channel: Uuid }, { additionalProperties: false });

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
  responses: { 202: sampleReply },
  errors: ["not_found"],
  async handle({ params, caller, reservation }, ports) {
    const { _id, accountId, spec } = await readMonitor(ports.database, caller.accountId, params.id);
    const from = { _id, accountId, name: spec.name, channels: spec.channels };
    return { status: 202, json: await sendSample(ports, { from, channelId: params.channel, reservation }) };
  },
});
