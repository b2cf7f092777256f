import { Type } from "typebox";
import { backoffsOf } from "#data/hosts.ts";
import { BatchAccepted, BatchList, BatchReply, BatchRequest, BatchWithItems } from "#schemas/batch.ts";
import { JobStatus } from "#schemas/job.ts";
import { throttleKeyOf } from "#rules/throttle.ts";
import type { BatchJob } from "#rules/totals.ts";
import { creditHeaderNames, creditHeaders } from "../account/present.ts";
import { keyWith } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import { BatchId, pageOf, readBefore, listQuery } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import type { ApiPorts } from "../ports.ts";
import { withPreset } from "../presets/expand.ts";
import { warnRender } from "../renders/warnings.ts";
import { acceptBatch, type AcceptedBatch, stopBatch } from "./commands.ts";
import { presentAcceptedBatch, presentBatch, presentBatchItem } from "./present.ts";
import { findBatches, readBatch, readBatchJobs } from "./store.ts";
import { batchRules } from "./validate.ts";

const defineRoute = routesOf({ tag: "Batches", errorShape: "submit" });

const acceptedResponse = {
  json: BatchAccepted,
  headers: ["Location", ...creditHeaderNames],
  links: { getBatch: "$response.body#/batch", cancelBatch: "$response.body#/batch" },
} as const;

/** Accepts up to 100 pages at once. */
export const submitBatch = defineRoute({
  id: "submitBatch",
  client: { resource: "batches", method: "create" },
  method: "POST",
  idempotent: true,
  path: "/render/smart-batch",
  summary: "Submit a host-aware render batch",
  description:
    "Renders up to 100 pages with the same options. Each page is a job. `results` has one entry for each of `urls`, in the same order. An invalid, forbidden or repeated address is refused alone (207). The whole batch is refused (400) only if no address is left. All accepted pages are charged now, and each page that fails is refunded.\n\nPages of different hosts render in parallel, up to the plan's concurrency. One host gets at most 2 pages at once, 250 ms apart, counted over all accounts. A host that answers 429 or 503 is backed off for the time of its `Retry-After`. Other hosts are not delayed. `webhookUrl` gets `job.completed` or `job.failed` for each page and `batch.completed` at the end.",
  auth: keyWith("render"),
  body: BatchRequest,
  example: { urls: ["https://example.com/", "https://example.org/"], extractMarkdown: true },
  expand: withPreset(BatchRequest),
  rules: batchRules,
  warn: ({ body: { urls: _urls, url, ...options }, fieldNames }) => [
    ...(url === undefined ? [] : [{ field: "url", message: "has no effect: a batch takes its pages from urls" }]),
    ...warnRender(options, fieldNames),
  ],
  responses: {
    200: { description: "Every page was accepted.", ...acceptedResponse },
    207: { description: "Some pages were accepted.", ...acceptedResponse },
  },
  errors: ["insufficient_credits"],
  async handle({ body, fieldNames, caller, exchange: { requestId }, reservation }, ports) {
    return acceptedBatch(
      ports,
      await acceptBatch(ports, { caller, requestId, request: body, fieldNames, reservation }),
    );
  },
});

function acceptedBatch({ publicUrl }: ApiPorts, accepted: AcceptedBatch) {
  const json = presentAcceptedBatch(publicUrl, accepted);
  const reply = { headers: { Location: json.statusUrl, ...creditHeaders(json, accepted.remainingCredits) }, json };
  return accepted.batch.refused.length === 0
    ? ({ status: 200, ...reply } as const)
    : ({ status: 207, ...reply } as const);
}

const BatchesQuery = listQuery({ items: "Batches", standard: 20 }, {});

