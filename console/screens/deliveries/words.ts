import type { Delivery } from "#schemas/events.ts";
import { channelOptions, typeOptions } from "./filter.ts";

/** The event of a delivery in words. */
export function describeEvent(type: Delivery["type"]): string {
  return typeOptions.find(({ value }) => value === type)?.label ?? type;
}

/** "Webhook", "Mail to a…@example.com" or "Slack". */
export function describeChannel({ channel, emailMasked }: Delivery): string {
  if (channel === "webhook") return "Webhook";
  if (channel === "email") return `Mail to ${emailMasked ?? "you"}`;
  return channelOptions.find(({ value }) => value === channel)?.label ?? channel;
}

/** The place of a delivery's resource in the console, with its own name, or else that of its kind. */
export function resourceOf({ type, resourceId, resourceName }: Delivery): { path: string; name: string } {
  const [kind = ""] = type.split(".");
  const [path, name] = places[kind] ?? ["/jobs/", "render"];
  return { path: path.endsWith("/") ? `${path}${resourceId}` : path, name: resourceName ?? name };
}

const places: Readonly<Record<string, readonly [string, string]>> = {
  job: ["/jobs/", "render"],
  batch: ["/batches/", "batch"],
  crawl: ["/crawls/", "crawl"],
  schedule: ["/schedules/", "schedule"],
  monitor: ["/monitors/", "monitor"],
  channel: ["/monitors/", "monitor"],
  alerts: ["/monitors", "list of monitors"],
  recipient: ["/alerts", "recipient"],
};
