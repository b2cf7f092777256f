import type { Scope } from "#schemas/common.ts";
import type { ApiErrorCode } from "#schemas/errors.ts";
import { ApiError } from "./errors.ts";
import type { Caller, Incoming, SessionCaller } from "./exchange.ts";

/** A query, its signature, and the id of the signing key that should have made it. */
export type SignedQuery = { keyId: string; query: string; signature: string };

export type Callers = {
  /** The caller of an Authorization header. Null for a missing, malformed, unknown, revoked or expired key. */
  find(authorization: string): Promise<Caller | null>;
  /** The caller of a session cookie. Null if the session or its key has ended. */
  findBySession(secret: string): Promise<SessionCaller | null>;
  /** The caller of an image link. Null if its signing key is unknown or did not make the signature. */
  findBySignature(signed: SignedQuery): Promise<Caller | null>;
  /** Why the session of a cookie has ended, and the remedy. */
  describeEnd(secret: string): Promise<string>;
  /** Whether the header has the mail service's user and password. */
  isMailService(authorization: string): boolean;
};

/** Authentication of a route. */
export type Auth<Identity> = {
  security: "none" | "key" | "session" | "keyOrSignature" | "mailService";
  /** A key needs at least one of these. */
  scopes: readonly Scope[];
  errors: readonly ApiErrorCode[];
  /** @throws ApiError `unauthorized`, `session_ended`, `rate_limited` or `scope_missing`. */
  identify(incoming: Incoming, callers: Callers): Promise<Identity>;
};

/** A route without authentication. */
export const open: Auth<null> = { security: "none", scopes: [], errors: [], identify: () => Promise.resolve(null) };

/** A route for keys with any one of the scopes. */
export function keyWith(...scopes: [Scope, ...Scope[]]): Auth<Caller> {
  return {
    security: "key",
    scopes,
    errors: ["unauthorized", "session_ended", "scope_missing", "cross_site_request"],
    async identify(incoming, callers) {
      const caller = await findCaller(incoming, callers);
      await incoming.admit(caller);
      if (scopes.some((scope) => caller.scopes.includes(scope))) return caller;
      throw new ApiError("scope_missing", {
        message: `This API key lacks the scope ${scopes.join(" or ")}, which the operation needs.`,
      });
    },
  };
}

/** The caller of a request's key, or else of its session. */
async function findCaller(incoming: Incoming, callers: Callers): Promise<Caller> {
  const { authorization, sessionCookie } = incoming;
  if (authorization === "" && (sessionCookie.secret !== null || sessionCookie.isRepeated))
    return findBySession(incoming, callers);
  const caller = await callers.find(authorization);
  if (caller === null) throw new ApiError("unauthorized");
  return caller;
}

async function findBySession({ sessionCookie, exchange }: Incoming, callers: Callers): Promise<SessionCaller> {
  // A browser adds the cookie to the requests of any page, so their origin counts.
  exchange.refuseCrossSite();
  const { secret, isRepeated } = sessionCookie;
  if (isRepeated) throw new ApiError("session_ended", { message: repeatedCookie });
  if (secret === null) throw new ApiError("unauthorized", { message: "This browser is not logged in." });
  const caller = await callers.findBySession(secret);
  if (caller === null) throw new ApiError("session_ended", { message: await callers.describeEnd(secret) });
  return caller;
}

const repeatedCookie =
  "This browser sent two session cookies, so another service on this host has set one. Delete the cookies of this host, then log in again.";

/** A route about the browser's own session. */
export const browserSession: Auth<SessionCaller> = {
  security: "session",
  scopes: [],
  errors: ["unauthorized", "session_ended", "cross_site_request"],
  async identify(incoming, callers) {
    const caller = await findBySession(incoming, callers);
    await incoming.admit(caller);
    return caller;
  },
};

/** Callers without an account pass. @throws ApiError `account_paused` if the caller's account is paused. */
export function refusePaused(caller: unknown): void {
  if (typeof caller === "object" && caller !== null && "paused" in caller && caller.paused === true)
    throw new ApiError("account_paused");
}

/** @throws ApiError `scope_missing` if the scopes are more than the caller's own. */
export function refuseMoreScopes(caller: Caller, scopes: readonly Scope[]): void {
  const more = scopes.filter((scope) => !caller.scopes.includes(scope));
  if (more.length === 0) return;
  throw new ApiError("scope_missing", { message: `This API key lacks the scope ${more.join(" and ")} itself.` });
}

/** A route that also accepts signed addresses. Null if the query has a signature; the handler then checks it. */
export function signedOrKey(...scopes: [Scope, ...Scope[]]): Auth<Caller | null> {
  const key = keyWith(...scopes);
  return {
    security: "keyOrSignature",
    scopes,
    errors: key.errors,
    identify: (incoming, callers) =>
      "signature" in incoming.query ? Promise.resolve(null) : key.identify(incoming, callers),
  };
}

/** A route for links that an account signed. */
export const signedByAccount: Auth<Caller> = {
  security: "none",
  scopes: [],
  errors: ["invalid_token"],
  async identify({ params, querystring: query }, callers) {
    const { key: keyId = "", signature = "" } = params;
    const caller = await callers.findBySignature({ keyId: keyId.toLowerCase(), query, signature });
    if (caller !== null) return caller;
    const message =
      "The signature does not fit. Sign the query exactly as it is sent, with a signing key of the account.";
    throw new ApiError("invalid_token", { message });
  },
};

/** A route for the mail service, by HTTP basic authentication. */
export const mailService: Auth<null> = {
  security: "mailService",
  scopes: [],
  errors: ["unauthorized"],
  identify(incoming, callers) {
    if (callers.isMailService(incoming.authorization)) return Promise.resolve(null);
    const headers = { "WWW-Authenticate": 'Basic realm="mail events"' };
    throw new ApiError("unauthorized", { headers, message: "Missing or wrong user and password." });
  },
};
