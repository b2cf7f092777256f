import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect } from "chai";
import { until } from "#test/support/until.ts";
import { testLimits } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

const limits = { ...testLimits, connectionsPerAddress: 40, headersMs: 1_500, requestMs: 4_000 };

describe("clients that are slow or many", function () {
  this.timeout(60_000);

  const { api } = useApi({ limits });

  const open = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(api.url).port), "127.0.0.1");
    socket.on("error", () => undefined).resume();
    await once(socket, "connect");
    return socket;
  };
  /** The server's last words before it closed the connection, and the milliseconds until then. */
  const closed = async (socket: Socket): Promise<{ said: string; ms: number }> => {
    const started = performance.now();
    let said = "";
    socket.setEncoding("utf8").on("data", (text: string) => (said += text));
    await once(socket, "close");
    return { said: said.split("\r\n", 1)[0] ?? "", ms: performance.now() - started };
  };
  const alive = async () => (await fetch(`${api.url}/health/live`)).status;

  it("are disconnected if they send nothing, slow headers or an endless body; others are served", async () => {
    const { key } = await api.account();
    const head = `POST /render HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`;
    const [silent, dripping, endless] = [await open(), await open(), await open()];
    dripping.write("GET /health/live HTTP/1.1\r\n");
    const drip = setInterval(() => dripping.write("X-A: b\r\n"), 500);
    endless.write(`${head}Content-Length: 1000\r\n\r\n{`);
    const trickle = setInterval(() => endless.write(" "), 500);
    const ends = Promise.all([silent, dripping, endless].map(closed));
    expect(await alive()).to.equal(200);
    const [nothing, headers, body] = await ends;
    clearInterval(drip);
    clearInterval(trickle);
    expect(headers?.said).to.equal("HTTP/1.1 408 Request Timeout");
    expect(body?.said).to.match(/^HTTP\/1\.1 408 /);
    // Node looks once a second.
    expect(headers?.ms).to.be.within(1_400, 4_000);
    for (const { ms } of [nothing, body].filter((end) => end !== undefined)) expect(ms).to.be.below(7_000);
    expect(await alive()).to.equal(200);
  });

  it("can't hold more connections than one address is allowed", async () => {
    const sockets = await Promise.all(Array.from({ length: 60 }, open));
    await until(async () => sockets.filter((socket) => socket.closed).length >= 20);
    const left = sockets.filter((socket) => !socket.closed);
    // The connection that `alive` keeps counts too.
    expect(left).to.have.length.within(38, 40);
    for (const socket of left) socket.destroy();
    await until(async () => (await alive().catch(() => 0)) === 200);
  });
});
