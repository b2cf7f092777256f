import type { Scope } from "#schemas/common.ts";
import type { ApiErrorCode } from "#schemas/errors.ts";
import { ApiError } from "./errors.ts";
import type { Caller, Incoming } from "./exchange.ts";

/** Finds the caller of an Authorization header; null for a missing, malformed, unknown, revoked or expired key. */
export type Callers = {
  find(authorization: string): Promise<Caller | null>;
  /** Whether it is the mail service's, which knows a user and a password of ours. */
  isMailService(authorization: string): boolean;
};

/** How a route knows its caller. */
export type Auth<Identity> = {
  security: "none" | "key" | "keyOrSignature" | "mailService";
  /** Any one of which a key needs. */
  scopes: readonly Scope[];
  errors: readonly ApiErrorCode[];
  /** Rejects with `unauthorized`, `rate_limited` or `scope_missing`. */
  identify(incoming: Incoming, callers: Callers): Promise<Identity>;
};

/** A route anyone may call. */
export const open: Auth<null> = { security: "none", scopes: [], errors: [], identify: () => Promise.resolve(null) };

/** A route for keys with any one of the scopes. */
export function keyWith(...scopes: [Scope, ...Scope[]]): Auth<Caller> {
  return {
    security: "key",
    scopes,
    errors: ["unauthorized", "scope_missing"],
    async identify(incoming, callers) {
      const caller = await callers.find(incoming.authorization);
      if (caller === null) throw new ApiError("unauthorized");
      await incoming.admit(caller);
      if (scopes.some((scope) => caller.scopes.includes(scope))) return caller;
      throw new ApiError("scope_missing", {
        message: `This API key lacks the scope ${scopes.join(" or ")}, which the operation needs.`,
      });
    },
  };
}

/** A route for keys with any one of the scopes that makes new work, which an account that is paused may not. */
export function workWith(...scopes: [Scope, ...Scope[]]): Auth<Caller> {
  const key = keyWith(...scopes);
  return {
    ...key,
    errors: [...key.errors, "account_paused"],
    async identify(incoming, callers) {
      const caller = await key.identify(incoming, callers);
      refusePaused(caller);
      return caller;
    },
  };
}

/** Throws `account_paused` for the caller of such an account. */
export function refusePaused({ paused }: Caller): void {
  if (paused) throw new ApiError("account_paused");
}

/** A route for signed addresses as well: null where the query carries a signature, which the handler then checks. */
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

/** A route for the mail service alone, by HTTP basic authentication. */
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
