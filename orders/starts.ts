import { defineSearchAttributeKey, type SearchAttributePair, type WorkflowIdReusePolicy } from "@temporalio/common";
import type { Priority } from "#schemas/common.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import type {
  CrawlInput,
  DigestDeliveryInput,
  MailDeliveryInput,
  MonitorInput,
  MonitorRunInput,
  MonitorSitemapInput,
  ProxyTestInput,
  RenderBatchInput,
  RenderJobInput,
  RenderScheduleInput,
  SignInInput,
  SitemapSyncInput,
  WebhookDeliveryInput,
} from "./inputs.ts";
import { taskQueues, workflowIds } from "./messages.ts";

/** The data that each workflow type is started from. */
type Orders = {
  renderJob: { input: RenderJobInput; priority: Priority };
  renderSchedule: { input: RenderScheduleInput };
  monitor: { input: MonitorInput };
  monitorRun: { input: MonitorRunInput };
  monitorSitemap: { input: MonitorSitemapInput };
  sitemapSync: { input: SitemapSyncInput };
  signIn: { input: SignInInput };
  proxyTest: { input: ProxyTestInput };
  renderBatch: { input: RenderBatchInput };
  crawl: { input: CrawlInput };
  /** `subject` is the resource in the summary; default `again`, for a replay. */
  webhookDelivery: { input: WebhookDeliveryInput; subject?: string };
  mailDelivery: { input: MailDeliveryInput };
  digestDelivery: { input: DigestDeliveryInput };
};

/** A workflow to start. */
export type WorkflowOrder<Type extends keyof Orders = keyof Orders> = {
  [Each in Type]: { type: Each } & Orders[Each];
}[Type];

/** The options of a start that differ between workflow types. */
type Description = {
  workflowId: string;
  /** Search attributes besides `AccountId`. */
  attributes: Record<string, string>;
  /** One line for operators. */
  summary: string;
  /** Default: `REJECT_DUPLICATE`. */
  reusePolicy?: WorkflowIdReusePolicy;
  priorityKey?: number;
};

/** Temporal's priority keys; 1 is first. */
const priorityKeys = { high: 1, normal: 3, low: 5 } as const satisfies Record<Priority, number>;

