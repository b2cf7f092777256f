import { uuidv7 } from "uuidv7";
import type { DiffRequest } from "#schemas/diff.ts";
import type { RenderRequest } from "#schemas/render.ts";
import { newJob } from "#data/jobs.ts";
import type { Caller } from "../auth.ts";
import type { ApiPorts } from "../ports.ts";
import { type Accepted, acceptJob } from "../writes/acceptJob.ts";
import { findSources } from "./findSources.ts";
import { toTemplate } from "./toTemplate.ts";

/** A comparison, checked by its schema and by `diffRules`. */
export type DiffOrder = { caller: Caller; requestId: string; request: DiffRequest };

/** Charges a comparison and queues it. Rejects as `findSources` does, and with `insufficient_credits` when the account is short. */
export async function acceptDiff(ports: ApiPorts, { caller, requestId, request }: DiffOrder): Promise<Accepted> {
  const { before, after } = await findSources(ports.database, caller.accountId, request);
  const { mode, visualization, threshold, ignoreRegions } = request;
  const id = uuidv7();
  const template = toTemplate(ports, {
    caller,
    requestId,
    request: toRender(request, after.url),
    outputs: { screenshot: true, extracts: [] },
    sealedFor: id,
  });
  const diff = { before, after, mode, visualization, threshold, ignoreRegions };
  const record = newJob(template, { id, kind: "diff", url: after.url, createdAt: ports.now(), diff });
  return acceptJob(ports, { record, plan: caller.plan });
}

/** How the pages of a comparison are captured: whole, unless told otherwise, and without loss. */
function toRender({ capture, priority, webhookUrl, webhookSecret }: DiffRequest, url: string): RenderRequest {
  return {
    fullPage: true,
    ...capture,
    url,
    format: "png",
    ...(priority !== undefined && { priority }),
    ...(webhookUrl !== undefined && { webhookUrl }),
    ...(webhookSecret !== undefined && { webhookSecret }),
  };
}
