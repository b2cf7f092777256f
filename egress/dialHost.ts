import { isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { raceAbort } from "#async/raceAbort.ts";
import { askProxy } from "./askProxy.ts";
import { dial, type DialOptions } from "./dial.ts";
import { ConnectFailed, EgressRefused, ProxyFailed } from "./errors.ts";
import { canonicalHost } from "./names.ts";
import type { EgressPolicy, ProxyRoute } from "./policy.ts";

/** A host in any spelling that the policy accepts, and a port. */
export type Target = { host: string; port: number };

/**
 * Resolves a host by the policy and dials it, or asks the policy's proxy to.
 * @throws EgressRefused, NameNotResolved, ConnectFailed or ProxyFailed
 */
export async function dialHost(policy: EgressPolicy, target: Target, options: DialOptions): Promise<Socket> {
  const { host, port } = target;
  const route = policy.proxyFor(host, port);
  if (route !== null) return dialThrough(route, { policy, target, options });
  const addresses = await policy.resolve(host, port);
  try {
    return await dial(addresses, options);
  } catch (error) {
    if (error instanceof ConnectFailed) policy.forget(host);
    throw error;
  }
}

/**
 * Like `dialHost`, with a TLS session (HTTP/1.1 by ALPN). The certificate is checked against the host name. The timeout
 * covers the handshake.
 * @throws EgressRefused, NameNotResolved, ConnectFailed or ProxyFailed
 */
export async function dialTls(policy: EgressPolicy, target: Target, options: DialOptions): Promise<TLSSocket> {
  const deadline = performance.now() + options.timeoutMs;
  const socket = await dialHost(policy, target, options);
  const host = target.host.replace(/^\[|\]$/g, "");
  // A literal is checked against the addresses in the certificate and must not be sent as SNI (RFC 6066, section 3).
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

/** Addresses of a host to try through a proxy. A second one helps when the proxy has no IPv6, or none but it. */
const maxProxiedAddresses = 2;

type Proxied = { policy: EgressPolicy; target: Target; options: DialOptions };

/** A connection through a proxy to the first address that it reaches. The timeout covers all of it. */
async function dialThrough(route: ProxyRoute, { policy, target, options }: Proxied): Promise<Socket> {
  const deadline = performance.now() + options.timeoutMs;
  const hosts = await destinationsOf(route, policy, target);
  let failure: unknown = new ConnectFailed();
  for (const host of hosts) {
    const left = { ...options, timeoutMs: Math.max(1, deadline - performance.now()) };
    try {
      const socket = await dialProxy(route, left);
      const timeoutMs = Math.max(1, deadline - performance.now());
      const destination = { host, port: target.port };
      return await askProxy(route.proxy, socket, { destination, timeoutMs, signal: options.signal });
    } catch (error) {
      if (!(error instanceof ConnectFailed)) throw error;
      failure = error;
    }
  }
  policy.forget(target.host);
  throw failure;
}

/**
 * The hosts that the proxy is asked for: checked addresses, IPv4 first, or the name if the proxy resolves names. Then only
 * the name is checked, as the address is the proxy's choice.
 * @throws EgressRefused or NameNotResolved
 */
async function destinationsOf({ proxy }: ProxyRoute, policy: EgressPolicy, { host, port }: Target): Promise<string[]> {
  if (proxy.resolves === "here") {
    const addresses = await policy.resolve(host, port);
    const ordered = addresses.toSorted((one, other) => one.family - other.family);
    return ordered.slice(0, maxProxiedAddresses).map(({ address }) => address);
  }
  const refusal = policy.checkTarget(host, port);
  const canonical = canonicalHost(host);
  if (refusal !== null || canonical === null) throw new EgressRefused(refusal ?? "invalid_url");
  return [canonical.host];
}

/** @throws ProxyFailed for whatever keeps the proxy from being reached, or the signal's reason. */
async function dialProxy({ proxy, policy }: ProxyRoute, options: DialOptions): Promise<Socket> {
  const { host, port, label, scheme } = proxy;
  try {
    return await (scheme === "https" ? dialTls : dialHost)(policy, { host, port }, options);
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw new ProxyFailed(label, problemOf(error), { cause: error });
  }
}

function problemOf(error: unknown): string {
  if (error instanceof EgressRefused)
    return "has a private address, which the operator can open with WATCHFRAME_EGRESS_ALLOW";
  return "can't be reached";
}
