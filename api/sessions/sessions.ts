import { isLive } from "#data/accounts.ts";
import { countRequests } from "#data/rates.ts";
import { endsOf } from "#data/sessions.ts";
import type { KeyRecord } from "#schemas/account.ts";
import type { CurrentSession, Session, SessionRecord } from "#schemas/session.ts";
import { ApiError } from "../http/errors.ts";
import type { SessionCaller } from "../http/exchange.ts";
import type { ApiPorts } from "../ports.ts";

/** Log-ins per minute and address. */
const maxLoginsPerMinute = 10;

/** Counts a log-in, whether it succeeds or not. @throws ApiError `rate_limited`. */
export async function admitLogin({ database, now }: ApiPorts, address: string): Promise<void> {
  const seconds = Math.floor(now().getTime() / 1_000);
  const minute = { rateKey: `login:${address}`, second: seconds - (seconds % 60), count: 1, first: true };
  if ((await countRequests(database, minute)) <= maxLoginsPerMinute) return;
  throw new ApiError("rate_limited", {
    retryAfter: 60 - (seconds % 60),
    message: "There were too many log-ins from this address. Wait a minute, then try again.",
  });
}

/** The key of a hash if it can still be used, else null. */
export async function readLiveKey({ database, now }: ApiPorts, keyHash: string | null): Promise<KeyRecord | null> {
  const key = keyHash === null ? null : await database.keys.findOne({ _id: keyHash });
  return key !== null && isLive(key, now()) ? key : null;
}

/** A session as clients see it. `current` is the id of the caller's own session. */
export function presentSession(
  record: SessionRecord,
  { key, current }: { key: KeyRecord; current: string | null },
): Session {
  const { idle, latest } = endsOf(record);
  return {
    id: record.sessionId,
    current: record.sessionId === current,
    userAgent: record.userAgent,
    keyId: key.keyId,
    createdAt: record.createdAt.toISOString(),
    lastSeenAt: record.lastSeenAt.toISOString(),
    idleExpiresAt: idle.toISOString(),
    expiresAt: latest.toISOString(),
  };
}

/** The caller's session with its account and key. @throws ApiError `unauthorized` if one of them was just removed. */
export async function presentCurrent(ports: ApiPorts, caller: SessionCaller): Promise<CurrentSession> {
  const { database, temporalUiUrl } = ports;
  const [record, account] = await Promise.all([
    database.sessions.findOne({ sessionId: caller.sessionId }),
    database.accounts.findOne({ _id: caller.accountId }),
  ]);
  const key = record === null ? null : await readLiveKey(ports, record.keyHash);
  if (record === null || account === null || key === null) throw new ApiError("unauthorized");
  const { _id: id, email, plan, timeZone, paused } = account;
  return {
    success: true,
    session: presentSession(record, { key, current: caller.sessionId }),
    account: { id, email, plan, timeZone, paused: paused !== undefined },
    key: { id: key.keyId, name: key.name, scopes: key.scopes },
    temporalUiUrl,
  };
}
