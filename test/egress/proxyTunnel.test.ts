import { createHash } from "node:crypto";
import { createServer as createHttpServer } from "node:http";
import { createServer as createHttpsServer, get } from "node:https";
import { connect as connectTls } from "node:tls";
import { once } from "node:events";
import { expect } from "chai";
import { testCertificate } from "./certificate.ts";
import { insideHosts } from "./spellings.ts";
import {
  cut,
  closedPort,
  connectRaw,
  exchangeHead,
  listenTcp,
  openPolicy,
  openProxy,
  openTunnel,
  readAll,
  serveSite,
  serveTcp,
  stopAll,
} from "./support.ts";

const lookup = async (name: string) =>
  name === "none.example" ? [] : name === "inside.example" ? ["10.0.0.1"] : ["127.0.0.1"];
const local = { port: 0, address: "127.0.0.1" };

describe("the proxy's tunnels", () => {
  afterEach(stopAll);

  it("carry TLS from end to end", async () => {
    const site = await listenTcp(
      createHttpsServer(testCertificate, (request, response) => response.end(`secure ${request.url}`)),
      local,
    );
    const proxy = await openProxy(openPolicy([site.port]));
    const { head, socket } = await openTunnel(proxy, `site.example:${site.port}`);
    expect(head).to.equal("HTTP/1.1 200 Connection Established\r\n\r\n");
    const secure = connectTls({ socket, servername: "site.example", ca: testCertificate.cert });
    const body = await new Promise<string>((resolve, reject) => {
      const options = { host: "site.example", path: "/x", createConnection: () => secure };
      get(options, (response) => response.setEncoding("utf8").on("data", resolve)).on("error", reject);
    });
    expect([body, secure.authorized]).to.deep.equal(["secure /x", true]);
    expect(proxy.stats()).to.deep.include({ requests: 1, connections: 1, tunnels: 1, refusals: [] });
    expect(proxy.stats().bytesReceived).to.be.above(500);
  });

  it("carry 32 MB both ways unchanged", async () => {
    const site = await serveTcp((socket) => socket.pipe(socket));
    const proxy = await openProxy(openPolicy([site.port]));
    const { socket } = await openTunnel(proxy, `site.example:${site.port}`);
    const sent = createHash("sha256");
    const received = readAll(socket);
    for (let block = 0; block < 32; block += 1) {
      const bytes = Buffer.alloc(1 << 20, `block ${block}`);
      sent.update(bytes);
      if (!socket.write(bytes)) await once(socket, "drain");
    }
    socket.end();
    expect(
      createHash("sha256")
        .update(await received)
        .digest("hex"),
    ).to.equal(sent.digest("hex"));
  });

  it("carry a WebSocket handshake in absolute form, in origin form, and what follows it", async () => {
    const seen: string[] = [];
    const server = createHttpServer();
    server.on("upgrade", (request, socket, head: Buffer) => {
      seen.push(`${request.url}`, ...request.rawHeaders, head.toString());
      socket.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n");
      socket.pipe(socket);
    });
    const site = await listenTcp(server, local);
    const proxy = await openProxy(openPolicy([site.port]));
    const socket = await connectRaw(proxy);
    const head = await exchangeHead(
      socket,
      `GET http://site.example:${site.port}/chat?a HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: WebSocket\r\nProxy-Connection: x\r\nSec-WebSocket-Key: k\r\n\r\n`,
    );
    expect(head).to.match(/^HTTP\/1.1 101 /);
    expect(seen).to.deep.equal([
      "/chat?a",
      "Host",
      `site.example:${site.port}`,
      "Sec-WebSocket-Key",
      "k",
      "Connection",
      "Upgrade",
      "Upgrade",
      "websocket",
      "",
    ]);
    socket.write("frame");
    const [echo] = await once(socket, "data");
    expect(String(echo)).to.equal("frame");
  });
});

