import { lookup } from "node:dns";
import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { connect, createServer, type Socket } from "node:net";
import { Server as HttpProxy, RequestError } from "proxy-chain";
import { closeServer, listen } from "#egress/listen.ts";
import { testCertificate } from "../egress/certificate.ts";

/** A proxy on loopback. `asked` has each `host:port` that it was asked for. Its hosts are all on 127.0.0.1. */
export type TestProxy = { port: number; asked: string[]; stop(): Promise<void> };

export type TestProxyOptions = {
  login?: { user: string; password: string } | undefined;
  onHost?: ((host: string) => "deny" | void) | undefined;
  /** The port of this machine that every request leads to, whatever it asks for. Of SOCKS5. */
  leadsTo?: number | undefined;
};

/** An HTTP proxy, with TLS for `https`. Names that it gets lead to 127.0.0.1. */
export async function startHttpProxy(
  scheme: "http" | "https",
  { login, onHost }: TestProxyOptions = {},
): Promise<TestProxy> {
  const asked: string[] = [];
  const server = new HttpProxy({
    port: 0,
    host: "127.0.0.1",
    ...(scheme === "https"
      ? { serverType: "https" as const, httpsOptions: testCertificate }
      : { serverType: "http" as const }),
    prepareRequestFunction: ({ hostname, port, username, password }) => {
      if (login !== undefined && (username !== login.user || password !== login.password)) {
        return { requestAuthentication: true };
      }
      asked.push(`${hostname}:${port}`);
      if (onHost?.(hostname) === "deny") throw new RequestError("not here", 403);
      return { dnsLookup: toLoopback };
    },
  });
  await server.listen();
  return { port: server.port, asked, stop: () => server.close(true) };
}

/** A proxy that grants every request and leads it to a port of this machine. */
export async function startLyingProxy(scheme: "http" | "https" | "socks5", leadsTo: number): Promise<TestProxy> {
  if (scheme === "socks5") return startSocksProxy({ leadsTo });
  const asked: string[] = [];
  const server = scheme === "https" ? createHttpsServer(testCertificate) : createHttpServer();
  server.on("connect", (request: IncomingMessage, client: Socket) => {
    asked.push(request.url ?? "");
    const other = connect({ port: leadsTo, host: "127.0.0.1" });
    for (const socket of [client, other]) socket.on("error", () => socket.destroy());
    other.once("connect", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      client.pipe(other).pipe(client);
    });
  });
  const port = await listen(server, "127.0.0.1");
  return {
    port,
    asked,
    stop: () => closeServer(server),
  };
}

/** Resolves every name to 127.0.0.1. */
const toLoopback = new Proxy(lookup, {
  apply: (target, self, [, ...rest]: unknown[]) => Reflect.apply(target, self, ["127.0.0.1", ...rest]),
});

/** A SOCKS5 proxy (RFC 1928, with RFC 1929 for a log-in). Names that it gets lead to 127.0.0.1. */
export async function startSocksProxy({ login, onHost, leadsTo }: TestProxyOptions = {}): Promise<TestProxy> {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (client) => {
    sockets.add(client);
    client.once("close", () => sockets.delete(client));
    client.on("error", () => client.destroy());
    serveSocks(client, { login, onHost, leadsTo, asked }).catch(() => client.destroy());
  });
  const port = await listen(server, "127.0.0.1");
  return {
    port,
    asked,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Replies of RFC 1928, section 6. */
const replies = { granted: 0, notAllowed: 2, refused: 5 };

async function serveSocks(client: Socket, { login, onHost, leadsTo, asked }: TestProxyOptions & { asked: string[] }) {
  const [, methods = 0] = await read(client, 2);
  await read(client, methods);
  client.write(Buffer.from([5, login === undefined ? 0 : 2]));
  if (login !== undefined) {
    const [, userLength = 0] = await read(client, 2);
    const user = (await read(client, userLength)).toString();
    const [passwordLength = 0] = await read(client, 1);
    const password = (await read(client, passwordLength)).toString();
    const isRight = user === login.user && password === login.password;
    client.write(Buffer.from([1, isRight ? 0 : 1]));
    if (!isRight) return void client.end();
  }
  const [, , , type] = await read(client, 4);
  const host = await readHost(client, type);
  const port = (await read(client, 2)).readUInt16BE();
  asked.push(`${host}:${port}`);
  const reply = (code: number) => Buffer.from([5, code, 0, 1, 127, 0, 0, 1, 0, 0]);
  if (onHost?.(host) === "deny") return void client.end(reply(replies.notAllowed));
  const upstream = connect({ port: leadsTo ?? port, host: type === 3 ? "127.0.0.1" : host, allowHalfOpen: true });
  upstream.on("error", () => client.end(reply(replies.refused)));
  client.once("close", () => upstream.destroy());
  upstream.once("connect", () => {
    client.write(reply(replies.granted));
    client.pipe(upstream).pipe(client);
  });
}

async function readHost(client: Socket, type: number | undefined): Promise<string> {
  if (type === 1) return (await read(client, 4)).join(".");
  if (type === 3) {
    const [length = 0] = await read(client, 1);
    return (await read(client, length)).toString();
  }
  const bytes = await read(client, 16);
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(":");
}

async function read(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const chunk: Buffer | null = bytes === 0 ? Buffer.alloc(0) : socket.read(bytes);
    if (chunk !== null) return chunk;
    if (socket.readableEnded || socket.destroyed) throw new Error("ended");
    await once(socket, "readable");
  }
}
