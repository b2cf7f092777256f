import { BatchReply } from "#schemas/batch.ts";
import { ApiError } from "../apiError.ts";
import { keyWith } from "../auth.ts";
import { stopBatch } from "../cancelBatch.ts";
import { presentBatch } from "../present/batch.ts";
import { readBatch, readBatchJobs } from "../reads/batches.ts";
import { defineRoute, noBody, none } from "../route.ts";
import { BatchId } from "./batchId.ts";

/** Cancels what is left of a batch and refunds it. */
export const cancelBatch = defineRoute({
  id: "cancelBatch",
  method: "DELETE",
  path: "/render/batches/:id",
  summary: "Cancel a batch",
  description:
    "Stops the pages under way, leaves out those not begun and refunds both; pages that have ended stay as they are. The reply is held until the batch has stopped, 5 seconds at most; should that be too short, the batch in the reply is not `cancelled` yet and will be.",
  tag: "Batches",
  auth: keyWith("render"),
  errorShape: "submit",
  params: BatchId,
  query: none,
  body: noBody,
  responses: { 200: { description: "The batch as it is now.", json: BatchReply } },
  errors: ["not_found", "already_terminal"],
  async handle({ params, caller, exchange }, ports) {
    const found = await readBatch(ports.database, caller.accountId, params.id);
    const record = found.status === "open" ? await stopBatch(ports, found, exchange.untilGone()) : found;
    // It may have ended by itself before it could be stopped.
    if (found.status !== "open" || record.status === "completed") {
      throw new ApiError("already_terminal", { message: "The batch has already ended and can't be cancelled." });
    }
    const jobs = (await readBatchJobs(ports.database, [record._id])).get(record._id) ?? [];
    return { status: 200, json: { success: true, batch: presentBatch(record, jobs) } };
  },
});
