import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { Page } from "puppeteer";
import type { Caller } from "../support/pipeline.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { shopPage } from "./support/changingSite.ts";
import { createMonitor, readMonitor } from "./support/hookedMonitor.ts";
import { type ConsoleTest, useConsole } from "./support/useConsole.ts";

/** In every name, title and address of the first account, and nowhere else. */
const secret = "nightjar";
const notFound = "This was not found";

/** The first account's resources, by the names of their parameters in the router. */
type Ids = Record<
  | "monitorId"
  | "runId"
  | "jobId"
  | "comparisonId"
  | "batchId"
  | "crawlId"
  | "scheduleId"
  | "deliveryId"
  | "presetName"
  | "sitemapId"
  | "signInId",
  string
>;

/** A screen, what its owner sees there, and what another account sees instead. `search` is its search, without "?". */
type Sight = { path: string; search?: (ids: Ids) => string; own: string; foreign: string };

const ofMonitor = (tab: string, own: string): Sight => ({
  path: "/monitors/$monitorId",
  search: () => `tab=${tab}`,
  own,
  foreign: notFound,
});

const sights: readonly Sight[] = [
  { path: "/", own: secret, foreign: "Take a picture of a page, or watch it" },
  { path: "/review", own: secret, foreign: "Nothing to review" },
  { path: "/monitors", own: secret, foreign: "No monitors yet" },
  {
    path: "/monitors/new",
    search: ({ jobId }) => `step=ignore&test=${jobId}`,
    own: "Nothing is ignored yet.",
    foreign: notFound,
  },
  { path: "/monitors/sitemaps", own: secret, foreign: "No sitemaps yet" },
  { path: "/monitors/sitemaps/new", own: "Watch a sitemap", foreign: "Watch a sitemap" },
  { path: "/monitors/sitemaps/$sitemapId", own: secret, foreign: notFound },
  { path: "/monitors/many", own: "Watch many pages", foreign: "Watch many pages" },
  ofMonitor("timeline", secret),
  ofMonitor("incidents", "Still open"),
  ofMonitor("baselines", "The first run"),
  ofMonitor("deliveries", "Change found"),
  ofMonitor("settings", "Delete the monitor"),
  { path: "/monitors/$monitorId/runs/$runId", own: secret, foreign: notFound },
  { path: "/renders", own: secret, foreign: "No renders here" },
  { path: "/renders/new", search: ({ jobId }) => `job=${jobId}`, own: "Open the job", foreign: notFound },
  { path: "/jobs/$jobId", own: secret, foreign: notFound },
  { path: "/presets", own: secret, foreign: "No presets yet" },
  { path: "/presets/new", own: "New preset", foreign: "New preset" },
  { path: "/presets/$presetName", own: "Save the preset", foreign: notFound },
  { path: "/comparisons", own: secret, foreign: "No comparisons yet" },
  { path: "/comparisons/new", own: "Compare two pages", foreign: "Compare two pages" },
  { path: "/comparisons/$comparisonId", own: secret, foreign: notFound },
  { path: "/batches", own: "2 pages of", foreign: "No batches yet" },
  { path: "/batches/new", search: ({ batchId }) => `from=${batchId}`, own: "Enter them again", foreign: notFound },
  { path: "/batches/$batchId", own: secret, foreign: notFound },
  { path: "/crawls", own: secret, foreign: "No crawls yet" },
  { path: "/crawls/new", search: ({ crawlId }) => `from=${crawlId}`, own: "Enter them again", foreign: notFound },
  { path: "/crawls/$crawlId", own: secret, foreign: notFound },
  { path: "/schedules", own: secret, foreign: "No schedules yet" },
  { path: "/schedules/new", own: "Schedule a render", foreign: "Schedule a render" },
  { path: "/schedules/$scheduleId", own: secret, foreign: notFound },
  { path: "/deliveries", own: "Last answer", foreign: "No deliveries yet" },
  { path: "/deliveries/$deliveryId", own: secret, foreign: notFound },
  { path: "/alerts", own: "nightjar@example.com", foreign: "No recipients yet" },
  { path: "/usage", own: "Single renders", foreign: "No credits in this month" },
  { path: "/keys", own: secret, foreign: "This browser" },
  { path: "/access", own: secret, foreign: "No secrets yet" },
  { path: "/access/sign-ins/new", own: "New sign-in", foreign: "New sign-in" },
  { path: "/access/sign-ins/$signInId", own: secret, foreign: "There is no such sign-in" },
  { path: "/sessions", own: "This browser", foreign: "This browser" },
];