/** The account's batches, newest first. */
export const listBatches = defineRoute({
  id: "listBatches",
  client: { resource: "batches", method: "list", list: "batches" },
  method: "GET",
  path: "/render/batches",
  summary: "List batches, newest first",
  description:
    "Pages stay the same while batches are added. The list omits their items; `GET /render/batches/{id}` has them.",
  auth: keyWith("read", "render"),
  query: BatchesQuery,
  responses: {
    200: { description: "One page of batches.", json: BatchList, links: { getBatch: "$response.body#/batches/0/id" } },
  },
  errors: [],
  async handle({ query: { limit, cursor }, caller }, ports) {
    const scope = ["batches", caller.accountId];
    const before = readBefore(ports.signingKey, scope, cursor);
    const records = await findBatches(ports.database, caller.accountId, { before, limit: limit + 1 });
    const { page, nextCursor } = pageOf(ports.signingKey, scope, { records, limit });
    const jobs = await readBatchJobs(
      ports.database,
      page.map(({ _id }) => _id),
    );
    const backoffs = await readBackoffs(ports, [...jobs.values()].flat());
    const batches = page.map((record) => presentBatch(record, jobs.get(record._id) ?? [], backoffs));
    return { status: 200, json: { success: true, batches, nextCursor } };
  },
});

const ItemsQuery = listQuery(
  { items: "Items" },
  {
    status: Type.Optional(JobStatus),
  },
);

/** A batch and its pages. */
export const getBatch = defineRoute({
  id: "getBatch",
  client: [
    { resource: "batches", method: "get", unwrap: "batch", query: { limit: 1 } },
    { resource: "batches", method: "items", list: "items", help: "The pages of a batch." },
  ],
  method: "GET",
  path: "/render/batches/:id",
  summary: "Get a batch, its figures and its pages",
  description:
    "Items have the order of `urls`. Counts, progress, credits and figures per host cover all pages of the batch.",
  auth: keyWith("read", "render"),
  params: BatchId,
  query: ItemsQuery,
  responses: {
    200: {
      description: "The batch as it is now.",
      json: BatchWithItems,
      links: { getStatus: "$response.body#/items/0/id" },
    },
  },
  errors: ["not_found"],
  async handle({ params, query, caller }, ports) {
    const record = await readBatch(ports.database, caller.accountId, params.id);
    const { status, limit } = query;
    const scope = ["batchItems", record._id, status ?? ""];
    const after = readBefore(ports.signingKey, scope, query.cursor) ?? "";
    const jobs = (await readBatchJobs(ports.database, [record._id])).get(record._id) ?? [];
    const rest = jobs.filter((job) => job._id > after && (status === undefined || job.status === status));
    const { page, nextCursor } = pageOf(ports.signingKey, scope, { records: rest, limit });
    const indexes = new Map(record.items.map(({ jobId, index }) => [jobId, index]));
    const items = page.map((job) => presentBatchItem(ports.publicUrl, job, indexes.get(job._id) ?? 0));
    const batch = presentBatch(record, jobs, await readBackoffs(ports, jobs));
    return { status: 200, json: { success: true, batch, items, nextCursor } };
  },
});

/** Cancels what is left of a batch and refunds it. */
export const cancelBatch = defineRoute({
  id: "cancelBatch",
  client: { resource: "batches", method: "cancel", unwrap: "batch" },
  method: "DELETE",
  path: "/render/batches/:id",
  summary: "Cancel a batch",
  description:
    "Stops running pages, skips waiting pages and refunds both. Pages that have ended stay as they are. The reply waits until the batch has stopped, for at most 5 seconds. After that the reply shows a batch that is not `cancelled` yet.",
  auth: keyWith("render"),
  params: BatchId,
  responses: { 200: { description: "The batch as it is now.", json: BatchReply } },
  errors: ["not_found", "already_terminal"],
  async handle({ params, caller, exchange }, ports) {
    const found = await readBatch(ports.database, caller.accountId, params.id);
    const record = found.status === "open" ? await stopBatch(ports, found, exchange.untilGone()) : found;
    // The batch may have ended by itself first.
    if (found.status !== "open" || record.status === "completed") {
      throw new ApiError("already_terminal", { message: "The batch has already ended and can't be cancelled." });
    }
    const jobs = (await readBatchJobs(ports.database, [record._id])).get(record._id) ?? [];
    return { status: 200, json: { success: true, batch: presentBatch(record, jobs) } };
  },
});

/** The back-offs that waiting jobs wait for. */
function readBackoffs(
  { database, now }: Pick<ApiPorts, "database" | "now">,
  jobs: readonly BatchJob[],
): Promise<ReadonlyMap<string, Date>> {
  const waiting = jobs.filter(({ status }) => status === "queued");
  return backoffsOf(database, [...new Set(waiting.map(({ url }) => throttleKeyOf(url)))], now());
}
