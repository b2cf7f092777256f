import type { Auth } from "../http/auth.ts";
import { ApiError } from "../http/errors.ts";
import type { Caller, Exchange } from "../http/exchange.ts";

/** Names of the loopback interface. No page of the web can have such a Host or Origin. */
const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Authentication of an agent: an API key, never a browser's session. A page that reaches the service by a name of its own
 * (DNS rebinding) sends that name as Host and its own Origin, so both must be ours.
 */
export function agentKey(publicUrl: string): Auth<Caller> {
  return {
    security: "key",
    scopes: ["read", "render", "monitor"],
    errors: ["unauthorized", "cross_site_request"],
    async identify(incoming, callers) {
      refuseForeign(incoming.exchange, publicUrl);
      const caller = await callers.find(incoming.authorization);
      if (caller === null) throw new ApiError("unauthorized");
      await incoming.admit(caller);
      return caller;
    },
  };
}

/** @throws ApiError `cross_site_request` for a Host or Origin of another site. */
function refuseForeign({ header }: Exchange, publicUrl: string): void {
  const own = new URL(publicUrl);
  const host = header("Host") ?? "";
  if (!URL.canParse(`http://${host}`) || !isOwnName(new URL(`http://${host}`), own))
    throw refused("Host", host, own.host);
  const origin = header("Origin");
  if (origin !== undefined && !isOwnOrigin(origin, own)) throw refused("Origin", origin, own.origin);
}

function refused(name: string, given: string, own: string): ApiError {
  const message = `The ${name} of this request is ${given}, and must be ${own}. Use the service's public address.`;
  return new ApiError("cross_site_request", { message });
}

function isOwnName({ hostname }: URL, own: URL): boolean {
  return hostname === own.hostname || loopback.has(hostname);
}

/** Whether an Origin is ours. A page of another port of this machine is foreign. */
function isOwnOrigin(origin: string, own: URL): boolean {
  if (!URL.canParse(origin)) return false;
  const given = new URL(origin);
  return given.protocol === own.protocol && given.port === own.port && isOwnName(given, own);
}
