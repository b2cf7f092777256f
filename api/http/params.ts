import { type TProperties, Type } from "typebox";
import { Uuid } from "#schemas/common.ts";
import { isSigned, sign } from "#vault/signatures.ts";
import { ApiError } from "./errors.ts";

/** The list, account and filters that a cursor is valid for. */
export type CursorScope = readonly string[];

/** An opaque, signed cursor that continues after the given id. */
function makeCursor(signingKey: Buffer, scope: CursorScope, afterId: string): string {
  return Buffer.from(`${afterId}.${sign(signingKey, { purpose: "cursor", parts: [...scope, afterId] })}`).toString(
    "base64url",
  );
}

/** The id that a cursor continues after. Null if it is invalid or belongs to another list. */
function readCursor(signingKey: Buffer, scope: CursorScope, cursor: string): string | null {
  const decoded = Buffer.from(cursor, "base64url");
  // The decoder ignores characters that are not base64, so the cursor is encoded again and compared.
  if (decoded.toString("base64url") !== cursor) return null;
  const [afterId = "", signature = ""] = decoded.toString("utf8").split(".", 2);
  return isSigned(signingKey, { purpose: "cursor", parts: [...scope, afterId] }, signature) ? afterId : null;
}

/** The id that a list continues after; null for its start. @throws ApiError `validation_failed` for an invalid cursor. */
export function readBefore(signingKey: Buffer, scope: CursorScope, cursor: string | undefined): string | null {
  if (cursor === undefined) return null;
  const before = readCursor(signingKey, scope, cursor);
  if (before !== null) return before;
  throw new ApiError("validation_failed", {
    fields: [{ field: "cursor", message: "is not a cursor of this list with these filters" }],
  });
}

/** A page of at most `limit` records. The input has one more record if there is a next page. */
export function pageOf<Entry extends { _id: string }>(
  signingKey: Buffer,
  scope: CursorScope,
  { records, limit }: { records: Entry[]; limit: number },
): { page: Entry[]; nextCursor: string | null } {
  const page = records.slice(0, limit);
  const last = records.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : makeCursor(signingKey, scope, last._id) };
}

/** Names of the listed things, in the plural; how many a page has by default, 50 else, and at most, 100 else. */
type PageSize = { items: string; standard?: number; maximum?: number };

/** The query of a list: its filters, and a page. */
export function listQuery<const Filters extends TProperties>(
  { items, standard = 50, maximum = 100 }: PageSize,
  filters: Filters,
) {
  const sameFilters = Object.keys(filters).length === 0 ? "" : ", with the same filters";
  const page = {
    limit: Type.Integer({ minimum: 1, maximum, default: standard, description: `${items} per page.` }),
    cursor: Type.Optional(
      Type.String({ maxLength: 512, description: `\`nextCursor\` of the previous page${sameFilters}.` }),
    ),
  };
  return Type.Object({ ...filters, ...page }, { additionalProperties: false });
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

/** Path parameter of the routes that work on one sitemap. */
export const SitemapId = Type.Object({ id: Uuid }, { additionalProperties: false });

/** Path parameters of the routes that work on one run. */
export const RunPath = Type.Object({ id: Uuid, runId: Uuid }, { additionalProperties: false });

/** The address of a job's status. */
export function statusUrl(publicUrl: string, jobId: string): string {
  return new URL(`/status/${jobId}`, publicUrl).href;
}
