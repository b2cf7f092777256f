import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { type CachedRender, findCachedRender, settleJob } from "#activities/projections/jobs.ts";
import { type Database, ensureIndexes, openDatabase } from "#data/mongo.ts";
import type { JobRecord, RenderOutcome } from "#schemas/job.ts";
import { jobRecord } from "../support/jobRecord.ts";
import { servers } from "../support/servers.ts";

const outcome: RenderOutcome = {
  page: { finalUrl: "https://example.com/", statusCode: 200, title: "", contentType: "text/html", redirects: [] },
  timings: { queued: 1, navigation: 2, capture: 3, extraction: 4, upload: 5, total: 15 },
  outputs: [
    {
      name: "html",
      contentType: "text/html",
      bytes: 1,
      sha256: "a",
      key: "jobs/a/html",
      location: "https://b.example/a",
    },
  ],
  startedAt: new Date().toISOString(),
};

describe("finding a cached render", function () {
  this.timeout(120_000);
  let database: Database;
  let accountId: string;
  let fingerprint: string;

  before(async () => {
    database = openDatabase((await servers()).info.mongoUrl);
    await ensureIndexes(database);
  });
  after(() => database.close());
  beforeEach(() => {
    accountId = uuidv7();
    fingerprint = uuidv7();
  });

  const newJob = async (): Promise<JobRecord> => {
    const job = jobRecord({ accountId, fingerprint, price: 0 });
    await database.jobs.insertOne(job);
    return job;
  };
  const find = (acceptedAt = new Date(), by = accountId): Promise<CachedRender | null> =>
    findCachedRender(database, { accountId: by, fingerprint, acceptedAt: acceptedAt.toISOString() });
  const complete = ({ _id: jobId }: JobRecord, at = Date.now()) =>
    settleJob(database, {
      jobId,
      attempt: 1,
      fingerprint,
      end: { status: "completed", outcome, sharedUntil: null },
      version: at * 1000,
    });

  it("returns page and outputs, but no times and no addresses of the first caller", async () => {
    const first = await newJob();
    await complete(first);
    const cached = await find(new Date(Date.now() - 5_000));
    if (cached === null) throw new Error("not found");
    expect(cached.expiresAt).to.equal(first.expiresAt.toISOString());
    expect(cached.outcome.page).to.deep.equal(outcome.page);
    const [{ location: _location, ...output } = { location: "" }] = outcome.outputs;
    expect(cached.outcome.outputs).to.deep.equal([output]);
    const { queued, total, ...worked } = cached.outcome.timings;
    expect(worked).to.deep.equal({ navigation: 0, capture: 0, extraction: 0, upload: 0 });
    expect([queued, total]).to.satisfy((times: number[]) => times.every((time) => time >= 5_000 && time < 60_000));
  });

  it("returns the newest render, up to 24 hours after its completion", async () => {
    const hour = 60 * 60 * 1000;
    const [old, newer] = [await newJob(), await newJob()];
    await complete(old, Date.now() - 25 * hour);
    expect(await find()).to.equal(null);
    await complete(newer, Date.now() - 23 * hour);
    expect((await find())?.expiresAt).to.equal(newer.expiresAt.toISOString());
  });

  it("returns no render that is older than asked", async () => {
    await complete(await newJob(), Date.now() - 60_000);
    const acceptedAt = new Date().toISOString();
    const within = (maxAgeSeconds: number) =>
      findCachedRender(database, { accountId, fingerprint, acceptedAt, maxAgeSeconds });
    expect(await within(30)).to.equal(null);
    expect(await within(90)).to.not.equal(null);
  });

  it("returns nothing for a render that has not completed", async () => {
    const { _id: jobId } = await newJob();
    expect(await find()).to.equal(null);
    const end = { status: "failed", code: "page_crashed", message: null } as const;
    await settleJob(database, { jobId, attempt: 1, fingerprint, end, version: Date.now() * 1000 });
    expect(await find()).to.equal(null);
  });

  it("never returns another account's render, even with the same fingerprint", async () => {
    await complete(await newJob());
    expect(await find(new Date(), uuidv7())).to.equal(null);
  });

  it("returns nothing when the render's record is deleted", async () => {
    const gone = await newJob();
    await complete(gone);
    await database.jobs.deleteOne({ _id: gone._id });
    expect(await find()).to.equal(null);
  });
});
