import { createSocket } from "node:dgram";
import { connect } from "node:net";
import { Script } from "node:vm";
import { expect } from "chai";
import { createEgressPolicy } from "#egress/policy.ts";
import { canaryOrigins, hostilePage, openCanaries, openSelfTest } from "#egress/selfTest.ts";
import { ask, openProxy, stopAfterTest, stopAll } from "./support.ts";

describe("the self-test", () => {
  afterEach(stopAll);

  it("counts what touches a canary: requests, bare connections, datagrams", async () => {
    const canaries = await openCanaries();
    stopAfterTest(() => canaries.close());
    const { http4, http6, udp } = canaries.targets;
    expect(canaries.hits()).to.deep.equal({ tcp: 0, udp: 0, requests: [] });
    await fetch(`http://127.0.0.1:${http4}/img`);
    if (http6 !== null) await fetch(`http://[::1]:${http6}/img`);
    await new Promise<void>((resolve) =>
      connect(http4, "127.0.0.1")
        .once("connect", resolve)
        .once("close", () => {}),
    );
    const socket = createSocket("udp4");
    await new Promise<void>((resolve) => socket.send("x", udp, "127.0.0.1", () => resolve()));
    socket.close();
    while (canaries.hits().udp === 0) await new Promise<void>((resolve) => setImmediate(resolve));
    const families = http6 === null ? 1 : 2;
    expect(canaries.hits()).to.deep.equal({ tcp: families + 1, udp: 1, requests: Array(families).fill("GET /img") });
  });

  it("serves a page and a worker with valid scripts on its own port only, and nothing passes the proxy", async () => {
    const selfTest = await openSelfTest();
    stopAfterTest(() => selfTest.close());
    const proxy = await openProxy(createEgressPolicy({ allow: selfTest.allow }));
    const page = await ask(proxy, selfTest.url);
    const worker = await ask(proxy, new URL("/hostile-worker.js", selfTest.url).href);
    const scripts = [...page.body.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = ""]) => code);
    expect(scripts).to.have.length(1);
    for (const code of [...scripts, worker.body]) expect(new Script(code)).to.be.instanceOf(Script);
    const urls = [...page.body.matchAll(/(?:src|href|data|action|poster)="(http:[^"]+)"/g)].map(([, url = ""]) => url);
    expect(urls.length).to.be.above(100);
    for (const url of urls) expect((await ask(proxy, url)).headers["x-watchframe-egress"], url).to.equal("refused");
    expect([selfTest.served(), selfTest.hits()]).to.deep.equal([1, { tcp: 0, udp: 0, requests: [] }]);
  });

  it("tries every way that leads out of a page", () => {
    const page = hostilePage({ http4: 1, http6: 2, udp: 3 });
    const ways =
      "img iframe srcdoc object embed video audio form ping preconnect preload prefetch prerender stylesheet font module";
    const calls =
      "fetch( fetchLater( XMLHttpRequest sendBeacon EventSource WebSocket WebTransport window.open Worker( SharedWorker serviceWorker RTCPeerConnection stun: turn:";
    for (const way of [...ways.split(" "), ...calls.split(" ")]) expect(page).to.contain(way);
    expect(canaryOrigins({ http4: 1, http6: 2, udp: 3 })).to.include.members(["127.0.0.1:1", "localhost:1", "[::1]:2"]);
    expect(canaryOrigins({ http4: 1, http6: null, udp: 3 }).join()).not.to.contain(":2");
  });
});
