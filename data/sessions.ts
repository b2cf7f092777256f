import { createHash, randomBytes } from "node:crypto";
import type { Filter } from "mongodb";
import { uuidv7 } from "uuidv7";
import { idleHours, maxSessionDays, type SessionRecord } from "#schemas/session.ts";
import { days } from "#schemas/settings/retention.ts";
import type { Database } from "./mongo.ts";

const idleMs = idleHours * 60 * 60 * 1_000;
const maxSessionMs = days(maxSessionDays);
/** Minimum milliseconds between two writes of `lastSeenAt`. */
const touchMs = 60_000;
/** Milliseconds for which the token of a log-in link works. */
const maxTokenMs = 15 * 60_000;

/** A secret of 256 bits for a cookie or a link. */
const mintSecret = (): string => randomBytes(32).toString("base64url");
const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** Times at which a session ends: without use, and at the latest. */
export function endsOf({ lastSeenAt, expiresAt }: SessionRecord): { idleEnd: Date; latestEnd: Date } {
  const idleEnd = new Date(Math.min(lastSeenAt.getTime() + idleMs, expiresAt.getTime()));
  return { idleEnd, latestEnd: expiresAt };
}

/** Starts a session of a key. Returns its record and the secret for the cookie, which is not stored. */
export async function startSession(
  { sessions }: Database,
  { keyHash, accountId, userAgent }: Pick<SessionRecord, "keyHash" | "accountId" | "userAgent">,
  now: Date,
): Promise<{ record: SessionRecord; secret: string }> {
  const secret = mintSecret();
  const record: SessionRecord = {
    _id: hashSecret(secret),
    sessionId: uuidv7(),
    keyHash,
    accountId,
    userAgent: userAgent.slice(0, 200),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + maxSessionMs),
  };
  await sessions.insertOne(record);
  return { record, secret };
}

/** The session of a cookie, live or not, or null if its record is gone. */
export function findKeptSession({ sessions }: Database, secret: string): Promise<SessionRecord | null> {
  return sessions.findOne({ _id: hashSecret(secret) });
}

/** The live session of a cookie, or null. */
export async function findSession(database: Database, secret: string, now: Date): Promise<SessionRecord | null> {
  const record = await findKeptSession(database, secret);
  return record === null || endsOf(record).idleEnd <= now ? null : record;
}

/** The live session of a cookie, or null. It notes the use. */
export async function useSession(database: Database, secret: string, now: Date): Promise<SessionRecord | null> {
  const record = await findSession(database, secret, now);
  if (record === null || now.getTime() - record.lastSeenAt.getTime() < touchMs) return record;
  await database.sessions.updateOne({ _id: record._id }, { $set: { lastSeenAt: now } });
  return { ...record, lastSeenAt: now };
}

/** The live sessions of keys, newest first, from behind the session `before`. Ids of sessions sort by time. */
export function listSessions(
  { sessions }: Database,
  { accountId, keyHashes, now }: { accountId: string; keyHashes: readonly string[]; now: Date },
  { before, limit }: { before: string | null; limit: number },
): Promise<SessionRecord[]> {
  const query: Filter<SessionRecord> = {
    accountId,
    keyHash: { $in: [...keyHashes] },
    expiresAt: { $gt: now },
    lastSeenAt: { $gt: new Date(now.getTime() - idleMs) },
    ...(before !== null && { sessionId: { $lt: before } }),
  };
  return sessions.find(query).sort({ sessionId: -1 }).limit(limit).toArray();
}

/** A session of an account, or null. */
export function findSessionById(
  { sessions }: Database,
  accountId: string,
  sessionId: string,
): Promise<SessionRecord | null> {
  return sessions.findOne({ accountId, sessionId });
}

/** Ends a session of an account. Returns false if the account has no such session. */
export async function endSession({ sessions }: Database, accountId: string, sessionId: string): Promise<boolean> {
  const { deletedCount } = await sessions.deleteOne({ accountId, sessionId });
  return deletedCount === 1;
}

/** Creates the token of a link that logs in once, within 15 minutes, with a key. */
export async function createLoginToken({ loginTokens }: Database, keyHash: string, now: Date): Promise<string> {
  const token = mintSecret();
  await loginTokens.insertOne({ _id: hashSecret(token), keyHash, expiresAt: new Date(now.getTime() + maxTokenMs) });
  return token;
}

/** Uses up a log-in token. Returns the hash of its key, or null for an unknown, used or expired token. */
export async function takeLoginToken({ loginTokens }: Database, token: string, now: Date): Promise<string | null> {
  const record = await loginTokens.findOneAndDelete({ _id: hashSecret(token) });
  return record !== null && record.expiresAt > now ? record.keyHash : null;
}

/** Removes the sessions and tokens that have ended. */
export async function removeEndedSessions({ sessions, loginTokens }: Database, now: Date): Promise<void> {
  await sessions.deleteMany({
    $or: [{ expiresAt: { $lt: now } }, { lastSeenAt: { $lt: new Date(now.getTime() - idleMs) } }],
  });
  await loginTokens.deleteMany({ expiresAt: { $lt: now } });
}
