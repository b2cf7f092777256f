import { uuidv7 } from "uuidv7";
import type { JobRecord } from "#schemas/job.ts";
import type { RenderRequest } from "#schemas/render.ts";
import { renderPrice } from "#workflows/rules/prices.ts";
import type { Caller } from "../auth.ts";
import type { ApiPorts } from "../ports.ts";
import { type Accepted, acceptJob } from "../writes/acceptJob.ts";
import type { Outputs } from "./chooseOutputs.ts";
import { fingerprint } from "./fingerprint.ts";
import { toSpec, toWebhook } from "./toSpec.ts";

/** Finished jobs are kept this long. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

/** A request of a route that renders one page, checked by its schema and by `renderRules`. */
export type RenderOrder = { caller: Caller; requestId: string; request: RenderRequest; outputs: Outputs };

/** Charges a render and queues it; rejects with `insufficient_credits` when the account is short. */
export function acceptRender(ports: ApiPorts, order: RenderOrder): Promise<Accepted> {
  return acceptJob(ports, { record: toRecord(ports, order), plan: order.caller.plan });
}

function toRecord(ports: ApiPorts, { caller, requestId, request, outputs }: RenderOrder): JobRecord {
  const owner = { accountId: caller.accountId, jobId: uuidv7() };
  const spec = toSpec(ports.keyRing, request, { outputs, owner });
  const webhook = toWebhook(ports.keyRing, request, owner);
  const createdAt = ports.now();
  const price = renderPrice(spec);
  return {
    _id: owner.jobId,
    accountId: caller.accountId,
    keyId: caller.keyId,
    requestId,
    kind: "render",
    url: request.url,
    host: new URL(request.url).hostname,
    priority: request.priority ?? "normal",
    spec,
    ...(webhook !== null && { webhook }),
    price,
    credits: { charged: price, refunded: 0 },
    attempts: 1,
    cached: false,
    fingerprint: fingerprint(ports.signingKey, caller.accountId, { request, spec }),
    status: "queued",
    stage: "waiting",
    progress: 0,
    createdAt,
    startedAt: null,
    completedAt: null,
    expiresAt: new Date(createdAt.getTime() + retentionMs),
    cancelRequestedAt: null,
    version: 0,
  };
}
