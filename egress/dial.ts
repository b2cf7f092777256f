import { connect, type Socket } from "node:net";
import { ConnectFailed } from "./errors.ts";
import type { EgressPolicy, ResolvedAddress } from "./policy.ts";

/** How long to try, and what calls it off (the promise then rejects with the signal's reason). */
export type DialOptions = { timeoutMs: number; signal?: AbortSignal | undefined };

/** Time a connect may take in all; a host that needs longer will not render in time either. */
export const defaultConnectTimeoutMs = 10_000;

// RFC 8305's "Connection Attempt Delay": a dead first address costs this much, not the whole timeout.
const attemptDelayMs = 250;

/**
 * A TCP connection (half-open allowed, no Nagle delay) to the first address that answers. The addresses are tried in turn,
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
    const socket = connect({ host: address.address, port: address.port, family: address.family, allowHalfOpen: true, noDelay: true });
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

  const deadline = setTimeout(() => settle(() => reject(new ConnectFailed({ cause: new Error("timed out") }))), options.timeoutMs);
  if (signal?.aborted === true) onAbort();
  else {
    signal?.addEventListener("abort", onAbort, { once: true });
    tryNext();
  }
  return promise;
}

/** Resolves a host by the policy and dials it. Rejects with EgressRefused, NameNotResolved or ConnectFailed. */
export async function dialHost(policy: EgressPolicy, host: string, port: number, options: DialOptions): Promise<Socket> {
  const addresses = await policy.resolve(host, port);
  try {
    return await dial(addresses, options);
  } catch (error) {
    if (error instanceof ConnectFailed) policy.forget(host);
    throw error;
  }
}
