import { defineSearchAttributeKey, type SearchAttributePair } from "@temporalio/common";
import type { Priority } from "#schemas/common.ts";
import type { EventType } from "#schemas/events.ts";
import type { JobKind, JobRecord } from "#schemas/job.ts";
import type { RenderSpec, WebhookTarget } from "#schemas/render.ts";

/** Queues the workers poll: workflows and local activities, the browser, and everything that waits on the network. */
export const taskQueues = { workflows: "wf", browser: "browser", io: "io" } as const;

/** Workflow ids, made from the id of what they work for, so that starting one twice starts it once. */
export const workflowIds = {
  renderJob: (jobId: string): `render:${string}` => `render:${jobId}`,
  webhookDelivery: (eventId: string): `webhook:${string}` => `webhook:${eventId}`,
  reconciler: "reconciler:singleton",
  maintenance: "maintenance:singleton",
} as const;

/** Priority keys of Temporal, 1 first; a job's own word and what it is worth. */
const priorityKeys = { high: 1, normal: 3, low: 5 } as const;

/** Input of `renderJob`. */
export type RenderJobInput = {
  jobId: string;
  accountId: string;
  requestId: string;
  kind: JobKind;
  host: string;
  /** 1, and 1 more for each retry by the caller. */
  attempt: number;
  /** ISO instant at which the job was accepted. */
  acceptedAt: string;
  spec: RenderSpec;
  webhook: WebhookTarget | null;
};

/** Input of `webhookDelivery`; the body lies in the delivery's record. */
export type WebhookDeliveryInput = { eventId: string; accountId: string; type: EventType };

/** The input of a job's workflow, from the job's record. */
export function renderJobInput(job: JobRecord): RenderJobInput {
  return {
    jobId: job._id,
    accountId: job.accountId,
    requestId: job.requestId,
    kind: job.kind,
    host: job.host,
    attempt: job.attempts,
    acceptedAt: job.createdAt.toISOString(),
    spec: job.spec,
    webhook: job.webhook ?? null,
  };
}

/** A workflow to be started, with all that its start is made from. */
export type WorkflowOrder = { type: "renderJob"; input: RenderJobInput; priority: Priority };

/** What every start says of itself to Temporal, whoever starts it: type, id, order, and what operators search and read. */
export function workflowStart(order: WorkflowOrder) {
  return renderJobStart(order.input, order.priority);
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
    ],
    staticSummary: `${input.kind} ${input.host} · ${outputsOf(input.spec)} · ${priority}`.slice(0, 200),
  };
}

function keyword(name: string, value: string): SearchAttributePair {
  return { key: defineSearchAttributeKey(name, "KEYWORD"), value };
}

function outputsOf({ screenshot, extracts }: RenderSpec): string {
  return [...(screenshot === null ? [] : [screenshot.format]), ...extracts].join(", ");
}
