import { createHash, timingSafeEqual } from "node:crypto";
import { isLive } from "#data/accounts.ts";
import type { Database } from "#data/mongo.ts";
import { endsOf, findKeptSession, findSession, useSession } from "#data/sessions.ts";
import type { AccountRecord, KeyRecord } from "#schemas/account.ts";
import { apiErrors } from "#schemas/errors.ts";
import { isImageQuerySigned, signingSecret } from "#vault/signatures.ts";
import { hashApiKey, isApiKey } from "#vault/apiKey.ts";
import type { ApiPorts } from "../ports.ts";
import type { Callers, SignedQuery } from "./auth.ts";
import type { Caller } from "./exchange.ts";

/** Milliseconds for which a key's record is cached. A revocation takes effect after that. */
const cacheMs = 5_000;
/** Minimum milliseconds between two writes of `lastUsedAt`. */
const touchMs = 60_000;
/** Maximum number of cached keys. The oldest is dropped, so invented keys can't fill the memory. */
const cacheSize = 10_000;

type Entry = { reading: Promise<KnownKey | null>; until: number; touchedAt: number };

/** Looks up callers by the hash of their key. A key with a wrong form or checksum costs no read. */
export function createCallers(ports: ApiPorts): Callers {
  const entries = new Map<string, Entry>();

  function entryOf(hash: string, now: number): Entry {
    const cached = entries.get(hash);
    if (cached !== undefined && cached.until > now) return cached;
    const reading = readKey(ports.database, hash);
    const entry: Entry = { reading, until: now + cacheMs, touchedAt: cached?.touchedAt ?? 0 };
    entries.delete(hash);
    entries.set(hash, entry);
    evict(entries);
    // A failed read is not cached: the next request reads again.
    reading.catch(() => entries.delete(hash));
    return entry;
  }

  function noteUse(hash: string, entry: Entry, lastUsedAt: Date | null): void {
    const now = ports.now();
    const last = Math.max(entry.touchedAt, lastUsedAt?.getTime() ?? 0);
    if (now.getTime() - last < touchMs) return;
    entry.touchedAt = now.getTime();
    ports.background.run("Noting a key's use", {}, () => touchKey(ports.database, hash, now));
  }

  async function findByHash(hash: string): Promise<Caller | null> {
    const entry = entryOf(hash, ports.now().getTime());
    const record = await entry.reading;
    if (record === null || !isLive(record.key, ports.now())) return null;
    noteUse(hash, entry, record.key.lastUsedAt);
    return { ...toCaller(record), isStillValid: () => isValid(hash) };
  }

  async function isValid(hash: string): Promise<boolean> {
    const record = await entryOf(hash, ports.now().getTime()).reading;
    return record !== null && isLive(record.key, ports.now());
  }

  return {
    async find(authorization) {
      const key = /^Bearer +([^\s]+) *$/i.exec(authorization)?.[1];
      return key === undefined || !isApiKey(key) ? null : findByHash(hashApiKey(key));
    },
    async findBySession(secret) {
      const session = await useSession(ports.database, secret, ports.now());
      const caller = session === null ? null : await findByHash(session.keyHash);
      if (session === null || caller === null) return null;
      const isStillValid = async () =>
        (await findSession(ports.database, secret, ports.now())) !== null && caller.isStillValid();
      return { ...caller, sessionId: session.sessionId, isStillValid };
    },
    findBySignature: (signed) => findBySignature(ports, signed),
    describeEnd: (secret) => describeEnd(ports, secret),
    isMailService(authorization) {
      const given = /^Basic +([^\s]+) *$/i.exec(authorization)?.[1];
      const { eventsAuth } = ports.mail;
      if (given === undefined || eventsAuth === "") return false;
      // Hashes have equal length, so the comparison's time reveals no difference.
      return timingSafeEqual(digest(Buffer.from(given, "base64")), digest(Buffer.from(eventsAuth)));
    },
  };
}

function evict(entries: Map<string, Entry>): void {
  const [oldest] = entries.keys();
  if (entries.size > cacheSize && oldest !== undefined) entries.delete(oldest);
}

function toCaller({ key, account }: KnownKey): Omit<Caller, "isStillValid"> {
  const { _id: accountId, plan, paused } = account;
  return { accountId, keyId: key.keyId, plan, scopes: key.scopes, paused: paused !== undefined, sessionId: null };
}

function digest(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** A key and the account it belongs to. */
type KnownKey = { key: KeyRecord; account: AccountRecord };

/** The key of a hash with its account. Null if either is missing. */
async function readKey(database: Database, hash: string): Promise<KnownKey | null> {
  const key = await database.keys.findOne({ _id: hash });
  if (key === null) return null;
  const account = await database.accounts.findOne({ _id: key.accountId });
  return account === null ? null : { key, account };
}

async function findBySignature({ database, signingKey }: ApiPorts, signed: SignedQuery): Promise<Caller | null> {
  const { keyId } = signed;
  if (!isImageQuerySigned(signingSecret(signingKey, keyId), signed)) return null;
  const key = await database.signingKeys.findOne({ _id: keyId });
  const account = key === null ? null : await database.accounts.findOne({ _id: key.accountId });
  if (account === null) return null;
  const { _id: accountId, plan, paused } = account;
  const isStillValid = async () => (await database.signingKeys.findOne({ _id: keyId })) !== null;
  return { accountId, keyId, plan, scopes: [], paused: paused !== undefined, sessionId: null, isStillValid };
}

async function describeEnd({ database, now }: ApiPorts, secret: string): Promise<string> {
  const session = await findKeptSession(database, secret);
  if (session === null) return apiErrors.session_ended.message;
  if (endsOf(session).idleEnd <= now()) return "The session has expired; log in again.";
  const key = await database.keys.findOne({ _id: session.keyHash });
  const name = key === null ? "" : ` “${key.name}”`;
  const end = key === null || key.revokedAt !== null ? "was revoked" : "has expired";
  return `The session's API key${name} ${end}; log in with another key.`;
}

/** Records a key's last use. */
async function touchKey(database: Database, hash: string, at: Date): Promise<void> {
  await database.keys.updateOne({ _id: hash }, { $set: { lastUsedAt: at } });
}
