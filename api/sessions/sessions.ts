import { isLive, listKeys } from "#data/accounts.ts";
import { endSession, endsOf, findSessionById, listSessions } from "#data/sessions.ts";
import type { KeyRecord } from "#schemas/account.ts";
import type { CurrentSession, Session, SessionRecord } from "#schemas/session.ts";
import { refuseMoreScopes } from "../http/auth.ts";
import { countCall } from "../http/countCall.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller, SessionCaller } from "../http/exchange.ts";
import { pageOf, readBefore } from "../http/params.ts";
import type { ApiPorts } from "../ports.ts";

/** Log-ins per minute and address. */
const maxLoginsPerMinute = 10;

/** Counts a log-in, whether it succeeds or not. @throws ApiError `rate_limited`. */
export async function admitLogin(ports: ApiPorts, address: string): Promise<void> {
  const message = "There were too many log-ins from this address. Wait a minute, then try again.";
  await countCall(ports, { rateKey: `login:${address}`, perMinute: maxLoginsPerMinute, message });
}

/** The key of a hash if it can still be used, else null. */
export async function readLiveKey({ database, now }: ApiPorts, keyHash: string | null): Promise<KeyRecord | null> {
  const key = keyHash === null ? null : await database.keys.findOne({ _id: keyHash });
  return key !== null && isLive(key, now()) ? key : null;
}

/** A session as clients see it. `current` is the id of the caller's own session. */
export function presentSession(
  record: SessionRecord,
  { key, current }: { key: Pick<KeyRecord, "keyId">; current: string | null },
): Session {
  const { idleEnd, latestEnd } = endsOf(record);
  return {
    id: record.sessionId,
    current: record.sessionId === current,
    userAgent: record.userAgent,
    keyId: key.keyId,
    createdAt: record.createdAt.toISOString(),
    lastSeenAt: record.lastSeenAt.toISOString(),
    idleExpiresAt: idleEnd.toISOString(),
    expiresAt: latestEnd.toISOString(),
  };
}

type ListOrder = { caller: Caller; limit: number; cursor: string | undefined };

/** A page of the account's live sessions, newest first. @throws ApiError `validation_failed` for an invalid cursor. */
export async function readSessions({ database, signingKey, now }: ApiPorts, { caller, limit, cursor }: ListOrder) {
  const { accountId, sessionId: current } = caller;
  const scope = ["sessions", accountId];
  const before = readBefore(signingKey, scope, cursor);
  const keys = (await listKeys(database, accountId)).filter((key) => isLive(key, now()));
  const owner = { accountId, keyHashes: keys.map(({ _id }) => _id), now: now() };
  const found = await listSessions(database, owner, { before, limit: limit + 1 });
  const records = found.map((record) => ({ _id: record.sessionId, record }));
  const { page, nextCursor } = pageOf(signingKey, scope, { records, limit });
  const sessions = page.flatMap(({ record }) => {
    const key = keys.find(({ _id }) => _id === record.keyHash);
    return key === undefined ? [] : [presentSession(record, { key, current })];
  });
  return { sessions, nextCursor };
}

/**
 * Ends a session of the caller's account.
 * @throws ApiError `not_found`, or `scope_missing` if the session can do more than the caller.
 */
export async function endSessionOf({ database }: ApiPorts, caller: Caller, sessionId: string): Promise<void> {
  const session = await findSessionById(database, caller.accountId, sessionId);
  if (session === null) throw new ApiError("not_found");
  const key = await database.keys.findOne({ _id: session.keyHash });
  refuseMoreScopes(caller, key?.scopes ?? []);
  if (!(await endSession(database, caller.accountId, sessionId))) throw new ApiError("not_found");
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
  const { _id: id, email, plan, timeZone, addresses, paused } = account;
  return {
    success: true,
    session: presentSession(record, { key, current: caller.sessionId }),
    account: { id, email, plan, timeZone, addresses, paused: paused !== undefined },
    key: { id: key.keyId, name: key.name, scopes: key.scopes },
    temporalUiUrl,
  };
}
