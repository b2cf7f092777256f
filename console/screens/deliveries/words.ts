import type { Delivery } from "#schemas/events.ts";
import { typeOptions } from "./filter.ts";

/** The event of a delivery in words. */
export function describeEvent(type: Delivery["type"]): string {
  return typeOptions.find(({ value }) => value === type)?.label ?? type;
}

/** "Webhook" or "Mail to a…@example.com". */
export function describeChannel({ channel, emailMasked }: Delivery): string {
  return channel === "webhook" ? "Webhook" : `Mail to ${emailMasked ?? "you"}`;
}

/** Where the resource of a delivery is in the console, with its name. */
export function resourceOf({ type, resourceId }: Delivery): { path: string; name: string } {
  const [kind = ""] = type.split(".");
  const [path, name] = places[kind] ?? ["/jobs/", "render"];
  return { path: path.endsWith("/") ? `${path}${resourceId}` : path, name };
}

const places: Readonly<Record<string, readonly [string, string]>> = {
  job: ["/jobs/", "render"],
  batch: ["/batches/", "batch"],
  crawl: ["/crawls/", "crawl"],
  schedule: ["/schedules/", "schedule"],
  monitor: ["/monitors/", "monitor"],
  recipient: ["/recipients", "recipient"],
};
