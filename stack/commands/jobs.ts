import type { JobError, RenderErrorCode } from "#schemas/renders/errors.ts";
import type { JobRecord } from "#schemas/job.ts";
import { retention } from "#temporal-config/names.ts";
import { workflowIds } from "#orders/messages.ts";
import { type Command, readOptions, required } from "./command.ts";

/** Commands on jobs. */
export const jobCommands: Record<string, Command> = {
  "jobs show": {
    takes: "<job id>",
    read([jobId, ...rest]) {
      const id = required(jobId, "a job id");
      readOptions(rest, []);
      return async ({ database, workflowUrl }) => {
        const job = await database.jobs.findOne({ _id: id });
        if (job === null) throw new Error(`there is no job ${id}`);
        const account = await database.accounts.findOne({ _id: job.accountId });
        const workflowId = workflowIds.renderJob(id, job.attempts);
        const url = workflowUrl(workflowId);
        const facts: Fact[] = [
          ...statusOf(job),
          ["account", account === null ? job.accountId : `${job.accountId}, ${account.email}, plan ${account.plan}`],
          ...timesOf(job),
          ...errorOf(job),
          ["workflow", `${workflowId}${workflowNote(job)}`],
          ...(url === null ? [] : [["Temporal UI", url] as const]),
          ["request", `${job.requestId}, the requestId of its log lines`],
        ];
        return [`job ${id}`, ...facts.map(([name, value]) => `  ${name.padEnd(12)} ${value}`)];
      };
    },
  },
};

type Fact = readonly [name: string, value: string];

/** State of the job. The page's address is left out: it may hold the customer's secret. */
function statusOf({ status, stage, progress, kind, host, attempts, credits, ...job }: JobRecord): Fact[] {
  const origins = [
    ["batch", job.batchId],
    ["schedule", job.scheduleId],
    ["crawl", job.crawlId],
  ] as const;
  const unfinished = job.completedAt === null ? `, ${stage}, ${progress} %` : "";
  return [
    ["status", `${status}${unfinished}`],
    ["kind", kind],
    ...origins.flatMap(([name, id]): Fact[] => (id === undefined ? [] : [[name, id]])),
    ["host", host],
    ["attempts", String(attempts)],
    ["credits", `${credits.charged} charged, ${credits.refunded} refunded`],
  ];
}

function timesOf({ createdAt, startedAt, completedAt, expiresAt, result }: JobRecord): Fact[] {
  const stages = Object.entries(result?.timings ?? {}).map(([stage, ms]) => `${stage} ${ms} ms`);
  const waited = startedAt === null ? "" : `, ${startedAt.getTime() - createdAt.getTime()} ms after it was accepted`;
  const took =
    startedAt === null || completedAt === null ? "" : `, after ${completedAt.getTime() - startedAt.getTime()} ms`;
  return [
    ["accepted", createdAt.toISOString()],
    ["started", startedAt === null ? "not yet" : `${startedAt.toISOString()}${waited}`],
    ["ended", completedAt === null ? "not yet" : `${completedAt.toISOString()}${took}`],
    ...(stages.length === 0 ? [] : [["stages", stages.join(", ")] as const]),
    ["kept until", expiresAt.toISOString()],
  ];
}

function errorOf({ _id, error }: JobRecord): Fact[] {
  if (error === undefined) return [];
  return [
    ["error", `${error.code}: ${error.message}`],
    ["remedy", remedyOf(_id, error)],
  ];
}

/** Remedies for an operator. For other errors the remedy depends on whether a retry may help. */
const remedies: { [Code in RenderErrorCode]?: string } = {
  browser_unavailable: "Read the worker's log and check its memory limit, then reset the workflow.",
  cancelled: "None is needed.",
  internal_error: "Search the worker's log for the job's id, then reset the workflow.",
  storage_access_denied: "The customer corrects the storage credentials and submits the job again.",
  storage_invalid: "The customer corrects the storage settings and submits the job again.",
  target_forbidden: "Name the host in WATCHFRAME_EGRESS_ALLOW if pages may reach it, and submit the job again.",
};

function remedyOf(jobId: string, { code, retryable }: JobError): string {
  const general = retryable
    ? `Reset the workflow, or let the customer call POST /retry/${jobId}.`
    : "A retry fails again until the page or the request changes.";
  return remedies[code] ?? general;
}

function workflowNote({ cached, completedAt }: JobRecord): string {
  if (cached) return " (the result is another job's, so there may be no workflow)";
  return completedAt === null ? "" : ` (Temporal keeps its history for ${retention} after its end)`;
}
