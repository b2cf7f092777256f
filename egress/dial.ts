import { connect, type Socket } from "node:net";
import { ConnectFailed } from "./errors.ts";
import type { ResolvedAddress } from "./policy.ts";

/** Options of a connection. */
export type DialOptions = {
  timeoutMs: number;
  /** Cancels the connection attempt; the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Keeps our side open when the host ends its side. For tunnels; a pooled connection must close with its host. */
  halfOpen?: boolean;
};

/** Milliseconds a connection may take in total. Chosen by eye: a slower host would not render in time either. */
export const defaultConnectTimeoutMs = 10_000;

// RFC 8305's "Connection Attempt Delay". A dead first address costs this delay instead of the whole timeout.
const attemptDelayMs = 250;

/**
 * A TCP connection (without Nagle's delay) to the first address that answers. The next address is tried as soon as one
 * fails or is slow. Resolves no names.
 * @throws ConnectFailed
 */
export function dial(addresses: readonly ResolvedAddress[], options: DialOptions): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const attempts = new Set<Socket>();
  const { signal } = options;
  let next = 0;
  let stagger: NodeJS.Timeout | undefined;

  function stop(settle: () => void): void {
    clearTimeout(stagger);
    clearTimeout(deadline);
    signal?.removeEventListener("abort", onAbort);
    for (const socket of attempts) socket.destroy();
    settle();
  }

  function tryNext(cause?: unknown): void {
    clearTimeout(stagger);
    const address = addresses[next++];
    if (address === undefined) {
      if (attempts.size === 0) stop(() => reject(new ConnectFailed({ cause })));
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
      stop(() => resolve(socket));
    });
    if (next < addresses.length) stagger = setTimeout(tryNext, attemptDelayMs);
  }

  function onAbort(): void {
    stop(() => reject(signal?.reason));
  }

  const deadline = setTimeout(
    () => stop(() => reject(new ConnectFailed({ cause: new Error("timed out") }))),
    options.timeoutMs,
  );
  if (signal?.aborted === true) onAbort();
  else {
    signal?.addEventListener("abort", onAbort, { once: true });
    tryNext();
  }
  return promise;
}
