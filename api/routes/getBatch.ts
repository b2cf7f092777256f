import { Type } from "typebox";
import { BatchWithItems } from "#schemas/batch.ts";
import { JobStatus } from "#schemas/job.ts";
import { keyWith } from "../auth.ts";
import { pageOf, readBefore } from "../cursor.ts";
import { presentBatch, presentBatchItem } from "../present/batch.ts";
import { readBatch, readBatchJobs } from "../reads/batches.ts";
import { defineRoute, noBody } from "../route.ts";
import { BatchId } from "./batchId.ts";

const ItemsQuery = Type.Object(
  {
    status: Type.Optional(JobStatus),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 50, description: "Items a page." }),
    cursor: Type.Optional(
      Type.String({ maxLength: 512, description: "`nextCursor` of the page before, with the same filter." }),
    ),
  },
  { additionalProperties: false },
);

/** A batch as it is now, and its pages. */
export const getBatch = defineRoute({
  id: "getBatch",
  method: "GET",
  path: "/render/batches/:id",
  summary: "Get a batch, its figures and its pages",
  description: "Items come in the order of `urls`. Counts, progress, credits and figures by host are of all pages.",
  tag: "Batches",
  auth: keyWith("read", "render"),
  errorShape: "submit",
  params: BatchId,
  query: ItemsQuery,
  body: noBody,
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
    const places = new Map(record.items.map(({ jobId, index }) => [jobId, index]));
    const items = page.map((job) => presentBatchItem(ports.publicUrl, job, places.get(job._id) ?? 0));
    return { status: 200, json: { success: true, batch: presentBatch(record, jobs), items, nextCursor } };
  },
});
