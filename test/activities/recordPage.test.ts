import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { openCrawl } from "#activities/crawl/openCrawl.ts";
import { recordPage } from "#activities/crawl/recordPage.ts";
import type { ActivityPorts } from "#activities/ports.ts";
import { claimPages } from "#activities/projections/crawls.ts";
import { createAccount } from "#data/accounts.ts";
import { readPages } from "#data/crawls.ts";
import { type Database, ensureIndexes, openDatabase } from "#data/mongo.ts";
import { openObjectStore } from "#data/objects.ts";
import { type CrawlRecord, defaultBounds } from "#schemas/crawl.ts";
import { createLogger } from "#telemetry/logger.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import { interceptWrites } from "../support/interceptWrites.ts";
import { renderSpec } from "../support/renderSpec.ts";
import { servers } from "../support/servers.ts";

const start = "https://site.example/";
const never = new AbortController().signal;

/** Makes the `failAt`th write from now on fail, before or right after it is applied. */
type Faults = { count: number; failAt: number; after: boolean };

/** A database that fails the chosen write, as if the process died. */
function faulty(database: Database, faults: Faults): Database {
  return interceptWrites(database, async (make) => {
    faults.count += 1;
    const dies = faults.count === faults.failAt;
    if (dies && !faults.after) throw new Error("died");
    const result = await make();
    if (dies) throw new Error("died");
    return result;
  });
}

describe("recording a page of a crawl", function () {
  this.timeout(300_000);
  let database: Database;
  let ports: Omit<ActivityPorts, "database">;

  before(async () => {
    const { info } = await servers();
    database = openDatabase(info.mongoUrl);
    await ensureIndexes(database);
    const unused = () => Promise.reject(new Error("not part of this"));
    ports = {
      objects: openObjectStore({ ...info.s3, region: "us-east-1" }),
      keyRing: parseKeyRing(`test:${randomBytes(32).toString("base64")}`),
      fetch: Object.assign(unused, { close: unused }),
      logger: createLogger({ name: "test", level: "silent" }),
    } as unknown as Omit<ActivityPorts, "database">;
  });
  after(() => database.close());

  async function newCrawl(): Promise<CrawlRecord> {
    const { _id: accountId } = await createAccount(database, { email: "a@example.com", plan: "unlimited" });
    const id = uuidv7();
    const record: CrawlRecord = {
      _id: id,
      accountId,
      keyId: "k",
      requestId: "r",
      url: start,
      host: "site.example",
      bounds: { ...defaultBounds, maxPages: 40, respectRobots: false },
      concurrency: 3,
      spec: {
        ...renderSpec({ url: start, sealedFor: id, screenshot: null, extracts: ["metadata"] }),
        crawl: { origin: "https://site.example", delayMs: 0 },
      },
      priority: "normal",
      optionsHash: "h",
      status: "running",
      stopReason: null,
      anchors: [start],
      sessionParameters: [],
      found: 0,
      admitted: 0,
      limited: false,
      noting: null,
      tallies: {},
      createdAt: new Date(1_800_000_000_000),
      startedAt: null,
      completedAt: null,
      expiresAt: new Date(1_900_000_000_000),
      version: 0,
    };
    await database.crawls.insertOne(record);
    return record;
  }

  /** Ends a page's job with links, like a render. */
  async function endJob(jobId: string, links: string[]): Promise<void> {
    const key = `jobs/${jobId}/discovery-test.json`;
    const found = {
      links: links.map((href) => ({ href, nofollow: false })),
      canonical: null,
      words: "w",
      nofollow: false,
    };
    await ports.objects.put(key, Buffer.from(JSON.stringify(found)), "application/json");
    const job = await database.jobs.findOne({ _id: jobId });
    const page = { finalUrl: job?.url ?? "", statusCode: 200, title: "T", contentType: "text/html", redirects: [] };
    const timings = { queued: 0, navigation: 0, capture: 0, extraction: 0, upload: 0, total: 0 };
    const at = new Date(1_800_000_001_000);
    const result = { page, timings, outputs: [], discovery: key, startedAt: at.toISOString() };
    await database.jobs.updateOne({ _id: jobId }, { $set: { status: "completed", completedAt: at, result } });
  }

  /** Claims and records the start page, and retries when the chosen write fails. Returns the crawl's state. */
  async function crawlStart(faults: Faults) {
    const { _id: crawlId } = await newCrawl();
    const all = { ...ports, database };
    const dying = { ...ports, database: faulty(database, faults) };
    const twice = async (work: (using: ActivityPorts) => Promise<unknown>): Promise<void> => {
      try {
        await work(dying);
      } catch (error) {
        if (!(error instanceof Error) || error.message !== "died") throw error;
        await work(all);
      }
    };
    await twice((using) => openCrawl(using, { crawlId, version: 1_000 }, never));
    const claim = { crawlId, next: 0, count: 3, depth: null, version: 2_000 };
    await twice((using) => claimPages(using.database, claim));
    const [first] = await readPages(database, crawlId, { from: 0, segments: 1 });
    const links = Array.from({ length: 60 }, (_, index) => `https://site.example/p/${index}`);
    await endJob(first?.id ?? "", [...links, "https://site.example/a.pdf", "https://site.example/cal/2026/11", start]);
    await twice((using) => recordPage(using, { crawlId, position: 0, follow: true, version: 3_000 }, never));
    const record = await database.crawls.findOne({ _id: crawlId });
    const pages = (await readPages(database, crawlId, { from: 0, segments: 4 })).slice(0, record?.found);
    return { record, pages, jobs: await database.jobs.countDocuments({ crawlId }) };
  }

  it("has the same result when the worker dies at any write", async () => {
    const calm: Faults = { count: 0, failAt: 0, after: false };
    const { record, pages, jobs } = await crawlStart(calm);
    expect(pages).to.have.length(41);
    expect(new Set(pages.map(({ url }) => url)).size).to.equal(41);
    expect([record?.found, record?.admitted, record?.limited, record?.noting, jobs]).to.deep.equal([
      41,
      40,
      true,
      null,
      1,
    ]);
    const tallies = record?.tallies;
    expect(calm.count).to.be.greaterThan(10);
    for (let failAt = 1; failAt <= calm.count; failAt += 1) {
      for (const after of [false, true]) {
        const again = await crawlStart({ count: 0, failAt, after });
        const where = `write ${failAt}${after ? ", once made" : ""}`;
        expect(
          again.pages.map(({ url, status }) => `${url} ${status}`),
          where,
        ).to.deep.equal(pages.map(({ url, status }) => `${url} ${status}`));
        expect(again.record?.tallies, where).to.deep.equal(tallies);
        expect([again.record?.admitted, again.record?.limited, again.record?.noting, again.jobs], where).to.deep.equal([
          40,
          true,
          null,
          1,
        ]);
      }
    }
  });

  it("changes nothing when a later or an earlier step repeats it", async () => {
    const { record, pages } = await crawlStart({ count: 0, failAt: 0, after: false });
    const crawlId = record?._id ?? "";
    const all = { ...ports, database };
    await recordPage(all, { crawlId, position: 0, follow: true, version: 4_000 }, never);
    expect(await readPages(database, crawlId, { from: 0, segments: 4 })).to.deep.equal(pages);
    const late = recordPage(all, { crawlId, position: 1, follow: true, version: 500 }, never);
    expect(await late.catch((error: Error) => error.message)).to.match(/has not ended|has been written/);
  });
});
