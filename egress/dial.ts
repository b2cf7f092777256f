import { connect, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { raceAbort } from "#async/raceAbort.ts";
import { ConnectFailed } from "./errors.ts";
import type { EgressPolicy, ResolvedAddress } from "./policy.ts";

/** Where to, in any spelling that the policy reads. */
export type Target = { host: string; port: number };

/** How a connection is made. */
export type DialOptions = {
  timeoutMs: number;
  /** Calls it off; the promise then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Keep our side open when the host ends its own: for tunnels. A pooled connection must go when its host goes. */
  halfOpen?: boolean;
};

/** Time a connect may take in all; a host that needs longer will not render in time either. */
export const defaultConnectTimeoutMs = 10_000;

// RFC 8305's "Connection Attempt Delay": a dead first address costs this much, not the whole timeout.
const attemptDelayMs = 250;

/**
 * A TCP connection (without Nagle's delay) to the first address that answers. The addresses are tried in turn,
 * the next one as soon as one fails or is slow. Rejects with ConnectFailed. Never resolves a name.
 */
export function dial(addresses: readonly ResolvedAddress[], options: DialOptions): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const attempts = new Set<Socket>();
  const { signal } = options;
  let next = 0;
  let stagger: NodeJS.Timeout | undefined;

  function settle(finish: () => void): void {
    clearTimeout(stagger);
    clearTimeout(deadline);
    signal?.removeEventListener("abort", onAbort);
    for (const socket of attempts) socket.destroy();
    finish();
  }

  function tryNext(cause?: unknown): void {
    clearTimeout(stagger);
    const address = addresses[next++];
    if (address === undefined) {
      if (attempts.size === 0) settle(() => reject(new ConnectFailed({ cause })));
      return;
    }
    const { address: host, family, port } = address;
    const socket = connect({ host, port, family, allowHalfOpen: options.halfOpen === true, noDelay: true });
    attempts.add(socket);
    socket.once("error", (error) => {
      if (attempts.delete(socket)) tryNext(error);
    });
    socket.once("connect", () => {
      attempts.delete(socket);
      socket.removeAllListeners("error");
      settle(() => resolve(socket));
    });
    if (next < addresses.length) stagger = setTimeout(tryNext, attemptDelayMs);
  }

  function onAbort(): void {
    settle(() => reject(signal?.reason));
  }

  const deadline = setTimeout(
    () => settle(() => reject(new ConnectFailed({ cause: new Error("timed out") }))),
    options.timeoutMs,
  );
  if (signal?.aborted === true) onAbort();
  else {
    signal?.addEventListener("abort", onAbort, { once: true });
    tryNext();
  }
  return promise;
}

/** Resolves a host by the policy and dials it. Rejects with EgressRefused, NameNotResolved or ConnectFailed. */
export async function dialHost(policy: EgressPolicy, { host, port }: Target, options: DialOptions): Promise<Socket> {
  const addresses = await policy.resolve(host, port);
  try {
    return await dial(addresses, options);
  } catch (error) {
    if (error instanceof ConnectFailed) policy.forget(host);
    throw error;
  }
}

/**
 * The same with a TLS session on top (HTTP/1.1 by ALPN; certificate checked against the name). Rejects with ConnectFailed
 * too when the handshake fails or outlasts the timeout.
 */
export async function dialTls(policy: EgressPolicy, target: Target, options: DialOptions): Promise<TLSSocket> {
  const deadline = performance.now() + options.timeoutMs;
  const socket = await dialHost(policy, target, options);
  const host = target.host.replace(/^\[|\]$/g, "");
  // A literal is checked against the certificate's addresses, and must not be sent as SNI (RFC 6066 section 3).
  const servername = isIP(host) === 0 ? host : "";
  const secure = connectTls({ ALPNProtocols: ["http/1.1"], socket, host, servername });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  secure.once("secureConnect", resolve);
  secure.once("error", reject);
  try {
    const ms = Math.max(0, deadline - performance.now());
    await raceAbort(promise, { ms, timeoutError: () => new Error("timed out") });
    return secure;
  } catch (error) {
    secure.destroy();
    throw new ConnectFailed({ cause: error });
  } finally {
    secure.off("error", reject);
  }
}
