import { createServer, type IncomingHttpHeaders, request, type RequestListener, type RequestOptions } from "node:http";
import { connect, createServer as createTcpServer, type Server as TcpServer, type Socket } from "node:net";
import { type JobProxy, openJobProxy, type ProxyBudget } from "#egress/jobProxy.ts";
import { createEgressPolicy, type EgressPolicy, type EgressPolicyOptions } from "#egress/policy.ts";

/** Cleanups after each test, in reverse order. */
const open: (() => Promise<void> | void)[] = [];

/** Registers a cleanup for the end of the test. */
export function stopAfterTest(stop: () => Promise<void> | void): void {
  open.push(stop);
}

/** Runs the cleanups; for `afterEach`. */
export async function stopAll(): Promise<void> {
  while (open.length > 0) await open.pop()?.();
}

/** A server on loopback, and its connections and requests so far. */
export type Site = { port: number; connections: () => number; requests: string[] };

/** Serves plain HTTP on a free (or the given) port of a loopback address. */
export async function serveSite(
  listener: RequestListener = (_, response) => response.end("hello"),
  { port = 0, address = "127.0.0.1" } = {},
): Promise<Site> {
  const requests: string[] = [];
  const server = createServer((req, res) => {
    requests.push(`${req.method} ${req.url}`);
    listener(req, res);
  });
  return { ...(await listenTcp(server, { port, address })), requests };
}

/** Serves plain TCP. */
export async function serveTcp(onSocket: (socket: Socket) => void): Promise<Site> {
  const server = createTcpServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => socket.destroy());
    onSocket(socket);
  });
  return { ...(await listenTcp(server, { port: 0, address: "127.0.0.1" })), requests: [] };
}

/** A loopback port without a listener. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bound = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return bound !== null && typeof bound === "object" ? bound.port : 0;
}

/** Starts a server that counts its connections and stops after the test. */
export async function listenTcp(
  server: TcpServer,
  { port, address }: { port: number; address: string },
): Promise<Omit<Site, "requests">> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, address, resolve);
  });
  stopAfterTest(async () => {
    const gone = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await gone;
  });
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("no port");
  return { port: bound.port, connections: () => connections };
}

/** A policy that resolves all `.example` names to 127.0.0.1 and allows the given ports there. */
export function openPolicy(ports: number[], options: Partial<EgressPolicyOptions> = {}): EgressPolicy {
  const allow = ports.map((port) => `127.0.0.1:${port}`).join(",");
  return createEgressPolicy({ allow, lookup: async () => ["127.0.0.1"], ...options });
}

export const ampleBudget: ProxyBudget = { bytes: 1e9, requests: 1e4, tunnels: 100, seconds: 60 };

/** Opens a proxy that closes after the test. */
export async function openProxy(policy: EgressPolicy, budget: Partial<ProxyBudget> = {}): Promise<JobProxy> {
  const proxy = await openJobProxy({ policy, budget: { ...ampleBudget, ...budget } });
  stopAfterTest(() => proxy.close());
  return proxy;
}

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

/** Sends a request in absolute form, as browsers do to a proxy. Rejects if the response is cut. */
export function ask(
  proxy: Pick<JobProxy, "url">,
  url: string,
  options: RequestOptions & { body?: string } = {},
): Promise<Answer> {
  const { port } = new URL(proxy.url);
  return new Promise((resolve, reject) => {
    const { body, ...rest } = options;
    const outgoing = request({ host: "127.0.0.1", port, path: url, agent: false, ...rest }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** A raw connection to the proxy, closed after the test. It may be half-open, like a browser's. */
export async function connectRaw(proxy: JobProxy): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(proxy.url).port), allowHalfOpen: true });
  socket.on("error", () => socket.destroy());
  stopAfterTest(() => void socket.destroy());
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  return socket;
}

/** Sends a text and returns the head of the reply, up to the empty line. The rest stays unread. */
export async function exchangeHead(socket: Socket, text: string): Promise<string> {
  socket.write(text, "latin1");
  let head = "";
  while (!head.endsWith("\r\n\r\n") && !socket.readableEnded && !socket.destroyed) {
    const byte: Buffer | null = socket.read(1);
    if (byte === null)
      await new Promise<void>((resolve) =>
        socket
          .once("readable", resolve)
          .once("end", resolve)
          .once("close", () => resolve()),
      );
    else head += byte.toString("latin1");
  }
  return head;
}

/** Opens a tunnel. Returns the head of the reply and the socket, which is the tunnel after a 200. */
export async function openTunnel(
  proxy: JobProxy,
  authority: string,
  more = "",
): Promise<{ head: string; socket: Socket }> {
  const socket = await connectRaw(proxy);
  const head = await exchangeHead(socket, `CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n${more}`);
  return { head, socket };
}

/** Reads a socket to its end. */
export async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Resolves when the other side ends or cuts the connection. */
export function cut(socket: Socket): Promise<void> {
  socket.resume();
  if (socket.closed || socket.readableEnded) return Promise.resolve();
  return new Promise((resolve) => socket.once("end", resolve).once("close", () => resolve()));
}

/** The reason of a rejected promise; throws if the promise resolves. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("expected a rejection");
}
