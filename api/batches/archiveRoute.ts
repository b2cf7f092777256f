import type { BatchRecord } from "#schemas/batch.ts";
import { type ArchivedPage, replyWithArchive } from "../archives/archive.ts";
import { keyWith } from "../http/auth.ts";
import { BatchId } from "../http/params.ts";
import { routesOf } from "../http/route.ts";
import type { ApiPorts } from "../ports.ts";
import { presentBatchItem } from "./present.ts";
import { readBatch, readBatchJobs } from "./store.ts";

const defineRoute = routesOf({ tag: "Batches", errorShape: "submit" });

/** All outputs of a batch. */
export const getBatchArchive = defineRoute({
  id: "getBatchArchive",
  method: "GET",
  path: "/render/batches/:id/archive",
  summary: "Download a batch as a zip",
  description:
    "Each output is a file named after its page: `example-com-docs-screenshot.jpg`. `pages.jsonl` has a line for each page: the item that `getBatch` shows, and `files` by output. While the batch runs, the zip has the pages that have ended. Outputs that were removed are missing. A download takes one of the slots for synchronous calls.",
  auth: keyWith("read", "render"),
  params: BatchId,
  responses: { 200: { description: "The zip.", bytes: ["application/zip"], headers: ["Content-Disposition"] } },
  errors: ["not_found", "too_many_at_once"],
  async handle({ params, caller, exchange }, ports) {
    const batch = await readBatch(ports.database, caller.accountId, params.id);
    const url = batch.items[0]?.url ?? "";
    return replyWithArchive(ports, { caller, exchange }, { kind: "batch", url, pages: pagesOf(ports, batch) });
  },
});

async function* pagesOf({ database, publicUrl }: ApiPorts, batch: BatchRecord): AsyncGenerator<ArchivedPage> {
  const jobs = (await readBatchJobs(database, [batch._id])).get(batch._id) ?? [];
  const indexes = new Map(batch.items.map(({ jobId, index }) => [jobId, index]));
  for (const job of jobs) {
    yield { id: job._id, url: job.url, line: presentBatchItem(publicUrl, job, indexes.get(job._id) ?? 0) };
  }
}
