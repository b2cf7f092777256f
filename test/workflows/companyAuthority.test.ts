import { mkdtemp, writeFile } from "node:fs/promises";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect } from "chai";
import { readAuthorities, trustAuthorities } from "#egress/authorities.ts";
import { closeServer, listen } from "#egress/listen.ts";
import { openBrowser } from "#worker/browser.ts";
import type { MonitorRun } from "#schemas/monitor/run.ts";
import { companyCertificates } from "../egress/certificate.ts";
import { monitorsOf } from "../support/monitors.ts";
import { type Caller, newCaller, type Pipeline, startPipeline } from "../support/pipeline.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";

type Started = { url: string; asked: string[]; pipeline: Pipeline; caller: Caller; stop(): Promise<void> };

/** A service with or without the setting, and a site whose certificate a company's authority signed. */
async function start(hasAuthority: boolean): Promise<Started> {
  const trusted = getCACertificates("default");
  const file = path.join(await mkdtemp(path.join(tmpdir(), "watchframe-test-")), "company.pem");
  await writeFile(file, companyCertificates.authority);
  const { cert, key } = companyCertificates;
  const asked: string[] = [];
  const site = createServer({ cert, key }, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.setHeader("content-type", "text/html").end("<title>Intranet</title><img src=/a.png>");
  });
  const port = await listen(site, "127.0.0.1");
  const pipeline = await startPipeline({
    allow: [`127.0.0.1:${port}`],
    more: hasAuthority ? { WATCHFRAME_EXTRA_CA: file } : {},
    // A browser of its own, as the shared one has no authorities.
    openBrowser: (settings) => (pages, onRefused) => openBrowser(settings, { pages, onRefused }),
  });
  // As the programs do at their start.
  trustAuthorities(readAuthorities(pipeline.env.WATCHFRAME_EXTRA_CA));
  const caller = await newCaller(pipeline.apiUrl, pipeline.database);
  const stop = async () => {
    await pipeline.stop();
    await closeServer(site);
    setDefaultCACertificates(trusted);
  };
  return { url: `https://127.0.0.1:${port}`, asked, pipeline, caller, stop };
}

async function firstRunByHttp({ url, pipeline, caller }: Started): Promise<MonitorRun> {
  const monitors = monitorsOf(pipeline, caller, `${url}/fetched`);
  const { id } = await monitors.create({ capture: { fetch: "http", text: true, changeOn: "text" } });
  const [run] = await until(async () => {
    const runs = await monitors.runsOf(id);
    return runs.length > 0 && runs;
  });
  return monitors.ended(id, run?.id ?? "");
}

describe("a service with WATCHFRAME_EXTRA_CA", function () {
  this.timeout(90_000);
  const parts = useResource(() => start(true));

  it("renders a site of the company with its files, and sends it webhooks", async () => {
    const { url, asked, caller } = parts;
    const job = await caller.render({ url: `${url}/`, webhookUrl: `${url}/hook` });
    expect(job.result?.page.title).to.equal("Intranet");
    await until(async () => asked.includes("POST /hook"));
    expect(asked).to.include.members(["GET /", "GET /a.png"]);
  });

  it("fetches pages of the company without a browser", async () => {
    expect((await firstRunByHttp(parts)).result?.page.title).to.equal("Intranet");
  });
});

describe("a service without WATCHFRAME_EXTRA_CA", function () {
  this.timeout(90_000);
  const parts = useResource(() => start(false));

  it("fails without a browser, too, with the same remedy", async () => {
    const { error } = await firstRunByHttp(parts);
    expect(error?.code).to.equal("tls_error");
    expect(error?.message).to.include("WATCHFRAME_EXTRA_CA");
  });

  it("fails at such a site with an error that names the setting, and sends it nothing", async () => {
    const { url, asked, pipeline, caller } = parts;
    const job = await caller.render({ url: `${url}/`, webhookUrl: `${url}/hook` });
    expect(job.error?.code).to.equal("tls_error");
    expect(job.error?.message).to.include("WATCHFRAME_EXTRA_CA");
    const delivery = await until(async () => {
      const found = await pipeline.database.deliveries.findOne({ resourceId: job.id });
      return found !== null && found.attempts.length > 0 && found;
    });
    expect(delivery.attempts[0]?.error).to.equal("ConnectFailed (net::ERR_CERT_AUTHORITY_INVALID)");
    expect(asked).to.deep.equal([]);
  });
});
