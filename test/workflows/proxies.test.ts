import { expect } from "chai";
import { monitorsOf } from "../support/monitors.ts";
import { allPages, endedCrawl, submitCrawl } from "../support/crawls.ts";
import { type LoggedHost, startHost } from "../support/loggedSite.ts";
import { type Caller, newCaller, usePipeline } from "../support/pipeline.ts";
import { startHttpProxy, startSocksProxy, type TestProxy } from "../support/upstreamProxies.ts";
import { useResource } from "../support/useResource.ts";
import { until } from "../support/until.ts";

const login = { user: "ann", password: "CANARY-p@ss" };

type Started = { site: LoggedHost; http: TestProxy; socks: TestProxy; close(): Promise<void> };
type Shown = {
  proxy: { id: string; lastTest: { ok: boolean; statusCode: number | null; problem: string | null } | null };
};

async function start(): Promise<Started> {
  const [site, http, socks] = await Promise.all([startHost(), startHttpProxy("http", { login }), startSocksProxy()]);
  const close = async () => void (await Promise.all([site.close(), http.stop(), socks.stop()]));
  return { site, http, socks, close };
}

describe("captures through proxies of an account", function () {
  this.timeout(120_000);
  const parts = useResource(start);
  const pipeline = usePipeline({
    allow: () => [parts.site.allow, `127.0.0.1:${parts.http.port}`, `127.0.0.1:${parts.socks.port}`, "127.0.0.1:1"],
  });
  let caller: Caller;

  beforeEach(async () => {
    caller = await newCaller(pipeline.apiUrl, pipeline.database);
    parts.site.answer = () => ({});
    for (const { asked } of [parts.http, parts.socks]) asked.length = 0;
  });

  async function create(name: string, url: string): Promise<string> {
    const reply = await caller.call("POST", "/proxies", { name, url });
    const text = await reply.text();
    expect(reply.status, text).to.equal(201);
    const { proxy }: Shown = JSON.parse(text);
    return proxy.id;
  }

  const httpUrl = () => `http://${login.user}:${encodeURIComponent(login.password)}@127.0.0.1:${parts.http.port}`;
  const socksUrl = () => `socks5://127.0.0.1:${parts.socks.port}`;

  it("go through the named one only, in renders, monitors and crawls with their files", async () => {
    const { site, http, socks } = parts;
    await create("http", httpUrl());
    await create("socks", socksUrl());
    site.answer = (path) => ({ html: path === "/" ? "<img src=/picture.png><a href=/next>next</a>" : "" });
    const job = await caller.render({ url: `${site.url}/`, proxy: "http" });
    expect(job.result?.page.statusCode).to.equal(200);
    expect(new Set(http.asked)).to.deep.equal(new Set([site.allow]));
    expect(socks.asked).to.deep.equal([]);

    http.asked.length = 0;
    const monitors = monitorsOf(pipeline, caller, `${site.url}/watched`);
    const { id } = await monitors.create({ capture: { width: 320, height: 240, proxy: "socks" } });
    await monitors.based(id);
    expect(socks.asked).to.not.deep.equal([]);
    expect(http.asked).to.deep.equal([]);

    socks.asked.length = 0;
    const visits = site.visits.length;
    const crawl = await submitCrawl(caller, { url: `${site.url}/`, proxy: "socks", maxPages: 2, useSitemap: true });
    await endedCrawl(caller, crawl);
    expect(await allPages(caller, crawl)).to.have.length(2);
    const asked = site.visits.slice(visits).map(({ path }) => path);
    expect(asked).to.include.members(["/robots.txt", "/sitemap.xml", "/", "/next"]);
    expect(http.asked).to.deep.equal([]);
    // Each file of the service has a connection of its own; the browser has at least one for each page.
    expect(socks.asked.length).to.be.at.least(4);
  });

  it("go through it in batches, comparisons with a picture, watched sitemaps and sign-ins", async () => {
    const { site, http, socks } = parts;
    await create("all", socksUrl());
    const expectAsked = (path: string) => {
      expect(site.visits.map((visit) => visit.path)).to.include(path);
      expect(new Set(socks.asked)).to.deep.equal(new Set([site.allow]));
      expect(http.asked).to.deep.equal([]);
      socks.asked.length = 0;
      site.visits.length = 0;
    };
    const call = async <Body>(path: string, body: object): Promise<Body> => {
      const reply = await caller.call("POST", path, body);
      const text = await reply.text();
      expect(reply.ok, text).to.equal(true);
      return JSON.parse(text);
    };
    site.visits.length = 0;
    await call("/render/smart-batch", { urls: [`${site.url}/of-batch`], proxy: "all" });
    await until(async () => site.visits.some(({ path }) => path === "/of-batch"));
    expectAsked("/of-batch");

    const sides = { before: { url: `${site.url}/page` }, after: { imageUrl: `${site.url}/picture.png` } };
    const diff = await call<{ id: string }>("/render/diff", { ...sides, capture: { proxy: "all" } });
    expect((await caller.ended(diff.id)).error?.code).to.equal("picture_invalid");
    expectAsked("/picture.png");

    const monitor = { intervalMinutes: 60, capture: { proxy: "all" } };
    await call("/render/monitors/from-sitemap", { sitemapUrl: `${site.url}/planned.xml`, monitor, dryRun: true });
    expectAsked("/planned.xml");
    await call("/render/monitors/from-sitemap", { sitemapUrl: `${site.url}/watched.xml`, monitor });
    await until(async () => site.visits.some(({ path }) => path === "/watched.xml"));
    expectAsked("/watched.xml");

    const steps = [{ click: { target: "h1" } }];
    const name = "behind";
    await call("/sign-ins", { name, url: `${site.url}/log-in`, steps, signedIn: { text: "/log-in" }, proxy: "all" });
    await until(async () => (await pipeline.database.signIns.findOne({ name, accountId: caller.accountId }))?.session);
    expectAsked("/log-in");
  });

  it("fail as proxy_failed without a charge, name the proxy, and never go past it", async () => {
    const { site, http } = parts;
    await create("closed", "socks5://127.0.0.1:1");
    const id = await create("wrong", `http://ann:CANARY-wrong@127.0.0.1:${http.port}`);
    const wrong = await caller.render({ url: `${site.url}/never`, proxy: "wrong" });
    expect(wrong.error?.code).to.equal("proxy_failed");
    expect(wrong.error?.message).to.include('The proxy "wrong" refused its user and password.');
    const closed = await caller.render({ url: `${site.url}/never`, proxy: "closed" });
    expect(closed.error?.code).to.equal("proxy_failed");
    expect(closed.error?.message).to.include('The proxy "closed" can\'t be reached.');
    expect((await caller.call("DELETE", `/proxies/${id}`)).status).to.equal(200);
    const refused = await caller.call("POST", "/render", { url: `${site.url}/never`, proxy: "wrong" });
    expect(refused.status).to.equal(400);
    expect(site.visits.map(({ path }) => path)).to.not.include("/never");
    for (const { credits } of [wrong, closed]) expect(credits.net).to.equal(0);
    const records = await pipeline.database.jobs.find({ accountId: caller.accountId }).toArray();
    expect(JSON.stringify(records)).to.not.include("CANARY");
  });

  it("use a changed proxy from the next run on", async () => {
    const { site, http } = parts;
    const id = await create("moved", socksUrl());
    await caller.render({ url: `${site.url}/`, proxy: "moved" });
    const reply = await caller.call("PATCH", `/proxies/${id}`, { url: httpUrl(), country: "DE" });
    expect(reply.status, await reply.clone().text()).to.equal(200);
    expect(await reply.text()).to.not.include("CANARY");
    await caller.render({ url: `${site.url}/`, proxy: "moved" });
    expect(http.asked).to.not.deep.equal([]);
  });

  it("are not served from the cache of another way", async () => {
    const { site, socks } = parts;
    await create("fresh", socksUrl());
    await caller.render({ url: `${site.url}/cached`, cache: true });
    await caller.render({ url: `${site.url}/cached`, cache: true, proxy: "fresh" });
    expect(socks.asked).to.not.deep.equal([]);
  });

  it("can be tested, and say what is wrong", async () => {
    const { site, http } = parts;
    const good = await create("good", httpUrl());
    const test = async (id: string, url: string) => {
      const reply = await caller.call("POST", `/proxies/${id}/test`, { url });
      const text = await reply.text();
      expect(reply.status, text).to.equal(200);
      expect(text).to.not.include("CANARY");
      const { proxy }: Shown = JSON.parse(text);
      return proxy.lastTest;
    };
    site.answer = () => ({ status: 418 });
    expect(await test(good, `${site.url}/tea?token=CANARY`)).to.include({ ok: true, statusCode: 418, problem: null });
    const wrong = await create("bad", `http://ann:CANARY-wrong@127.0.0.1:${http.port}`);
    expect(await test(wrong, `${site.url}/`)).to.deep.include({
      ok: false,
      statusCode: null,
      problem: 'The proxy "bad" refused its user and password.',
    });
    const record = await until(async () => pipeline.database.proxies.findOne({ _id: good }));
    expect(JSON.stringify(record)).to.not.include("CANARY");
  });
});
