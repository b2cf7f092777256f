import type { JobRecord } from "#schemas/job.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import type { ScreenshotRequest } from "#schemas/renders/render.ts";
import { plans } from "#schemas/settings/plans.ts";
import { creditHeaders } from "../account/present.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller, Exchange } from "../http/exchange.ts";
import { type Begun, onceForKey } from "../http/idempotency.ts";
import { statusUrl } from "../http/links.ts";
import { type Accepted, findAccepted } from "../jobs/acceptJob.ts";
import { waitForJob } from "../jobs/commands.ts";
import { isTerminal, readJob } from "../jobs/store.ts";
import type { ApiPorts } from "../ports.ts";
import { acceptRender } from "./commands.ts";

/** Milliseconds a synchronous call waits beyond the capture's own timeout. */
const graceMs = 30_000;
/** The longest timeout a request may name, and that. */
const maxCaptureMs = 60_000 + graceMs;

type Replayed = { "Idempotent-Replayed"?: string };

/** A picture taken while the client waited. */
export type Captured = {
  record: JobRecord;
  screenshot: OutputRecord;
  headers: Record<"X-Job-Id" | `X-Credits-${"Charged" | "Refunded" | "Remaining"}`, string> & Replayed;
};

/** A checked request for a picture; `key` is the Idempotency-Key, undefined where there is none. */
export type CaptureOrder = { caller: Caller; exchange: Exchange; request: ScreenshotRequest; key: string | undefined };

/**
 * Takes a screenshot and waits for it, in one of the account's places for that; rejects with `too_many_at_once` where all are
 * taken, with the job's own error, or with `timeout` where it takes too long. Calls with one Idempotency-Key wait for one job.
 */
export function captureAndWait(ports: ApiPorts, order: CaptureOrder): Promise<Captured> {
  const { accountId, plan } = order.caller;
  const { concurrency: limit } = plans[plan];
  const work = () => capture(ports, order);
  return limit === null ? work() : ports.callSlots.acquire({ accountId, limit, ms: maxCaptureMs }, work);
}

async function capture(ports: ApiPorts, order: CaptureOrder): Promise<Captured> {
  const { exchange } = order;
  const accepted = await acceptOnce(ports, order);
  exchange.setJobId(accepted.record._id);
  const ms = accepted.record.spec.timeout * 1_000 + graceMs;
  const record = await waitForJob(ports, accepted.record, { ms, signal: exchange.untilGone() });
  const remaining = accepted.remaining === null ? null : accepted.remaining + record.credits.refunded;
  const headers = { "X-Job-Id": record._id, ...creditHeaders(record, remaining), ...accepted.replayed };
  if (!isTerminal(record)) throw overdue(ports, record, headers);
  const screenshot = record.result?.outputs.find(({ name }) => name === "screenshot");
  if (record.status === "completed" && screenshot !== undefined) return { record, screenshot, headers };
  throw new ApiError("capture_failed", { headers, ...(record.error !== undefined && { jobError: record.error }) });
}

type Found = Accepted & { replayed: Replayed };

/** Accepts the render, or finds the one that was accepted for the same key: what is kept is which job it is. */
async function acceptOnce(ports: ApiPorts, { caller, exchange, request, key }: CaptureOrder): Promise<Found> {
  const outputs = { screenshot: true, extracts: [] };
  const { accountId } = caller;
  const accept = (noted: ApiPorts) => acceptRender(noted, { caller, requestId: exchange.requestId, request, outputs });
  if (key === undefined) return { ...(await accept(ports)), replayed: {} };
  const resume = async (begun: Begun) => {
    const accepted = await findAccepted(ports, { ...begun, accountId });
    return accepted === null ? null : whichJob(accepted);
  };
  const call = { key, accountId, operation: "takeScreenshot", asked: request, resume };
  const { headers = {} } = await onceForKey(ports, call, async (noted) => whichJob(await accept(noted)));
  const { "X-Job-Id": jobId = "", "X-Credits-Remaining": left, "Idempotent-Replayed": again } = headers;
  return {
    record: await readJob(ports.database, accountId, jobId),
    remaining: left === "unlimited" ? null : Number(left),
    replayed: again === undefined ? {} : { "Idempotent-Replayed": again },
  };
}

/** What is kept of an accepted render: which job it is. */
function whichJob({ record, remaining }: Accepted) {
  const left = creditHeaders(record, remaining)["X-Credits-Remaining"];
  return { status: 200, headers: { "X-Job-Id": record._id, "X-Credits-Remaining": left }, json: null };
}

function overdue({ publicUrl }: ApiPorts, record: JobRecord, headers: Record<string, string>): ApiError {
  return new ApiError("timeout", {
    message: `The work did not finish in time; GET ${statusUrl(publicUrl, record._id)} for its outcome.`,
    headers,
  });
}
