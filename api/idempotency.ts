import { createHmac } from "node:crypto";
import type { IdempotencyRecord } from "#schemas/idempotency.ts";
import { isDuplicateKey } from "#data/duplicateKey.ts";
import { ApiError } from "./apiError.ts";
import type { ApiPorts } from "./ports.ts";
import type { Reply } from "./route.ts";

/** Replies are kept this long, milliseconds. */
const keptMs = 24 * 60 * 60 * 1000;

/** One call: the key its client gave, and what the key is good for. */
export type KeyedCall = { key: string; accountId: string; operation: string; asked: unknown };

/**
 * Does the work of a call once for its key: the first reply is kept and given again. Refusals are not kept. A first call that broke
 * off, so that nobody knows whether it did its work, is never repeated. Rejects with `idempotency_key_reused` and `idempotency_in_progress`.
 */
export async function onceForKey(ports: ApiPorts, call: KeyedCall, work: () => Promise<Reply>): Promise<Reply> {
  const { key, accountId, operation } = call;
  if (key.length === 0 || key.length > 255) {
    throw new ApiError("validation_failed", {
      fields: [{ field: "Idempotency-Key", message: "must have 1 to 255 characters" }],
    });
  }
  const _id = digest(ports, [accountId, operation, key]);
  const record: IdempotencyRecord = {
    _id,
    asked: digest(ports, [call.asked]),
    reply: null,
    expiresAt: new Date(ports.now().getTime() + keptMs),
  };
  const earlier = await enter(ports, record);
  if (earlier !== null) return again(earlier, record);
  return first(ports, _id, work);
}

function digest({ signingKey }: ApiPorts, parts: readonly unknown[]): string {
  return createHmac("sha256", signingKey)
    .update(JSON.stringify(["idempotency", ...parts]))
    .digest("base64url");
}

/** Notes the call as the key's first; else the one that was. */
async function enter({ database, now }: ApiPorts, record: IdempotencyRecord): Promise<IdempotencyRecord | null> {
  const { _id } = record;
  await database.idempotency.deleteOne({ _id, expiresAt: { $lte: now() } });
  try {
    await database.idempotency.insertOne(record);
    return null;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const earlier = await database.idempotency.findOne({ _id });
  // The first call was refused in this very moment.
  if (earlier === null) throw new ApiError("idempotency_in_progress", { retryAfter: 1 });
  return earlier;
}

function again(earlier: IdempotencyRecord, { asked }: IdempotencyRecord): Reply {
  if (earlier.asked !== asked) throw new ApiError("idempotency_key_reused");
  if (earlier.reply === null) throw new ApiError("idempotency_in_progress", { retryAfter: 1 });
  const { status, headers, json } = earlier.reply;
  return { status, headers: { ...headers, "Idempotent-Replayed": "true" }, json: JSON.parse(json) };
}

async function first({ database }: ApiPorts, _id: string, work: () => Promise<Reply>): Promise<Reply> {
  let reply: Reply;
  try {
    reply = await work();
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) await database.idempotency.deleteOne({ _id });
    throw error;
  }
  if (!("json" in reply)) throw new Error("Only replies of JSON can be kept.");
  const { status, headers = {}, json } = reply;
  await database.idempotency.updateOne(
    { _id },
    { $set: { reply: { status, headers: { ...headers }, json: JSON.stringify(json) } } },
  );
  return reply;
}
