import type { ChannelDelivery } from "#schemas/events.ts";
import { channelField, channelSettings, type ChannelSettings } from "#schemas/monitor/channels.ts";
import { open } from "#vault/open.ts";
import type { ActivityPorts } from "../../ports.ts";
import { readAlert } from "../alert/alertMessage.ts";
import { type Posted, tryPost } from "../tryPost.ts";
import { channelBuilders } from "./channels.ts";
import type { ChannelMessage } from "./message.ts";
import { sampleMessage } from "./sampleMessage.ts";

/** Sends a message to a channel once. */
export async function postToChannel(ports: ActivityPorts, delivery: ChannelDelivery, at: Date): Promise<Posted> {
  const settings = openSettings(ports, delivery);
  const message = await messageOf(ports, delivery);
  const { url, headers = {}, body } = channelBuilders[delivery.channel](message, settings);
  const request = {
    url,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    secrets: Object.values(settings),
  };
  return explain(delivery, await tryPost(ports, request, at));
}

function openSettings({ keyRing }: ActivityPorts, { accountId, sealedFor, target }: ChannelDelivery): ChannelSettings {
  const settings: ChannelSettings = {};
  for (const setting of channelSettings) {
    const sealed = target.sealed[setting];
    if (sealed === undefined) continue;
    const field = channelField(target.id, setting);
    settings[setting] = open(keyRing, sealed, { accountId, entityId: sealedFor, field });
  }
  return settings;
}

async function messageOf(ports: ActivityPorts, delivery: ChannelDelivery): Promise<ChannelMessage> {
  const { accountId, resourceId: monitorId, type, content, attempts } = delivery;
  if (content === null || type === "channel.test") return sampleMessage(ports, monitorId);
  const { message } = await readAlert(ports, { ...content, accountId, type }, { to: delivery.target.id });
  // Some services load the picture and answer 400 if they can't. The message matters more than the picture.
  const wasRefused = attempts.some(({ statusCode }) => statusCode === 400);
  return wasRefused ? { ...message, pictureUrl: null } : message;
}

/** Reads what a service says in the body: when to try again, or that it sent nothing. */
function explain({ channel }: ChannelDelivery, { attempt, retryAfter }: Posted): Posted {
  const wait = retryAfter ?? (attempt.statusCode === 429 ? waitIn(attempt.responseBody) : null);
  // Apprise answers 204 if it has stored no address for the key and tag.
  const sentNothing = channel === "apprise" && attempt.statusCode === 204;
  return { attempt: sentNothing ? { ...attempt, error: "no_address_stored" } : attempt, retryAfter: wait };
}

/** Seconds until the next try: `retry_after` of Discord, `parameters.retry_after` of Telegram. */
function waitIn(body: string): number | null {
  const seconds = /"retry_after"\s*:\s*(\d+(?:\.\d+)?)/.exec(body)?.[1];
  return seconds === undefined ? null : Number(seconds);
}
