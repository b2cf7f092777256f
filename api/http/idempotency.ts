import { createHmac } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { insertIfAbsent } from "#data/insertIfAbsent.ts";
import type { FurtherAttempt, IdempotencyRecord } from "#schemas/coordination.ts";
import { retentionMs } from "#schemas/settings/retention.ts";
import type { ApiPorts } from "../ports.ts";
import { ApiError } from "./errors.ts";
import type { Exchange, Reply } from "./exchange.ts";

/** Milliseconds after which a call without a reply is taken for dead. No call takes longer than 95 s. */
const maxCallMs = 120_000;

const keyHeader = "Idempotency-Key";
export const maxKeyChars = 255;

/** The Idempotency-Key of a call; undefined without one. @throws ApiError `validation_failed` if it is empty or too long. */
export function readIdempotencyKey({ header }: Pick<Exchange, "header">): string | undefined {
  const key = header(keyHeader);
  if (key === undefined || (key.length > 0 && key.length <= maxKeyChars)) return key;
  const message = `must have 1 to ${maxKeyChars} characters`;
  throw new ApiError("validation_failed", { fields: [{ field: keyHeader, message }] });
}

/** A call with an Idempotency-Key. */
export type KeyedCall = {
  key: string;
  accountId: string;
  operation: string;
  /** Path, query and body. A key belongs to one request. */
  asked: unknown;
  /** Throws if the request breaks a rule. Runs only before the first call: its result may change with time. */
  check?: () => void;
};

/** Reserved values of the resource that a call creates. They are equal in every repeat, so each step has one effect. */
export type Reservation = {
  /** The id of the new resource. */
  id: string;
  /** The creation time of the new resource: when the first call began. */
  at: Date;
  /** Whether an earlier call broke off, so that parts of the work may be done. */
  isRepeat: boolean;
  /** Returns the attempts that the first call chose, by which a repeat recognises them as made. */
  chooseAttempts(choose: () => Promise<FurtherAttempt[]>): Promise<FurtherAttempt[]>;
};

/** The reservation of a call without an Idempotency-Key. */
export function newReservation({ now }: Pick<ApiPorts, "now">): Reservation {
  return { id: uuidv7(), at: now(), isRepeat: false, chooseAttempts: (choose) => choose() };
}

/** Thrown if the work of a call that broke off was undone, so that its reservation cannot be used again. */
export class ReservationSpent extends Error {
  override readonly name = "ReservationSpent";
}

type Work = (reservation: Reservation) => Promise<Reply>;

/**
 * Does the work of a call once per key, and returns the first reply to each repeat for 24 hours. Refusals (4xx) are not kept. If a
 * call broke off, its repeat does the work again with the same reservation.
 * @throws ApiError `idempotency_key_reused` for another request, `idempotency_in_progress` while a call may be under way.
 */
export async function onceForKey(ports: ApiPorts, call: KeyedCall, work: Work): Promise<Reply> {
  const freshRecord = newRecord(ports, call);
  const earlierRecord = await findEarlier(ports, freshRecord._id);
  if (earlierRecord === null) {
    call.check?.();
    if (!(await insertIfAbsent(ports.database.idempotency, freshRecord))) throw inProgress();
    return run(ports, { record: freshRecord, isRepeat: false }, work);
  }
  if (earlierRecord.asked !== freshRecord.asked) throw new ApiError("idempotency_key_reused");
  if (earlierRecord.reply !== null) return replay(earlierRecord.reply);
  await lock(ports, earlierRecord);
  try {
    return await run(ports, { record: earlierRecord, isRepeat: true }, work);
  } catch (error) {
    if (error instanceof ReservationSpent) return onceForKey(ports, call, work);
    throw error;
  }
}

function newRecord(ports: ApiPorts, { key, accountId, operation, asked }: KeyedCall): IdempotencyRecord {
  const createdAt = ports.now();
  return {
    _id: digest(ports, [accountId, operation, key]),
    asked: digest(ports, [asked]),
    reply: null,
    resourceId: uuidv7(),
    attempts: null,
    lockedUntil: new Date(createdAt.getTime() + maxCallMs),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + retentionMs.idempotencyKey),
  };
}

function digest({ signingKey }: ApiPorts, parts: readonly unknown[]): string {
  return createHmac("sha256", signingKey)
    .update(JSON.stringify(["idempotency", ...parts]))
    .digest("base64url");
}

async function findEarlier({ database, now }: ApiPorts, _id: string): Promise<IdempotencyRecord | null> {
  const earlier = await database.idempotency.findOne({ _id });
  if (earlier === null || earlier.expiresAt > now()) return earlier;
  await database.idempotency.deleteOne({ _id, expiresAt: earlier.expiresAt });
  return null;
}

/** @throws ApiError `idempotency_in_progress` unless the call has ended and no other repeat took its place. */
async function lock({ database, now }: ApiPorts, { _id, lockedUntil }: IdempotencyRecord): Promise<void> {
  if (lockedUntil > now()) throw inProgress();
  const { matchedCount } = await database.idempotency.updateOne(
    { _id, reply: null, lockedUntil },
    { $set: { lockedUntil: new Date(now().getTime() + maxCallMs) } },
  );
  if (matchedCount === 0) throw inProgress();
}

function inProgress(): ApiError {
  return new ApiError("idempotency_in_progress", { retryAfter: 1 });
}

type Run = { record: IdempotencyRecord; isRepeat: boolean };

async function run(ports: ApiPorts, { record, isRepeat }: Run, work: Work): Promise<Reply> {
  const { idempotency } = ports.database;
  const { _id } = record;
  try {
    const reply = await work(toReservation(ports, { record, isRepeat }));
    const kept = toKept(reply);
    await idempotency.updateOne({ _id }, { $set: { reply: kept } });
    return isRepeat ? replay(kept) : reply;
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status < 500;
    if (isRefusal || error instanceof ReservationSpent) await idempotency.deleteOne({ _id });
    else await idempotency.updateOne({ _id }, { $set: { lockedUntil: ports.now() } });
    throw error;
  }
}

function toReservation({ database }: ApiPorts, { record, isRepeat }: Run): Reservation {
  const { _id, resourceId: id, createdAt: at } = record;
  return {
    id,
    at,
    isRepeat,
    async chooseAttempts(choose) {
      if (record.attempts !== null) return record.attempts;
      const attempts = await choose();
      await database.idempotency.updateOne({ _id }, { $set: { attempts } });
      return attempts;
    },
  };
}

type Kept = NonNullable<IdempotencyRecord["reply"]>;

function toKept(reply: Reply): Kept {
  if (!("json" in reply)) throw new Error("Only replies of JSON can be kept.");
  const { status, headers = {}, json } = reply;
  return { status, headers: { ...headers }, json: JSON.stringify(json) };
}

function replay({ status, headers, json }: Kept): Reply {
  return { status, headers: { ...headers, "Idempotent-Replayed": "true" }, json: JSON.parse(json) };
}