const descriptions: { [Type in keyof Orders]: (order: Orders[Type]) => Description } = {
  renderJob({ input, priority }) {
    const { jobId, attempt, kind, host, batchId } = input;
    return {
      workflowId: workflowIds.renderJob(jobId, attempt),
      attributes: { Kind: kind, Host: host, ...(batchId !== undefined && { BatchId: batchId }) },
      summary: `${kind} ${host} · ${describeWork(input)} · ${priority}`,
      priorityKey: priorityKeys[priority],
    };
  },
  renderSchedule: ({ input: { scheduleId, host, type } }) => ({
    workflowId: workflowIds.renderSchedule(scheduleId),
    attributes: { Kind: "schedule", Host: host },
    summary: `schedule ${host} · ${type}`,
  }),
  monitor: ({ input: { monitorId, host } }) => ({
    workflowId: workflowIds.monitor(monitorId),
    attributes: { Kind: "monitor", Host: host, MonitorId: monitorId },
    summary: `monitor ${host}`,
    // The owner's next change starts a monitor again that an operator cancelled.
    reusePolicy: "ALLOW_DUPLICATE",
  }),
  monitorRun: ({ input: { runId, monitorId, host, manual } }) => ({
    workflowId: workflowIds.monitorRun(runId),
    attributes: { Kind: "monitor_run", Host: host, MonitorId: monitorId },
    summary: `run ${host} · ${manual ? "manual" : "scheduled"}`,
    // A monitor that was restarted or reset repeats a manual run that had not ended.
    reusePolicy: "ALLOW_DUPLICATE",
    priorityKey: priorityKeys.normal,
  }),
  monitorSitemap: ({ input: { sitemapId, host } }) => ({
    workflowId: workflowIds.monitorSitemap(sitemapId),
    attributes: { Kind: "sitemap", Host: host },
    summary: `sitemap ${host}`,
    // The owner's next change starts a sitemap again that an operator cancelled.
    reusePolicy: "ALLOW_DUPLICATE",
  }),
  sitemapSync: ({ input: { syncId, host, dryRun } }) => ({
    workflowId: workflowIds.sitemapSync(syncId),
    attributes: { Kind: "sitemap_sync", Host: host },
    summary: `sync ${host}${dryRun ? " · dry run" : ""}`,
    // A sitemap that was reset repeats a sync that had not ended.
    reusePolicy: "ALLOW_DUPLICATE",
  }),
  signIn: ({ input: { signInId, host } }) => ({
    workflowId: workflowIds.signIn(signInId),
    attributes: { Kind: "sign_in", Host: host },
    summary: `sign-in ${host}`,
    // The owner's next renewal starts a sign-in again that an operator cancelled.
    reusePolicy: "ALLOW_DUPLICATE",
  }),
  proxyTest: ({ input: { testId } }) => ({
    workflowId: workflowIds.proxyTest(testId),
    attributes: { Kind: "proxy_test" },
    summary: "test of a proxy",
  }),
  renderBatch({ input: { batchId, items, spec, priority } }) {
    const hosts = new Set(items.map(({ host }) => host)).size;
    return {
      workflowId: workflowIds.renderBatch(batchId),
      attributes: { Kind: "batch", BatchId: batchId },
      summary: `batch of ${items.length} pages of ${hosts} hosts · ${describeOutputs(spec)} · ${priority}`,
    };
  },
  crawl: ({ input: { crawlId, host } }) => ({
    workflowId: workflowIds.crawl(crawlId),
    attributes: { Kind: "crawl", Host: host },
    summary: `crawl ${host}`,
  }),
  webhookDelivery: ({ input: { eventId, type, replay = 0 }, subject = "again" }) => ({
    workflowId: workflowIds.webhookDelivery(eventId, 1 + replay),
    attributes: { Kind: "webhook" },
    summary: `${type} ${subject}`,
  }),
  digestDelivery: ({ input: { digestId, dueAt } }) => ({
    workflowId: workflowIds.digestDelivery(digestId),
    attributes: { Kind: "digest" },
    summary: `digest of ${dueAt}`,
  }),
  mailDelivery: ({ input: { mailId, type } }) => ({
    workflowId: workflowIds.mailDelivery(mailId),
    attributes: { Kind: "mail" },
    summary: type,
  }),
};

/** Temporal's limit is 400 bytes (`limit.userMetadataSummarySize`). */
const maxSummaryChars = 200;

/** The options of a start: id, reuse policy, priority, search attributes and summary. The API and workflows use the same. */
export function workflowStart<Type extends keyof Orders>(order: WorkflowOrder<Type>) {
  const { type, input } = order;
  const describe = descriptions[type];
  const { workflowId, attributes, summary, priorityKey, reusePolicy = "REJECT_DUPLICATE" } = describe(order);
  const args: [Orders[Type]["input"]] = [input];
  return {
    workflowType: type,
    workflowId,
    workflowIdReusePolicy: reusePolicy,
    taskQueue: taskQueues.workflows,
    args,
    typedSearchAttributes: Object.entries({ AccountId: input.accountId, ...attributes }).map(toSearchAttribute),
    staticSummary: summary.slice(0, maxSummaryChars),
    ...(priorityKey !== undefined && { priority: { priorityKey, fairnessKey: input.accountId } }),
  };
}

function toSearchAttribute([name, value]: [string, string]): SearchAttributePair {
  return { key: defineSearchAttributeKey(name, "KEYWORD"), value };
}

function describeWork({ diff, spec }: RenderJobInput): string {
  return diff === undefined ? describeOutputs(spec) : `${diff.mode}, ${diff.visualization}`;
}

function describeOutputs({ screenshot, pdf, recording, extracts, extractValues }: RenderSpec): string {
  const files = [
    ...(screenshot === null ? [] : [screenshot.format]),
    ...(pdf === undefined ? [] : ["pdf"]),
    ...(recording === undefined ? [] : [recording.format]),
  ];
  return [...files, ...extracts, ...(extractValues === undefined ? [] : ["values"])].join(", ");
}
