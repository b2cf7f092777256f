import { uuidv7 } from "uuidv7";
import { findRendered, newJob } from "#data/jobs.ts";
import type { JobRecord } from "#schemas/job.ts";
import type { RenderRequest } from "#schemas/renders/render.ts";
import { sharedOutcome } from "#workflows/rules/outcomes.ts";
import type { Caller } from "../http/exchange.ts";
import { type Accepted, acceptJob } from "../jobs/acceptJob.ts";
import type { ApiPorts } from "../ports.ts";
import type { Outputs } from "./outputs.ts";
import { toTemplate } from "./spec.ts";

/** A request of a route that renders one page, checked by its schema and by `renderRules`. */
export type RenderOrder = { caller: Caller; requestId: string; request: RenderRequest; outputs: Outputs };

/**
 * Charges a render and queues it, or completes it at once where an identical one will do.
 * Rejects with `insufficient_credits` when the account is short.
 */
export async function acceptRender(ports: ApiPorts, order: RenderOrder): Promise<Accepted> {
  const { caller, request } = order;
  const id = uuidv7();
  const template = toTemplate(ports, { ...order, sealedFor: id });
  const record = newJob(template, { id, kind: "render", url: request.url, createdAt: ports.now() });
  const answered = await answerFromCache(ports, record);
  return acceptJob(ports, { record: answered ?? record, plan: caller.plan });
}

/**
 * The job as one that has completed with an identical render's outcome, at no charge; null where there is none to be had at
 * once. A job whose outputs are to be stored is not answered here: its workflow finds the render, too, and stores it.
 */
export async function answerFromCache({ database }: ApiPorts, job: JobRecord): Promise<JobRecord | null> {
  if (!job.spec.cache || job.spec.storage !== undefined) return null;
  const { createdAt: now } = job;
  const rendered = await findRendered(database, job, now);
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
    // The outputs are the other's, and go with it.
    expiresAt: rendered.expiresAt,
    result: sharedOutcome(rendered.result, { acceptedAt: now, now }),
  };
}
