import { request as httpRequest } from "node:http";
import type { Socket } from "node:net";
import { SocksClient } from "socks";
import { raceAbort } from "#async/raceAbort.ts";
import { ConnectFailed, ProxyFailed } from "./errors.ts";
import { authorityOf, type UpstreamProxy } from "./upstream.ts";

/** A host for the proxy: an address without brackets, or a name. */
type Destination = { host: string; port: number };

type Asked = { destination: Destination; timeoutMs: number };

/**
 * Asks a proxy to connect to a destination. Returns the socket, which then reaches the destination. A failure closes it.
 * @throws ProxyFailed if the proxy refuses or does not answer; ConnectFailed if it can't reach the destination.
 */
export async function askProxy(
  proxy: UpstreamProxy,
  socket: Socket,
  { destination, timeoutMs, signal }: Asked & { signal?: AbortSignal | undefined },
): Promise<Socket> {
  const ask = proxy.scheme === "socks5" ? askSocks : askHttp;
  const timeoutError = () => new ProxyFailed(proxy.label, "did not answer in time");
  try {
    return await raceAbort(ask(proxy, socket, { destination, timeoutMs }), { ms: timeoutMs, timeoutError, signal });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Statuses with which proxies say that the host, and not the proxy, is the problem. */
const hostFailures: ReadonlyMap<number, string> = new Map([
  [502, "ECONNREFUSED"],
  [503, "ECONNREFUSED"],
  [504, "ETIMEDOUT"],
]);

/** A tunnel by RFC 9110, section 9.3.6. */
function askHttp(proxy: UpstreamProxy, socket: Socket, { destination }: Asked): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const authority = authorityOf(destination);
  const { login } = proxy;
  const request = httpRequest({
    method: "CONNECT",
    path: authority,
    headers: {
      host: authority,
      ...(login !== null && { "proxy-authorization": `Basic ${basic(login)}` }),
    },
    createConnection: () => socket,
  });
  request.once("connect", ({ statusCode = 0 }, tunnel: Socket, head: Buffer) => {
    if (statusCode >= 200 && statusCode < 300) {
      if (head.length > 0) tunnel.unshift(head);
      resolve(tunnel);
      return;
    }
    reject(refusalOf(proxy, statusCode));
  });
  request.once("error", (cause) => reject(new ProxyFailed(proxy.label, "did not answer as a proxy", { cause })));
  request.end();
  return promise;
}

function refusalOf({ label, login }: UpstreamProxy, status: number): Error {
  const code = hostFailures.get(status);
  if (code !== undefined) return unreachable(code);
  // tinyproxy answers 401 to a wrong log-in.
  if (status !== 407 && status !== 401) return new ProxyFailed(label, `answered with status ${status}`);
  return new ProxyFailed(label, login === null ? "asks for a user and a password" : "refused its user and password");
}

function basic({ user, password }: { user: string; password: string }): string {
  return Buffer.from(`${user}:${password}`).toString("base64");
}

/** Endings of the messages of `socks` for failures of the host (RFC 1928, section 6). */
const socksHostFailures: Readonly<Record<string, string>> = {
  NetworkUnreachable: "ENETUNREACH",
  HostUnreachable: "EHOSTUNREACH",
  ConnectionRefused: "ECONNREFUSED",
  TTLExpired: "ETIMEDOUT",
};

async function askSocks(proxy: UpstreamProxy, socket: Socket, { destination, timeoutMs }: Asked): Promise<Socket> {
  const { host, port, login, label } = proxy;
  try {
    const { socket: tunnel } = await SocksClient.createConnection({
      proxy: { host, port, type: 5, ...(login !== null && { userId: login.user, password: login.password }) },
      command: "connect",
      destination,
      existing_socket: socket,
      timeout: Math.max(1, timeoutMs),
    });
    return tunnel;
  } catch (error) {
    // The error of `socks` has the options, and so the password: it must not become a cause, which logs show.
    const message = error instanceof Error ? error.message : "";
    const reply = / - (\w+)$/u.exec(message)?.[1] ?? "";
    const code = socksHostFailures[reply];
    if (code !== undefined) throw unreachable(code);
    throw new ProxyFailed(label, socksProblem(message, reply, login !== null));
  }
}

function socksProblem(message: string, reply: string, hasLogin: boolean): string {
  if (reply === "NotAllowed") return "does not allow the address";
  if (/authentication failed/iu.test(message)) return "refused its user and password";
  if (/no accepted authentication/iu.test(message))
    return hasLogin ? "takes no user and password" : "asks for a user and a password";
  return reply === "" ? "did not answer as a SOCKS5 proxy" : "could not make the connection";
}

function unreachable(code: string): ConnectFailed {
  return new ConnectFailed({ cause: Object.assign(new Error("The proxy can't reach the host."), { code }) });
}
