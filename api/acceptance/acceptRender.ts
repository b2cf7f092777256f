import { uuidv7 } from "uuidv7";
import type { RenderRequest } from "#schemas/render.ts";
import { newJob } from "#data/jobs.ts";
import type { Caller } from "../auth.ts";
import type { ApiPorts } from "../ports.ts";
import { type Accepted, acceptJob } from "../writes/acceptJob.ts";
import { answerFromCache } from "./answerFromCache.ts";
import type { Outputs } from "./chooseOutputs.ts";
import { toTemplate } from "./toTemplate.ts";

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
