import type { RenderRequest, RenderSpec } from "#schemas/render.ts";
import type { JobTemplate } from "#data/jobs.ts";
import type { Caller } from "../auth.ts";
import type { ApiPorts } from "../ports.ts";
import type { Outputs } from "./chooseOutputs.ts";
import { hashOptions } from "./hashOptions.ts";
import { toSpec, toWebhook } from "./toSpec.ts";

/** A checked request; `sealedFor` is the id of the resource it makes, which its secrets are sealed for. */
export type TemplateOrder = {
  caller: Caller;
  requestId: string;
  request: RenderRequest;
  outputs: Outputs;
  sealedFor: string;
  /** Of the pages of a crawl. */
  crawl?: RenderSpec["crawl"];
};

/** What all jobs of the request share: every default applied, secrets sealed. */
export function toTemplate({ keyRing, signingKey }: ApiPorts, order: TemplateOrder): JobTemplate {
  const { caller, requestId, request, outputs, sealedFor, crawl } = order;
  const { accountId, keyId } = caller;
  const owner = { accountId, sealedFor };
  const spec = { ...toSpec(keyRing, request, { outputs, owner }), ...(crawl !== undefined && { crawl }) };
  const webhook = toWebhook(keyRing, request, owner);
  return {
    accountId,
    keyId,
    requestId,
    spec,
    ...(webhook !== null && { webhook }),
    priority: request.priority ?? "normal",
    optionsHash: hashOptions(signingKey, accountId, { request, spec }),
  };
}
