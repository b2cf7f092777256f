import { expect } from "chai";
import type { JobRecord } from "#schemas/job.ts";
import { allPages, endedCrawl } from "../crawls.ts";
import { until } from "../until.ts";
import { pageAt, reply, type Setting, within, type Work } from "./work.ts";

const batchSize = 6;
/** Pages of a site to be crawled beside its start. */
const crawledPages = 6;
/** A delayed schedule fires within so many milliseconds from now. */
const soon = 15_000;

function haveEnded(jobs: readonly JobRecord[]): boolean {
  return jobs.every(({ completedAt }) => completedAt !== null);
}

function describeJobs(jobs: readonly JobRecord[]): string[] {
  return jobs.map(({ url, status }) => `${url} ${status}`).toSorted();
}

/** Batches over all hosts. */
export function batches(setting: Setting): Work {
  const accepted: { id: string; urls: string[] }[] = [];
  const { hosts, running } = setting;
  return {
    name: "batches",
    async submit(caller, round) {
      const urls = Array.from(
        { length: batchSize },
        (_, index) => `${hosts[index % hosts.length]?.url}/batch/${round}/${index}`,
      );
      const batch = await reply<{ batch: string }>(caller, "POST", { path: "/render/smart-batch", body: { urls } });
      if (batch !== null) accepted.push({ id: batch.batch, urls });
    },
    async expectEnded() {
      for (const { id, urls } of accepted) {
        const jobs = await until(async () => {
          const found = await running.database.jobs.find({ batchId: id }).toArray();
          return found.length === urls.length && haveEnded(found) && found;
        }, within);
        expect(describeJobs(jobs)).to.deep.equal(urls.map((url) => `${url} completed`).toSorted());
      }
      return accepted.length;
    },
  };
}

/** Crawls of sites that lie under `/site/<number>`, in every other round. */
export function crawls(setting: Setting): Work {
  const accepted: { id: string; start: string }[] = [];
  const { caller, database } = setting.running;
  async function expectCrawled(id: string, start: string): Promise<void> {
    const crawl = await endedCrawl(caller, id, within);
    expect([crawl.status, crawl.stopReason]).to.deep.equal(["completed", "no_more_pages"]);
    const pages = await allPages(caller, id);
    const urls = [start, ...linksOf(new URL(start).pathname).map((path) => new URL(path, start).href)];
    expect(pages.map(({ url, status }) => `${url} ${status}`).toSorted()).to.deep.equal(
      urls.map((url) => `${url} completed`).toSorted(),
    );
    const jobs = await database.jobs.find({ crawlId: id }).toArray();
    expect(jobs.map(({ _id }) => _id).toSorted()).to.deep.equal(pages.map((page) => page.id).toSorted());
  }
  return {
    name: "crawls",
    async submit(from, round) {
      if (round % 2 === 1) return;
      const url = pageAt(setting, `/site/${round}`);
      const crawl = await reply<{ id: string }>(from, "POST", { path: "/crawl", body: { url, screenshot: true } });
      if (crawl !== null) accepted.push({ id: crawl.id, start: url });
    },
    async expectEnded() {
      for (const { id, start } of accepted) await expectCrawled(id, start);
      return accepted.length;
    },
  };
}

/** The links of a page of a crawled site. The start links to all pages, and each page to the next and to the start. */
export function linksOf(path: string): string[] {
  const [, site, page] = /^\/site\/(\d+)(?:\/(\d+))?$/.exec(path) ?? [];
  if (site === undefined) return [];
  const numbers = Array.from({ length: crawledPages }, (_, index) => index);
  if (page === undefined) return numbers.map((number) => `/site/${site}/${number}`);
  return [`/site/${site}`, `/site/${site}/${(Number(page) + 1) % crawledPages}`];
}

/** Renders at an instant soon. */
export function schedules(setting: Setting): Work {
  const ids: string[] = [];
  const { database } = setting.running;
  return {
    name: "schedules",
    async submit(caller, round) {
      const scheduleAt = new Date(Date.now() + 1_000 + setting.random() * soon).toISOString();
      const body = { url: pageAt(setting, `/schedule/${round}`), scheduleAt };
      const schedule = await reply<{ id: string }>(caller, "POST", { path: "/render/scheduled", body });
      if (schedule !== null) ids.push(schedule.id);
    },
    async expectEnded() {
      for (const id of ids) {
        await until(async () => (await database.schedules.findOne({ _id: id }))?.status === "completed", within);
        const jobs = await until(async () => {
          const found = await database.jobs.find({ scheduleId: id }).toArray();
          return haveEnded(found) && found;
        }, within);
        expect(jobs.map(({ status }) => status)).to.deep.equal(["completed"]);
      }
      return ids.length;
    },
  };
}