describe("every screen of the console", function () {
  this.timeout(240_000);
  const service = useConsole();
  const first = useResource(() => fill(service));

  it("has a line in this test", () => {
    const router = readFileSync(new URL("../../console/router.tsx", import.meta.url), "utf8");
    const paths = [...router.matchAll(/path: "(\/[^"]*)"/g)].map(([, path]) => path);
    expect([...new Set(sights.map(({ path }) => path)), "/login"]).to.have.members(paths);
  });

  it("shows its things to their owner", async () => {
    const { page, go, complaints } = await service.openAs(first.owner);
    for (const sight of sights) {
      await go(addressOf(sight, first.ids));
      await seeText(page, sight.own);
    }
    expect(complaints).to.deep.equal([]);
  });

  it("shows none of them to another account", async () => {
    const { page, go } = await service.openAs(await service.newAccount());
    const pictures: string[] = [];
    page.on("response", (response) => {
      const type = response.headers()["content-type"] ?? "";
      const isOfConsole = new URL(response.url()).pathname.startsWith("/console/");
      if (type.startsWith("image/") && !isOfConsole) pictures.push(response.url());
    });
    const leaks: string[] = [];
    for (const sight of sights) {
      await go(addressOf(sight, first.ids));
      const text = await seeText(page, sight.foreign);
      const html = await page.content();
      if (html.toLowerCase().includes(secret)) leaks.push(`${sight.path}: ${text}`);
      if (sight.own !== sight.foreign && text.includes(sight.own.toLowerCase()))
        leaks.push(`${sight.path}: ${sight.own}`);
    }
    expect(leaks).to.deep.equal([]);
    expect(pictures).to.deep.equal([]);
  });

  it("lists no session of another account", async () => {
    await service.openAs(first.owner);
    const { page } = await service.openAs(await service.newAccount(), "/sessions");
    await seeText(page, "This browser");
    expect(await page.$$eval("main li", (rows) => rows.length)).to.equal(1);
  });
});

/** Waits until a settled screen shows a text in its main part. Returns all text that a person sees there. */
async function seeText(page: Page, text: string): Promise<string> {
  const read = () =>
    page.evaluate(() => ({
      isBusy: document.querySelector("[aria-busy=true]") !== null,
      text: document.querySelector("main")?.innerText.toLowerCase() ?? "",
    }));
  try {
    return await until(async () => {
      const shown = await read();
      return !shown.isBusy && shown.text.includes(text.toLowerCase()) && shown.text;
    });
  } catch (cause) {
    throw new Error(`${page.url()} has no “${text}”: ${(await read()).text}`, { cause });
  }
}

function addressOf({ path, search }: Sight, ids: Ids): string {
  const filled = path.replace(/\$(\w+)/g, (_, name: keyof Ids) => ids[name]);
  return search === undefined ? filled : `${filled}?${search(ids)}`;
}

/** An account with one thing of each kind. */
async function fill({ site, newAccount }: ConsoleTest): Promise<{ owner: Caller; ids: Ids }> {
  const path = `/${secret}`;
  const title = `The ${secret} page`;
  site.show(path, shopPage(title));
  site.show(`${path}/hook`, "thank you");
  const url = site.url(path);
  const owner = await newAccount();
  const post = async <Reply>(to: string, body: object): Promise<Reply> => {
    const reply = await owner.call("POST", to, body);
    if (!reply.ok) throw new Error(`POST ${to} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  };
  const idOf = async (to: string, body: object): Promise<string> => (await post<{ id: string }>(to, body)).id;
  const alerts = { webhook: { url: site.url(`${path}/hook`) } };
  const monitorId = await createMonitor(owner, { name: title, url, alerts });
  await until(async () => (await readMonitor(owner, monitorId)).baselineRunId !== null);
  site.show(path, shopPage(title, '<p style="background:#fc0;padding:30px">Sale</p>'));
  await until(async () => (await owner.call("POST", `/render/monitors/${monitorId}/run`, {})).status === 202);
  const runId = await until(async () => (await readMonitor(owner, monitorId)).incident?.runId);
  const { id: jobId } = await owner.render({ url, screenshot: true });
  const comparisonId = await idOf("/render/diff", { before: { jobId }, after: { url } });
  const { batch } = await post<{ batch: string }>("/render/smart-batch", { urls: [url, site.url(`${path}/gone`)] });
  const crawlId = await idOf("/crawl", { url, maxPages: 1 });
  const scheduleId = await idOf("/render/schedule-recurring", { url, cron: "0 9 * * *" });
  await post("/render/monitor-recipients", { email: `${secret}@example.com` });
  const presetName = `${secret}-preset`;
  await post("/presets", { name: presetName, options: { width: 640 } });
  await post("/secrets", { name: `${secret}-secret`, value: "value" });
  await post("/proxies", { name: `${secret}-proxy`, url: "http://proxy.example.com:3128" });
  const { signIn } = await post<{ signIn: { id: string } }>("/sign-ins", {
    name: `${secret}-sign-in`,
    url,
    steps: [{ wait: 0 }],
    signedIn: { text: title },
  });
  await post("/account/keys", { name: title, scopes: ["read"] });
  const { sitemap } = await post<{ sitemap: { id: string } }>("/render/monitors/from-sitemap", {
    sitemapUrl: site.url(`${path}/sitemap.xml`),
    name: title,
    monitor: { intervalMinutes: 60 },
  });
  const deliveryId = await until(async () => {
    const reply = await owner.call("GET", `/webhook-deliveries?resourceId=${monitorId}`);
    const { deliveries }: { deliveries: { id: string; channel: string }[] } = await reply.json();
    return deliveries.find(({ channel }) => channel === "webhook")?.id;
  });
  await owner.ended(comparisonId);
  return {
    owner,
    ids: {
      monitorId,
      runId,
      jobId,
      comparisonId,
      batchId: batch,
      crawlId,
      scheduleId,
      deliveryId,
      presetName,
      sitemapId: sitemap.id,
      signInId: signIn.id,
    },
  };
}
