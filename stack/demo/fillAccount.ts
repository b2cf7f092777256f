import { Type } from "typebox";
import { BatchList, BatchWithItems } from "#schemas/batch.ts";
import { CrawlList, CrawlReply } from "#schemas/crawl.ts";
import { JobReference, StatusReply } from "#schemas/job.ts";
import { MonitorList, MonitorReply, NewMonitorReply } from "#schemas/monitor/replies.ts";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { type MonitorRun, RunReply } from "#schemas/monitor/run.ts";
import { ScheduleList, ScheduleReply } from "#schemas/schedule.ts";
import type { SampleSite } from "../site.ts";
import type { DemoClient } from "./client.ts";

/** The reply to a batch or crawl, as far as the demo reads it. */
const Started = Type.Object({ statusUrl: Type.String() });

/** The tag of the demo's monitors. */
const tag = "demo";

/**
 * Fills the account: renders, a batch, a crawl, a schedule, and monitors of which two have an open change.
 * A batch, a crawl and a schedule that are there already are kept. Monitors of an earlier demo are deleted.
 * Returns the run that found the front page's change. The site shows its second edition afterwards.
 */
export async function fillAccount(client: DemoClient, site: SampleSite): Promise<MonitorRun> {
  await removeMonitors(client);
  const [run] = await Promise.all([
    watchChange(client, site),
    renderVariants(client, site),
    ensureBatch(client, site),
    ensureCrawl(client, site),
    ensureSchedule(client, site),
  ]);
  return run;
}

/** Renders a page as a phone shows it, a page in the dark theme, and a page that does not exist. */
async function renderVariants(client: DemoClient, { url }: SampleSite): Promise<void> {
  const bodies = [
    { url: `${url}archive.html`, device: "iphone-15-pro", fullPage: true, extractMarkdown: true, extractLinks: true },
    { url: `${url}about.html`, theme: "dark", screenshot: true, extractFonts: true, extractStructure: true },
    { url: `${url}missing.html` },
  ];
  await Promise.all(
    bodies.map(async (body) => {
      const { id } = await client.post(JobReference, "/render", body);
      const read = async () => {
        const { job } = await client.get(StatusReply, `/status/${id}?wait=10`);
        return job.completedAt === null ? undefined : job;
      };
      await client.poll(read, `the end of the render of ${body.url}`);
    }),
  );
}

async function ensureBatch(client: DemoClient, { url }: SampleSite): Promise<void> {
  const { batches } = await client.get(BatchList, "/render/batches?limit=1");
  if (batches.length > 0) return;
  const urls = ["", "archive.html", "about.html", "missing.html"].map((page) => `${url}${page}`);
  const { statusUrl } = await client.post(Started, "/render/smart-batch", {
    urls,
    extractMarkdown: true,
    fullPage: true,
  });
  const read = async () => {
    const { batch } = await client.get(BatchWithItems, statusUrl);
    return batch.completedAt === null ? undefined : batch;
  };
  await client.poll(read, "the end of the batch");
}

async function ensureCrawl(client: DemoClient, { url }: SampleSite): Promise<void> {
  const { crawls } = await client.get(CrawlList, "/crawls?limit=1");
  if (crawls.length > 0) return;
  const { statusUrl } = await client.post(Started, "/crawl", { url, maxPages: 20, screenshot: true });
  const read = async () => {
    const { crawl } = await client.get(CrawlReply, statusUrl);
    return crawl.completedAt === null ? undefined : crawl;
  };
  await client.poll(read, "the end of the crawl");
}

const weekly = { cron: "0 9 * * MON", timezone: "Europe/Berlin" };

/** Keeps the schedule of an earlier demo. It is replaced if the site had another port then. */
async function ensureSchedule(client: DemoClient, { url }: SampleSite): Promise<void> {
  const { schedules } = await client.get(ScheduleList, "/render/scheduled?status=active&limit=100");
  const own = schedules.filter(({ cron, timezone }) => cron === weekly.cron && timezone === weekly.timezone);
  if (own.some((schedule) => schedule.url === url)) return;
  await Promise.all(own.map(({ id }) => client.remove(`/render/scheduled/${id}`)));
  await client.post(ScheduleReply, "/render/schedule-recurring", { url, ...weekly, fullPage: true });
}

async function removeMonitors(client: DemoClient): Promise<void> {
  const { monitors } = await client.get(MonitorList, `/render/monitors?tag=${tag}`);
  await Promise.all(monitors.map(({ id }) => client.remove(`/render/monitors/${id}`)));
}

/** Watches four pages, changes two of them, and resolves to the run that found the front page's change. */
async function watchChange(client: DemoClient, site: SampleSite): Promise<MonitorRun> {
  site.show("first");
  const [front, archive] = await Promise.all([
    watch(client, { name: "Front page", url: site.url, capture: { regions: true } }),
    watch(client, { name: "Archive", url: `${site.url}archive.html` }),
    watch(client, { name: "The sound of fog", url: `${site.url}articles/fog.html` }),
    watch(client, { name: "About, on a phone", url: `${site.url}about.html`, capture: { device: "iphone-15-pro" } }),
  ]);
  site.show("second");
  const [run] = await Promise.all([findChange(client, front), findChange(client, archive)]);
  return run;
}

/** Runs a monitor and resolves to the run that opened its incident. */
async function findChange(client: DemoClient, id: string): Promise<MonitorRun> {
  await client.post(RunReply, `/render/monitors/${id}/run`, {});
  const findRun = async () => {
    const { incident } = await readMonitor(client, id);
    return incident === null ? undefined : incident.runId;
  };
  const runId = await client.poll(findRun, "the change of the sample page");
  const { run } = await client.get(RunReply, `/render/monitors/${id}/runs/${runId}`);
  return run;
}

/** Creates a monitor and resolves to its id when it has its baseline. */
async function watch(client: DemoClient, body: { name: string; url: string; capture?: object }): Promise<string> {
  const daily = { intervalMinutes: 1_440, baselineMode: "fixed", tags: [tag] };
  const { monitor } = await client.post(NewMonitorReply, "/render/monitors", { ...daily, ...body });
  const read = async () => (await readMonitor(client, monitor.id)).baselineRunId ?? undefined;
  await client.poll(read, `the first capture of the monitor ${body.name}`);
  return monitor.id;
}

async function readMonitor(client: DemoClient, id: string): Promise<Monitor> {
  return (await client.get(MonitorReply, `/render/monitors/${id}`)).monitor;
}
