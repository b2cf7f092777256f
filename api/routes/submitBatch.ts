import { BatchAccepted, BatchRequest } from "#schemas/batch.ts";
import { type AcceptedBatch, acceptBatch } from "../acceptance/acceptBatch.ts";
import { batchRules } from "../acceptance/batchRules.ts";
import { warnRender } from "../acceptance/warnings.ts";
import { workWith } from "../auth.ts";
import { presentAcceptedBatch } from "../present/batch.ts";
import { creditHeaderNames, creditHeaders } from "../present/credits.ts";
import type { ApiPorts } from "../ports.ts";
import { readBatchJobs } from "../reads/batches.ts";
import { readRemaining } from "../reads/remaining.ts";
import { defineRoute, none } from "../route.ts";

const reply = {
  json: BatchAccepted,
  headers: ["Location", ...creditHeaderNames],
  links: { getBatch: "$response.body#/batch", cancelBatch: "$response.body#/batch" },
} as const;

/** E4: accepts up to 100 pages at once. */
export const submitBatch = defineRoute({
  id: "submitBatch",
  method: "POST",
  idempotent: true,
  path: "/render/smart-batch",
  summary: "Submit a host-aware render batch",
  description:
    "Renders up to 100 pages with the same options, each as a job of its own. `results` has one entry for each of `urls`, in the same order; an address that is wrong, forbidden or there twice is refused by itself (207), and only where none is left is the whole batch (400). All accepted pages are charged now, and each that fails is refunded.\n\nPages of different hosts are rendered side by side, as many at once as the plan allows; of one host at most 2 at once and 250 ms apart, whoever they are for. A host that answers 429 or 503 is left alone for as long as it asks, and the others are not held up. `webhookUrl` gets `job.completed` or `job.failed` for each page and `batch.completed` at the end.",
  tag: "Batches",
  auth: workWith("render"),
  errorShape: "submit",
  params: none,
  query: none,
  body: BatchRequest,
  example: { urls: ["https://example.com/", "https://example.org/"], extractMarkdown: true },
  rules: batchRules,
  warn: ({ body: { urls: _urls, url, ...options }, given }) => [
    ...(url === undefined ? [] : [{ field: "url", message: "has no effect: a batch takes its pages from urls" }]),
    ...warnRender(options, given),
  ],
  responses: {
    200: { description: "Every page was accepted.", ...reply },
    207: { description: "Some pages were accepted.", ...reply },
  },
  errors: ["insufficient_credits"],
  async resume(ports, { accountId, id }) {
    const batch = await ports.database.batches.findOne({ _id: id });
    if (batch === null) return null;
    const jobs = (await readBatchJobs(ports.database, [id])).get(id) ?? [];
    return acceptedBatch(ports, { batch, jobs, remaining: await readRemaining(ports, accountId) });
  },
  async handle({ body, given, caller, exchange: { requestId } }, ports) {
    return acceptedBatch(ports, await acceptBatch(ports, { caller, requestId, request: body, given }));
  },
});

function acceptedBatch({ publicUrl }: ApiPorts, accepted: AcceptedBatch) {
  const json = presentAcceptedBatch(publicUrl, accepted);
  const said = { headers: { Location: json.statusUrl, ...creditHeaders(json, accepted.remaining) }, json };
  return accepted.batch.refused.length === 0
    ? ({ status: 200, ...said } as const)
    : ({ status: 207, ...said } as const);
}
