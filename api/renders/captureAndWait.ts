import type { JobRecord } from "#schemas/job.ts";
import type { OutputRecord } from "#schemas/outputs.ts";
import type { ScreenshotRequest } from "#schemas/renders/render.ts";
import { withCallSlot } from "../http/callSlot.ts";
import { creditHeaders } from "../account/present.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller, Exchange } from "../http/exchange.ts";
import { newReservation, onceForKey, type Reservation } from "../http/idempotency.ts";
import { statusUrl } from "../http/params.ts";
import type { Accepted } from "../jobs/acceptJob.ts";
import { waitForJob } from "../jobs/commands.ts";
import { isTerminal, readJob } from "../jobs/store.ts";
import type { ApiPorts } from "../ports.ts";
import { acceptRender } from "./commands.ts";
import { onlyPicture } from "./outputs.ts";
import { withUrl } from "./texts.ts";

/** Milliseconds a synchronous call waits beyond the capture's own timeout. */
const graceMs = 30_000;
/** The longest timeout of a request, plus the grace. */
const maxCaptureMs = 60_000 + graceMs;

type Replayed = { "Idempotent-Replayed"?: string };

/** A picture that was taken while the client waited. */
export type Captured = {
  record: JobRecord;
  screenshot: OutputRecord;
  headers: Record<"X-Job-Id" | `X-Credits-${"Charged" | "Refunded" | "Remaining"}`, string> & Replayed;
};

/** A checked request for a picture; `key` is the Idempotency-Key, undefined without one. */
export type CaptureOrder = { caller: Caller; exchange: Exchange; request: ScreenshotRequest; key: string | undefined };

/**
 * Takes a screenshot and waits for it. The call needs one of the account's slots for synchronous calls. Calls with one
 * Idempotency-Key wait for one job.
 * @throws ApiError `too_many_at_once` without a free slot, `capture_failed` with the job's error, or `timeout`.
 */
export function captureAndWait(ports: ApiPorts, order: CaptureOrder): Promise<Captured> {
  return withCallSlot(ports, { caller: order.caller, ms: maxCaptureMs }, () => capture(ports, order));
}

async function capture(ports: ApiPorts, order: CaptureOrder): Promise<Captured> {
  const { exchange } = order;
  const accepted = await acceptOnce(ports, order);
  exchange.setJobId(accepted.record._id);
  const ms = accepted.record.spec.timeout * 1_000 + graceMs;
  const record = await waitForJob(ports, accepted.record, { ms, signal: exchange.untilGone() });
  const remaining = accepted.remainingCredits === null ? null : accepted.remainingCredits + record.credits.refunded;
  const headers = { "X-Job-Id": record._id, ...creditHeaders(record, remaining), ...accepted.replayed };
  if (!isTerminal(record)) throw overdue(ports, record, headers);
  const screenshot = record.result?.outputs.find(({ name }) => name === "screenshot");
  if (record.status === "completed" && screenshot !== undefined) return { record, screenshot, headers };
  throw new ApiError("capture_failed", { headers, ...(record.error !== undefined && { jobError: record.error }) });
}

type Found = Accepted & { replayed: Replayed };

/** Accepts the render, or finds the one accepted for the same key. The kept reply names the job. */
async function acceptOnce(ports: ApiPorts, { caller, exchange, request, key }: CaptureOrder): Promise<Found> {
  const outputs = onlyPicture;
  const { accountId } = caller;
  const accept = (reservation: Reservation) =>
    acceptRender(ports, { caller, requestId: exchange.requestId, request: withUrl(request), outputs, reservation });
  if (key === undefined) return { ...(await accept(newReservation(ports))), replayed: {} };
  const call = { key, accountId, operation: "takeScreenshot", asked: request };
  const { headers = {} } = await onceForKey(ports, call, async (reservation) => toKeptReply(await accept(reservation)));
  const { "X-Job-Id": jobId = "", "X-Credits-Remaining": left, "Idempotent-Replayed": replayed } = headers;
  return {
    record: await readJob(ports.database, accountId, jobId),
    remainingCredits: left === "unlimited" ? null : Number(left),
    replayed: replayed === undefined ? {} : { "Idempotent-Replayed": replayed },
  };
}

/** The reply to keep for an accepted render: the job's id and the credits left. */
function toKeptReply({ record, remainingCredits }: Accepted) {
  const left = creditHeaders(record, remainingCredits)["X-Credits-Remaining"];
  return { status: 200, headers: { "X-Job-Id": record._id, "X-Credits-Remaining": left }, json: null };
}

function overdue({ publicUrl }: ApiPorts, record: JobRecord, headers: Record<string, string>): ApiError {
  return new ApiError("timeout", {
    message: `The work did not finish in time; GET ${statusUrl(publicUrl, record._id)} for its outcome.`,
    headers,
  });
}
