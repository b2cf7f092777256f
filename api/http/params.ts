import { Type } from "typebox";
import { Uuid } from "#schemas/common.ts";
import { isSigned, sign } from "#vault/signatures.ts";
import { ApiError } from "./errors.ts";

/** What a cursor is good for: one list of one account under one set of filters. */
export type CursorScope = readonly string[];

/** An opaque, signed cursor that goes on after the given id. */
function makeCursor(signingKey: Buffer, scope: CursorScope, afterId: string): string {
  return Buffer.from(`${afterId}.${sign(signingKey, { purpose: "cursor", parts: [...scope, afterId] })}`).toString(
    "base64url",
  );
}

/** The id a cursor goes on after; null where it is not one of ours or belongs to another list. */
function readCursor(signingKey: Buffer, scope: CursorScope, cursor: string): string | null {
  const decoded = Buffer.from(cursor, "base64url");
  // The decoder passes over what is no base64; a cursor is taken only as it was given.
  if (decoded.toString("base64url") !== cursor) return null;
  const [afterId = "", signature = ""] = decoded.toString("utf8").split(".", 2);
  return isSigned(signingKey, { purpose: "cursor", parts: [...scope, afterId] }, signature) ? afterId : null;
}

/** The id a list goes on after, null for its beginning. Rejects with `validation_failed` where the cursor is not one of this list. */
export function readBefore(signingKey: Buffer, scope: CursorScope, cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const before = readCursor(signingKey, scope, cursor);
  if (before !== null) return before;
  throw new ApiError("validation_failed", {
    fields: [{ field: "cursor", message: "is not a cursor of this list with these filters" }],
  });
}

/** A page of at most `limit` of the records read, of which there is one more than that where a next page follows. */
export function pageOf<Entry extends { _id: string }>(
  signingKey: Buffer,
  scope: CursorScope,
  { records, limit }: { records: Entry[]; limit: number },
): { page: Entry[]; nextCursor: string | null } {
  const page = records.slice(0, limit);
  const last = records.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : makeCursor(signingKey, scope, last._id) };
}

/** Path parameter of the routes that work on one job. */
export const JobId = Type.Object({ id: Uuid }, { additionalProperties: false });

/** Path parameter of the routes that work on one batch. */
export const BatchId = Type.Object({ id: Uuid }, { additionalProperties: false });

/** Path parameter of the routes that work on one crawl. */
export const CrawlId = Type.Object({ id: Uuid }, { additionalProperties: false });

/** Path parameter of the routes that work on one schedule. */
export const ScheduleId = Type.Object({ id: Uuid }, { additionalProperties: false });

/** Path parameter of the routes that work on one monitor. */
export const MonitorId = Type.Object({ id: Uuid }, { additionalProperties: false });

/** Path parameters of the routes that work on one run. */
export const RunPath = Type.Object({ id: Uuid, runId: Uuid }, { additionalProperties: false });

/** The address of a job's status. */
export function statusUrl(publicUrl: string, jobId: string): string {
  return new URL(`/status/${jobId}`, publicUrl).href;
}
