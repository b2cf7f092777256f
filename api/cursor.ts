import { isSigned, sign } from "#vault/signature.ts";

/** What a cursor is good for: one list of one account under one set of filters. */
export type CursorScope = readonly string[];

/** An opaque, signed cursor that goes on after the given id. */
export function makeCursor(signingKey: Buffer, scope: CursorScope, afterId: string): string {
  return Buffer.from(`${afterId}.${sign(signingKey, { purpose: "cursor", parts: [...scope, afterId] })}`).toString(
    "base64url",
  );
}

/** The id a cursor goes on after; null where it is not one of ours or belongs to another list. */
export function readCursor(signingKey: Buffer, scope: CursorScope, cursor: string): string | null {
  const [afterId = "", signature = ""] = Buffer.from(cursor, "base64url").toString("utf8").split(".", 2);
  return isSigned(signingKey, { purpose: "cursor", parts: [...scope, afterId] }, signature) ? afterId : null;
}
