import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect } from "chai";
import type { ProxyScheme } from "#egress/upstream.ts";
import { testCertificate } from "../egress/certificate.ts";
import { type LoggedHost, startHost } from "../support/loggedSite.ts";
import { monitorsOf } from "../support/monitors.ts";
import { type Caller, newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { until } from "../support/until.ts";
import { startHttpProxy, startSocksProxy, type TestProxy } from "../support/upstreamProxies.ts";
import { useResource } from "../support/useResource.ts";

const login = { user: "ann", password: "CANARY-p@ss" };

type Started = {
  site: LoggedHost;
  inside: LoggedHost;
  proxy: TestProxy;
  pipeline: Pipeline;
  caller: Caller;
  stop(): Promise<void>;
};

async function start(scheme: ProxyScheme): Promise<Started> {
  const trusted = getCACertificates("default");
  setDefaultCACertificates([...trusted, testCertificate.cert]);
  const [site, inside, started] = await Promise.all([
    startHost(),
    startHost("127.0.0.3"),
    scheme === "socks5" ? startSocksProxy({ login }) : startHttpProxy(scheme, { login }),
  ]);
  let stopped: Promise<void> | undefined;
  // A test stops it, too.
  const proxy = { ...started, stop: () => (stopped ??= started.stop()) };
  const pipeline = await startPipeline({
    allow: [site.allow, inside.allow],
    more: {
      WATCHFRAME_EGRESS_PROXY: `${scheme}://${login.user}:${encodeURIComponent(login.password)}@127.0.0.1:${proxy.port}`,
      WATCHFRAME_EGRESS_NO_PROXY: "127.0.0.3",
    },
  });
  const caller = await newCaller(pipeline.apiUrl, pipeline.database);
  const stop = async () => {
    await pipeline.stop();
    await Promise.all([site.close(), inside.close(), proxy.stop()]);
    setDefaultCACertificates(trusted);
  };
  return { site, inside, proxy, pipeline, caller, stop };
}

for (const scheme of ["http", "https", "socks5"] as const) {
  describe(`a service behind a proxy of the scheme ${scheme}`, function () {
    this.timeout(90_000);
    const parts = useResource(() => start(scheme));

    it("fetches pages without a browser through it", async () => {
      // The first request of all, as later ones find a connection that a webhook left open.
      const { site, proxy, pipeline, caller } = parts;
      const monitors = monitorsOf(pipeline, caller, `${site.url}/fetched`);
      const { id } = await monitors.create({ capture: { fetch: "http", text: true, changeOn: "text" } });
      await monitors.idle(id);
      const [run] = await monitors.runsOf(id);
      expect((await monitors.runOf(id, run?.id ?? "")).result?.page.title).to.equal("/fetched");
      expect(proxy.asked).to.deep.equal([site.allow]);
    });

    it("opens pages with their pictures, frames and scripts through it, and sends webhooks so", async () => {
      const { site, proxy, caller } = parts;
      site.answer = (path) => ({
        html: path === "/" ? `<img src=/a.png><iframe src=/frame></iframe><script>fetch("/data")</script>` : "",
      });
      const job = await caller.render({
        url: `${site.url}/`,
        waitUntil: "networkidle0",
        webhookUrl: `${site.url}/hook`,
      });
      expect(job.result?.page.statusCode).to.equal(200);
      await until(async () => site.visits.some(({ path }) => path === "/hook"));
      expect(site.visits.map(({ path }) => path)).to.include.members(["/", "/a.png", "/frame", "/data", "/hook"]);
      expect(new Set(proxy.asked)).to.deep.equal(new Set([site.allow]));
    });

    it("reaches hosts of WATCHFRAME_EGRESS_NO_PROXY directly", async () => {
      const { inside, proxy, caller } = parts;
      proxy.asked.length = 0;
      const job = await caller.render({ url: `${inside.url}/` });
      expect(job.result?.page.statusCode).to.equal(200);
      expect(proxy.asked).to.deep.equal([]);
    });

    it("fails without it and says so, without its password, and never goes past it", async () => {
      const { site, proxy, pipeline, caller } = parts;
      await proxy.stop();
      const job = await caller.render({ url: `${site.url}/never` });
      expect(job.error?.code).to.equal("proxy_failed");
      expect(job.error?.message).to.include("The service's proxy can't be reached.");
      expect(job.credits.net).to.equal(0);
      expect(site.visits.map(({ path }) => path)).to.not.include("/never");
      const records = await pipeline.database.jobs.find({ accountId: caller.accountId }).toArray();
      expect(JSON.stringify([job, records])).to.not.include("CANARY");
    });
  });
}
