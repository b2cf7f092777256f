import { Type } from "typebox";
import { BatchList } from "#schemas/batch.ts";
import { keyWith } from "../auth.ts";
import { pageOf, readBefore } from "../cursor.ts";
import { presentBatch } from "../present/batch.ts";
import { findBatches, readBatchJobs } from "../reads/batches.ts";
import { defineRoute, noBody, none } from "../route.ts";

const BatchesQuery = Type.Object(
  {
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Batches a page." }),
    cursor: Type.Optional(Type.String({ maxLength: 512, description: "`nextCursor` of the page before." })),
  },
  { additionalProperties: false },
);

/** The account's batches, newest first. */
export const listBatches = defineRoute({
  id: "listBatches",
  method: "GET",
  path: "/render/batches",
  summary: "List batches, newest first",
  description:
    "Pages stay the same while batches are added. Their items are not in the list; fetch the batch for them.",
  tag: "Batches",
  auth: keyWith("read", "render"),
  errorShape: "submit",
  params: none,
  query: BatchesQuery,
  body: noBody,
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
    const batches = page.map((record) => presentBatch(record, jobs.get(record._id) ?? []));
    return { status: 200, json: { success: true, batches, nextCursor } };
  },
});
