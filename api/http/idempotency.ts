import { createHmac } from "node:crypto";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { IdempotencyRecord, NotedEntry } from "#schemas/coordination.ts";
import type { ApiPorts } from "../ports.ts";
import { ApiError } from "./errors.ts";
import type { Reply } from "./exchange.ts";

/** Replies are kept this long, milliseconds. */
const keptMs = 24 * 60 * 60 * 1000;

/** A first call that has not ended by itself is taken for dead after this, milliseconds; none takes longer than 95 s. */
const maxCallMs = 120_000;

/** One call: the key its client gave, and what the key is good for. */
export type KeyedCall = {
  key: string;
  accountId: string;
  operation: string;
  asked: unknown;
  /** The reply to a call that broke off; null where what it began is not there, or not yet. */
  resume?: ((begun: Begun) => Promise<Reply | null>) | undefined;
};

/** What a call that broke off had begun last, and `all` that it had, in order. */
export type Begun = NotedEntry & { all: readonly NotedEntry[] };

/** Does the work, with ports that note how far it gets. */
type Work = (ports: ApiPorts) => Promise<Reply>;

/**
 * Does the work of a call once for its key: the first reply is kept and given again. Refusals are not kept, nor is a call that broke
 * off before it wrote anything. One that broke off later is answered with what it made, or done again once nothing of it is left;
 * until either is certain, it is never repeated. Rejects with `idempotency_key_reused` and `idempotency_in_progress`.
 */
export async function onceForKey(ports: ApiPorts, call: KeyedCall, work: Work): Promise<Reply> {
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
    entries: [],
    brokeOff: false,
    expiresAt: new Date(ports.now().getTime() + keptMs),
  };
  const earlier = await enter(ports, record);
  if (earlier === null) return first(ports, _id, work);
  if (earlier.asked !== record.asked) throw new ApiError("idempotency_key_reused");
  if (earlier.reply !== null) return again(earlier.reply);
  const resumed = await settle(ports, earlier, call);
  if (resumed !== null) return again(resumed);
  if ((await enter(ports, record)) !== null) throw inProgress(1);
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
  if (await insertIfAbsent(database.idempotency, record)) return null;
  const earlier = await database.idempotency.findOne({ _id });
  // The first call was refused in this very moment.
  if (earlier === null) throw new ApiError("idempotency_in_progress", { retryAfter: 1 });
  return earlier;
}

type Kept = NonNullable<IdempotencyRecord["reply"]>;

function again({ status, headers, json }: Kept): Reply {
  return { status, headers: { ...headers, "Idempotent-Replayed": "true" }, json: JSON.parse(json) };
}

function inProgress(retryAfter: number): ApiError {
  return new ApiError("idempotency_in_progress", { retryAfter });
}

/** The reply of a first call that told none: what it made speaks for it. Null, and the key is free, where nothing is left of it. */
async function settle(ports: ApiPorts, earlier: IdempotencyRecord, { resume }: KeyedCall): Promise<Kept | null> {
  const { idempotency, outbox } = ports.database;
  const { _id, entries, brokeOff } = earlier;
  const begun = earlier.expiresAt.getTime() - keptMs;
  if (!brokeOff && ports.now().getTime() - begun < maxCallMs) throw inProgress(1);
  const last = entries.at(-1);
  if (last !== undefined) {
    // Looked for first: the reconciler makes good or undoes what has its entry still, and takes that away afterwards.
    const waiting = await outbox.findOne({ _id: last.id });
    const reply = (await resume?.({ ...last, all: entries })) ?? null;
    if (reply !== null) return keep(ports, _id, reply);
    if (resume === undefined || waiting !== null) throw inProgress(10);
  }
  // Only this call's record: another retry may have started over meanwhile.
  await idempotency.deleteOne({
    _id,
    reply: null,
    entries: { $size: entries.length },
    brokeOff,
    expiresAt: earlier.expiresAt,
  });
  return null;
}

async function first(ports: ApiPorts, _id: string, work: Work): Promise<Reply> {
  const { idempotency } = ports.database;
  let written = false;
  const recordOutboxEntry = async (id: string, attempt = 1): Promise<void> => {
    await idempotency.updateOne({ _id }, { $push: { entries: { id, attempt } } });
    written = true;
  };
  try {
    const reply = await work({ ...ports, recordOutboxEntry });
    await keep(ports, _id, reply);
    return reply;
  } catch (error) {
    const refused = error instanceof ApiError && error.status < 500;
    if (refused || !written) await idempotency.deleteOne({ _id });
    else await idempotency.updateOne({ _id }, { $set: { brokeOff: true } });
    throw error;
  }
}

async function keep({ database }: ApiPorts, _id: string, reply: Reply): Promise<Kept> {
  if (!("json" in reply)) throw new Error("Only replies of JSON can be kept.");
  const { status, headers = {}, json } = reply;
  const kept = { status, headers: { ...headers }, json: JSON.stringify(json) };
  await database.idempotency.updateOne({ _id }, { $set: { reply: kept } });
  return kept;
}
