import { defineSearchAttributeKey, type SearchAttributePair } from "@temporalio/common";
import type { Priority } from "#schemas/common.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import {
  type CrawlInput,
  type MailDeliveryInput,
  type MonitorInput,
  type MonitorRunInput,
  type RenderBatchInput,
  type RenderJobInput,
  type RenderScheduleInput,
  taskQueues,
  type WebhookDeliveryInput,
  workflowIds,
} from "./messages.ts";

/** Priority keys of Temporal, 1 first; a job's own word and what it is worth. */
const priorityKeys = { high: 1, normal: 3, low: 5 } as const;

/** A workflow to be started, with all that its start is made from. */
export type WorkflowOrder =
  | { type: "renderJob"; input: RenderJobInput; priority: Priority }
  | { type: "renderSchedule"; input: RenderScheduleInput }
  | { type: "monitor"; input: MonitorInput }
  | { type: "renderBatch"; input: RenderBatchInput }
  | { type: "crawl"; input: CrawlInput }
  | { type: "webhookDelivery"; input: WebhookDeliveryInput }
  | { type: "mailDelivery"; input: MailDeliveryInput };

/** The options of a start, equal for all starters: type, id and its reuse, priority, and texts and attributes for operators. */
export function workflowStart(order: WorkflowOrder) {
  switch (order.type) {
    case "renderJob":
      return renderJobStart(order.input, order.priority);
    case "renderSchedule":
      return renderScheduleStart(order.input);
    case "monitor":
      return monitorStart(order.input);
    case "renderBatch":
      return renderBatchStart(order.input);
    case "crawl":
      return crawlStart(order.input);
    case "webhookDelivery":
      return webhookDeliveryStart(order.input, "again");
    case "mailDelivery":
      return mailDeliveryStart(order.input);
  }
}

/** What every start of a `webhookDelivery` says of itself to Temporal; `subject` is what its event is about. */
export function webhookDeliveryStart(input: WebhookDeliveryInput, subject: string) {
  const { eventId, accountId, type, replay = 0 } = input;
  const attributes = { AccountId: accountId, Kind: "webhook" };
  const workflowId = workflowIds.webhookDelivery(eventId, 1 + replay);
  const start = startOf(workflowId, input, { attributes, summary: `${type} ${subject}` });
  return { workflowType: "webhookDelivery" as const, ...start };
}

/** What every start of a `mailDelivery` says of itself to Temporal. */
export function mailDeliveryStart(input: MailDeliveryInput) {
  const { mailId, accountId, type } = input;
  const attributes = { AccountId: accountId, Kind: "mail" };
  const start = startOf(workflowIds.mailDelivery(mailId), input, { attributes, summary: type });
  return { workflowType: "mailDelivery" as const, ...start };
}

function monitorStart(input: MonitorInput) {
  const { monitorId, accountId, host } = input;
  const attributes = { AccountId: accountId, Kind: "monitor", Host: host, MonitorId: monitorId };
  const start = startOf(workflowIds.monitor(monitorId), input, { attributes, summary: `monitor ${host}` });
  // A monitor that an operator cancelled is started again with its owner's next change.
  return { workflowType: "monitor" as const, ...start, workflowIdReusePolicy: "ALLOW_DUPLICATE" as const };
}

function renderBatchStart(input: RenderBatchInput) {
  const { batchId, accountId, items, spec, priority } = input;
  const hosts = new Set(items.map(({ host }) => host)).size;
  const attributes = { AccountId: accountId, Kind: "batch", BatchId: batchId };
  const summary = `batch of ${items.length} pages of ${hosts} hosts · ${outputsOf(spec)} · ${priority}`;
  return {
    workflowType: "renderBatch" as const,
    ...startOf(workflowIds.renderBatch(batchId), input, { attributes, summary }),
  };
}

function crawlStart(input: CrawlInput) {
  const { crawlId, accountId, host } = input;
  const attributes = { AccountId: accountId, Kind: "crawl", Host: host };
  const start = startOf(workflowIds.crawl(crawlId), input, { attributes, summary: `crawl ${host}` });
  return { workflowType: "crawl" as const, ...start };
}

function renderScheduleStart(input: RenderScheduleInput) {
  const { scheduleId, accountId, host, type } = input;
  const attributes = { AccountId: accountId, Kind: "schedule", Host: host };
  const start = startOf(workflowIds.renderSchedule(scheduleId), input, {
    attributes,
    summary: `schedule ${host} · ${type}`,
  });
  return { workflowType: "renderSchedule" as const, ...start };
}

function renderJobStart(input: RenderJobInput, priority: Priority) {
  const { jobId, accountId, kind, host, batchId, attempt } = input;
  const attributes = {
    AccountId: accountId,
    Kind: kind,
    Host: host,
    ...(batchId !== undefined && { BatchId: batchId }),
  };
  const summary = `${kind} ${host} · ${workOf(input)} · ${priority}`;
  return {
    workflowType: "renderJob" as const,
    ...startOf(workflowIds.renderJob(jobId, attempt), input, { attributes, summary }),
    priority: { priorityKey: priorityKeys[priority], fairnessKey: accountId },
  };
}

/** What every start of a `monitorRun` says of itself to Temporal. */
export function monitorRunStart(input: MonitorRunInput) {
  const { runId, accountId, monitorId, host, manual } = input;
  const attributes = { AccountId: accountId, Kind: "monitor_run", Host: host, MonitorId: monitorId };
  const summary = `run ${host} · ${manual ? "manual" : "scheduled"}`;
  return {
    ...startOf(workflowIds.monitorRun(runId), input, { attributes, summary }),
    // A monitor that is started again, or reset, makes a manual run again that had not ended.
    workflowIdReusePolicy: "ALLOW_DUPLICATE" as const,
    priority: { priorityKey: priorityKeys.normal, fairnessKey: accountId },
  };
}

/** What operators search by and read; the summary is cut to what Temporal takes. */
type Shown = { attributes: Record<string, string>; summary: string };

function startOf<Input>(workflowId: string, input: Input, { attributes, summary }: Shown) {
  const args: [Input] = [input];
  return {
    workflowId,
    taskQueue: taskQueues.workflows,
    workflowIdReusePolicy: "REJECT_DUPLICATE" as const,
    args,
    typedSearchAttributes: Object.entries(attributes).map(([name, value]): SearchAttributePair => ({
      key: defineSearchAttributeKey(name, "KEYWORD"),
      value,
    })),
    staticSummary: summary.slice(0, 200),
  };
}

function workOf({ diff, spec }: RenderJobInput): string {
  return diff === undefined ? outputsOf(spec) : `${diff.mode}, ${diff.visualization}`;
}

function outputsOf({ screenshot, extracts }: RenderSpec): string {
  return [...(screenshot === null ? [] : [screenshot.format]), ...extracts].join(", ");
}
