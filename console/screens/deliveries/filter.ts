import { type Choices, readChoices } from "../../format/choices.ts";
import { channelKinds, channelTypes } from "../monitors/form/channels.ts";

export const channelOptions = [
  { value: "", label: "All channels" },
  { value: "webhook", label: "Webhooks" },
  { value: "email", label: "Mails" },
  ...channelTypes.map((value) => ({ value, label: channelKinds[value].label })),
] as const;

export const statusOptions = [
  { value: "", label: "All states" },
  { value: "pending", label: "Pending" },
  { value: "delivered", label: "Delivered" },
  { value: "failed", label: "Failed" },
  { value: "suppressed", label: "Not sent" },
  { value: "skipped", label: "Skipped" },
] as const;

export const typeOptions = [
  { value: "", label: "All events" },
  { value: "job.completed", label: "Render done" },
  { value: "job.failed", label: "Render failed" },
  { value: "batch.completed", label: "Batch done" },
  { value: "crawl.completed", label: "Crawl done" },
  { value: "crawl.failed", label: "Crawl failed" },
  { value: "schedule.skipped", label: "Scheduled render skipped" },
  { value: "monitor.change_detected", label: "Change found" },
  { value: "monitor.change_updated", label: "Change went on" },
  { value: "monitor.change_recovered", label: "Change over" },
  { value: "monitor.failed", label: "Monitor failed" },
  { value: "monitor.failure_recovered", label: "Monitor works again" },
  { value: "monitor.expectation_broken", label: "Text not as expected" },
  { value: "monitor.expectation_recovered", label: "Text as expected again" },
  { value: "monitor.paused", label: "Monitor paused" },
  { value: "recipient.verification", label: "Address to confirm" },
  { value: "alerts.digest", label: "Digest" },
  { value: "sign_in.failed", label: "Sign-in failed" },
  { value: "sign_in.recovered", label: "Sign-in works again" },
  { value: "channel.test", label: "Test of a channel" },
] as const;

const filters = { channel: channelOptions, status: statusOptions, type: typeOptions };
/** `monitor` is the id of the monitor that the deliveries are about. */
export type DeliveryFilter = Choices<typeof filters> & { monitor?: string };

export function readDeliveryFilter(search: Record<string, unknown>): DeliveryFilter {
  const { monitor } = search;
  const isId = typeof monitor === "string" && /^[\da-f-]{36}$/i.test(monitor);
  return { ...readChoices(filters, search), ...(isId && { monitor }) };
}
