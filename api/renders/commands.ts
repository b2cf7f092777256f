import { findRendered, newJob } from "#data/jobs.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { PageRequest } from "#schemas/renders/render.ts";
import { sharedOutcome } from "#rules/outcomes.ts";
import type { Caller } from "../http/exchange.ts";
import type { Reservation } from "../http/idempotency.ts";
import { type Accepted, acceptJob, findAccepted } from "../jobs/acceptJob.ts";
import type { ApiPorts } from "../ports.ts";
import type { Outputs } from "./outputs.ts";
import { toTemplate } from "./spec.ts";

/** A render of one page; schema and `renderRules` have checked the request. */
export type RenderOrder = {
  caller: Caller;
  requestId: string;
  request: PageRequest;
  outputs: Outputs;
  reservation: Reservation;
};

/**
 * Charges a render and queues it, or completes it from the render cache free of charge.
 * @throws ApiError `insufficient_credits`.
 */
export async function acceptRender(ports: ApiPorts, order: RenderOrder): Promise<Accepted> {
  const { caller, request, reservation } = order;
  const { id, at, isRepeat } = reservation;
  const accepted = await findAccepted(ports, reservation);
  if (accepted !== null) return accepted;
  const template = await toTemplate(ports, { ...order, sealedFor: id });
  const record = newJob(template, { id, kind: "render", url: request.url, createdAt: at });
  // A call that broke off may have charged the job, so its repeat renders.
  const cached = isRepeat ? null : await answerFromCache(ports, record);
  return acceptJob(ports, { record: cached ?? record, plan: caller.plan, isRepeat });
}

/**
 * The job completed with the outcome of an identical render, free of charge. Null if the render cache has none. Also null if
 * the outputs go to the caller's storage: the job's workflow then reads the cache.
 */
export async function answerFromCache({ database }: ApiPorts, job: JobRecord): Promise<JobRecord | null> {
  if (!job.spec.cache || job.spec.storage !== undefined) return null;
  const { createdAt: now } = job;
  const { fingerprint, accountId, spec } = job;
  const rendered = await findRendered(database, { fingerprint, accountId, maxAgeSeconds: spec.cacheTtl }, now);
  if (rendered === null) return null;
  return {
    ...job,
    price: 0,
    credits: { charged: 0, refunded: 0 },
    cached: true,
    status: "completed",
    stage: "done",
    progress: 100,
    startedAt: now,
    completedAt: now,
    // The outputs belong to the other job and are removed with it.
    expiresAt: rendered.expiresAt,
    result: sharedOutcome(rendered.result, { acceptedAt: now, now }),
  };
}
