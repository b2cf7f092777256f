import type { MonitorOperation } from "#clients/typescript/src/index.ts";
import type { BulkResult } from "#schemas/monitor/bulk.ts";
import { ApiError, wf } from "../../api/client.ts";

/** Maximum operations of one call. */
const maxOperations = 100;

/** Retries of each call. There can be more calls than a key may send in a second. */
const maxRetries = 4;

/** Operations on monitors for one call. */
export type Batch<Operation extends MonitorOperation = MonitorOperation> = {
  /** Idempotency key. With it, a repeat of the same batch does nothing twice. */
  key: string;
  operations: readonly Operation[];
};

/** The operations in batches, in their order. */
export function toBatches<Operation extends MonitorOperation>(operations: readonly Operation[]): Batch<Operation>[] {
  const count = Math.ceil(operations.length / maxOperations);
  return Array.from({ length: count }, (_, index) => ({
    key: crypto.randomUUID(),
    operations: operations.slice(index * maxOperations, (index + 1) * maxOperations),
  }));
}

/** Sends a batch. Resolves with one result for each operation. @throws ApiError, ConnectionError */
export async function sendBatch({ key, operations }: Batch): Promise<readonly BulkResult[]> {
  const { results } = await wf.monitors.bulk(operations, { idempotencyKey: key, maxRetries });
  return results;
}

/** Why an operation failed, as the same call for one monitor would say it. Null if it was done. */
export function errorOf({ status, problem }: BulkResult): ApiError | null {
  if (problem === undefined) return null;
  const { error, type, retryable, fields = [] } = problem;
  // The console shows words alone, so it needs no code.
  return new ApiError(error, { status, code: "unknown", type, retryable, fields, retryAfterMs: null, requestId: null });
}