describe("the end of the proxy's tunnels", () => {
  afterEach(stopAll);

  it("pass on at once what came after the CONNECT, and each side's end by itself", async () => {
    const received = Promise.withResolvers<string>();
    const site = await serveTcp(
      (socket) =>
        void readAll(socket).then((all) => {
          received.resolve(all.toString());
          socket.end("late answer");
        }),
    );
    const proxy = await openProxy(openPolicy([site.port]));
    const { socket } = await openTunnel(proxy, `site.example:${site.port}`, "early ");
    socket.end("words");
    expect(await received.promise).to.equal("early words");
    expect((await readAll(socket)).toString()).to.equal("late answer");
    expect(proxy.stats()).to.deep.include({ bytesSent: 11, bytesReceived: 11 });
  });

  it("let the client go on when the host has ended", async () => {
    const received = Promise.withResolvers<string>();
    const site = await serveTcp((socket) => {
      socket.end("bye");
      void readAll(socket).then((all) => received.resolve(all.toString()));
    });
    const proxy = await openProxy(openPolicy([site.port]));
    const { socket } = await openTunnel(proxy, `site.example:${site.port}`);
    expect((await readAll(socket)).toString()).to.equal("bye");
    socket.end("still here");
    expect(await received.promise).to.equal("still here");
  });

  it("break on both sides when one breaks", async () => {
    const broken = Promise.withResolvers<void>();
    const site = await serveTcp((socket) => {
      socket.resume();
      socket.once("close", () => broken.resolve());
      socket.once("data", () => socket.resetAndDestroy());
    });
    const proxy = await openProxy(openPolicy([site.port]));
    const first = await openTunnel(proxy, `site.example:${site.port}`);
    first.socket.write("break");
    await cut(first.socket);
    await broken.promise;
    const gone = Promise.withResolvers<void>();
    const second = await serveTcp((socket) => void cut(socket).then(gone.resolve));
    const again = await openProxy(openPolicy([second.port]));
    (await openTunnel(again, `site.example:${second.port}`)).socket.resetAndDestroy();
    await gone.promise;
  });
});

describe("tunnels that the proxy refuses", () => {
  afterEach(stopAll);

  it("are not opened for the proxy itself, another job's proxy or any other local service", async () => {
    const service = await serveSite();
    const own = await serveSite();
    const policy = openPolicy([own.port]);
    const [proxy, other] = [await openProxy(policy), await openProxy(policy)];
    const ports = [proxy.url, other.url].map((url) => Number(new URL(url).port));
    for (const port of [...ports, service.port]) {
      const { head } = await openTunnel(proxy, `127.0.0.1:${port}`);
      expect(head).to.match(/^HTTP\/1.1 403 Forbidden\r\nx-watchframe-egress: refused\r\n/);
    }
    expect(service.connections()).to.equal(0);
    expect(other.stats().requests).to.equal(0);
  });

  for (const host of insideHosts.filter((text) => /^[\x21-\x7e]+$/.test(text)))
    it(`are not opened to ${host}`, async () => {
      const canary = await serveSite();
      const proxy = await openProxy(openPolicy([]));
      expect((await openTunnel(proxy, `${host}:${canary.port}`)).head).to.match(
        /^HTTP\/1.1 403 .*\r\nx-watchframe-egress: refused/,
      );
      expect(canary.connections()).to.equal(0);
    });

  for (const authority of [
    "site.example",
    "site.example:",
    "site.example:0",
    "site.example:99999",
    ":443",
    "a@site.example:443",
    "http://site.example:443",
    "site.example:443/x",
  ])
    it(`are not opened to the malformed ${authority}`, async () => {
      const proxy = await openProxy(openPolicy([]));
      expect((await openTunnel(proxy, authority)).head).to.match(/^HTTP\/1.1 40[03] /);
    });

  it("show the reason for a refusal in the status line and by verdictFor", async () => {
    const port = await closedPort();
    const proxy = await openProxy(openPolicy([port], { lookup }));
    const heads = [];
    for (const name of ["none", "inside", "closed"])
      heads.push((await openTunnel(proxy, `${name}.example:${port}`)).head.split("\r\n").slice(0, 2));
    expect(heads).to.deep.equal([
      ["HTTP/1.1 502 Bad Gateway", "x-watchframe-egress: unresolved"],
      ["HTTP/1.1 502 Bad Gateway", "x-watchframe-egress: unresolved"],
      ["HTTP/1.1 502 Bad Gateway", "x-watchframe-egress: unreachable"],
    ]);
    expect(["none", "inside", "closed"].map((name) => proxy.verdictFor(`${name}.example`))).to.deep.equal([
      "unresolved",
      "unresolved",
      "unreachable",
    ]);
    expect(["none", "inside", "closed"].map((name) => proxy.errorNameFor(`${name}.example`))).to.deep.equal([
      "ERR_NAME_NOT_RESOLVED",
      "ERR_NAME_NOT_RESOLVED",
      "ERR_CONNECTION_REFUSED",
    ]);
    expect(proxy.stats().refusals).to.deep.include({ host: "inside.example", verdict: "unresolved", count: 1 });
  });
});
