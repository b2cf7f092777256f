import { defineSearchAttributeKey, type SearchAttributePair } from "@temporalio/common";
import type { Priority } from "#schemas/common.ts";
import type { RenderSpec } from "#schemas/render.ts";
import {
  type CrawlInput,
  type HostPaceInput,
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

/** Whether there was a workflow by the order's id before, which may have to end first: a job's retry, a webhook's replay. */
export function runsAgain(order: WorkflowOrder): boolean {
  return order.type === "webhookDelivery" || (order.type === "renderJob" && order.input.attempt > 1);
}

/**
 * Whether a workflow that ended may start anew by its id: a job's may for a retry, after a failure only, so that no race
 * runs it twice; a webhook's may whenever somebody asks for it, and a monitor's that an operator cancelled, with its
 * owner's next change.
 */
export function reusePolicy(
  order: WorkflowOrder,
): "ALLOW_DUPLICATE" | "ALLOW_DUPLICATE_FAILED_ONLY" | "REJECT_DUPLICATE" {
  if (order.type === "webhookDelivery" || order.type === "monitor") return "ALLOW_DUPLICATE";
  return runsAgain(order) ? "ALLOW_DUPLICATE_FAILED_ONLY" : "REJECT_DUPLICATE";
}

/** What every start says of itself to Temporal, whoever starts it: type, id, order, and what operators search and read. */
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
      return webhookDeliveryStart(order.input);
    case "mailDelivery":
      return mailDeliveryStart(order.input);
  }
}

function webhookDeliveryStart(input: WebhookDeliveryInput) {
  return {
    workflowType: "webhookDelivery" as const,
    workflowId: workflowIds.webhookDelivery(input.eventId),
    taskQueue: taskQueues.workflows,
    args: [input] as [WebhookDeliveryInput],
    typedSearchAttributes: [keyword("AccountId", input.accountId), keyword("Kind", "webhook")],
    staticSummary: `${input.type} anew`,
  };
}

/** What every start of a `mailDelivery` says of itself to Temporal. */
export function mailDeliveryStart(input: MailDeliveryInput) {
  return {
    workflowType: "mailDelivery" as const,
    workflowId: workflowIds.mailDelivery(input.mailId),
    taskQueue: taskQueues.workflows,
    args: [input] as [MailDeliveryInput],
    typedSearchAttributes: [keyword("AccountId", input.accountId), keyword("Kind", "mail")],
    staticSummary: input.type,
  };
}

function monitorStart(input: MonitorInput) {
  return {
    workflowType: "monitor" as const,
    workflowId: workflowIds.monitor(input.monitorId),
    taskQueue: taskQueues.workflows,
    args: [input] as [MonitorInput],
    typedSearchAttributes: [
      keyword("AccountId", input.accountId),
      keyword("Kind", "monitor"),
      keyword("Host", input.host),
      keyword("MonitorId", input.monitorId),
    ],
    staticSummary: `monitor ${input.host}`.slice(0, 200),
  };
}

function renderBatchStart(input: RenderBatchInput) {
  const { batchId, accountId, items, spec, priority } = input;
  const hosts = new Set(items.map(({ host }) => host)).size;
  return {
    workflowType: "renderBatch" as const,
    workflowId: workflowIds.renderBatch(batchId),
    taskQueue: taskQueues.workflows,
    args: [input] as [RenderBatchInput],
    typedSearchAttributes: [keyword("AccountId", accountId), keyword("Kind", "batch"), keyword("BatchId", batchId)],
    staticSummary: `batch of ${items.length} pages of ${hosts} hosts · ${outputsOf(spec)} · ${priority}`,
  };
}

function crawlStart(input: CrawlInput) {
  const { crawlId, accountId, host } = input;
  return {
    workflowType: "crawl" as const,
    workflowId: workflowIds.crawl(crawlId),
    taskQueue: taskQueues.workflows,
    args: [input] as [CrawlInput],
    typedSearchAttributes: [keyword("AccountId", accountId), keyword("Kind", "crawl"), keyword("Host", host)],
    staticSummary: `crawl ${host}`.slice(0, 200),
  };
}

function renderScheduleStart(input: RenderScheduleInput) {
  return {
    workflowType: "renderSchedule" as const,
    workflowId: workflowIds.renderSchedule(input.scheduleId),
    taskQueue: taskQueues.workflows,
    args: [input] as [RenderScheduleInput],
    typedSearchAttributes: [
      keyword("AccountId", input.accountId),
      keyword("Kind", "schedule"),
      keyword("Host", input.host),
    ],
    staticSummary: `schedule ${input.host} · ${input.type}`.slice(0, 200),
  };
}

function renderJobStart(input: RenderJobInput, priority: Priority) {
  return {
    workflowType: "renderJob" as const,
    workflowId: workflowIds.renderJob(input.jobId),
    taskQueue: taskQueues.workflows,
    args: [input] as [RenderJobInput],
    priority: { priorityKey: priorityKeys[priority], fairnessKey: input.accountId },
    typedSearchAttributes: [
      keyword("AccountId", input.accountId),
      keyword("Kind", input.kind),
      keyword("Host", input.host),
      ...(input.batchId === undefined ? [] : [keyword("BatchId", input.batchId)]),
    ],
    staticSummary: `${input.kind} ${input.host} · ${workOf(input)} · ${priority}`.slice(0, 200),
  };
}

/** What every start of a `monitorRun` says of itself to Temporal. */
export function monitorRunStart(input: MonitorRunInput) {
  const { runId, accountId, monitorId, host, manual } = input;
  return {
    workflowId: workflowIds.monitorRun(runId),
    taskQueue: taskQueues.workflows,
    args: [input] as [MonitorRunInput],
    priority: { priorityKey: priorityKeys.normal, fairnessKey: accountId },
    typedSearchAttributes: [
      keyword("AccountId", accountId),
      keyword("Kind", "monitor_run"),
      keyword("Host", host),
      keyword("MonitorId", monitorId),
    ],
    staticSummary: `run ${host} · ${manual ? "manual" : "scheduled"}`.slice(0, 200),
  };
}

/** How the pace of a host is started, by whoever asks for its first turn. */
export function hostPaceStart(input: HostPaceInput) {
  return {
    workflowId: workflowIds.hostPace(input.host),
    taskQueue: taskQueues.workflows,
    args: [input] as [HostPaceInput],
    typedSearchAttributes: [keyword("Kind", "host_pace"), keyword("Host", input.host)],
    staticSummary: `pace of ${input.host}`.slice(0, 200),
  };
}

function keyword(name: string, value: string): SearchAttributePair {
  return { key: defineSearchAttributeKey(name, "KEYWORD"), value };
}

function workOf({ diff, spec }: RenderJobInput): string {
  return diff === undefined ? outputsOf(spec) : `${diff.mode}, ${diff.visualization}`;
}

function outputsOf({ screenshot, extracts }: RenderSpec): string {
  return [...(screenshot === null ? [] : [screenshot.format]), ...extracts].join(", ");
}
