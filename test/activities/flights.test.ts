import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import type { SingleFlightPort } from "#activities/ports.ts";
import { settleJob } from "#activities/projections/jobs.ts";
import {
  completeSingleFlight,
  joinSingleFlight,
  type SingleFlightDecision,
} from "#activities/projections/singleFlight.ts";
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

describe("joining an identical render", function () {
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

  const newJob = async (fields: Partial<JobRecord> = {}): Promise<JobRecord> => {
    const job = jobRecord({ accountId, fingerprint, price: 0, ...fields });
    await database.jobs.insertOne(job);
    return job;
  };
  const join = (job: JobRecord, followed: string | null = null): Promise<SingleFlightDecision> => {
    const { _id: jobId, kind, createdAt } = job;
    const identity = { accountId: job.accountId, fingerprint };
    return joinSingleFlight(database, { ...identity, jobId, kind, acceptedAt: createdAt.toISOString(), followed });
  };
  const complete = ({ _id: jobId }: JobRecord, at = Date.now()) =>
    settleJob(database, {
      jobId,
      attempt: 1,
      fingerprint,
      end: { status: "completed", outcome, sharedUntil: null },
      version: at * 1000,
    });
  const fail = ({ _id: jobId }: JobRecord) =>
    settleJob(database, {
      jobId,
      attempt: 1,
      fingerprint,
      end: { status: "failed", code: "page_crashed", message: null },
      version: Date.now() * 1000,
    });
  const leave = async ({ _id: jobId }: JobRecord): Promise<readonly string[]> => {
    let woken: readonly string[] = [];
    const singleFlight: SingleFlightPort = {
      wake(jobIds) {
        woken = jobIds;
        return Promise.resolve();
      },
    };
    // Nothing else of the ports is used here.
    await completeSingleFlight({ database, singleFlight } as Parameters<typeof completeSingleFlight>[0], {
      fingerprint,
      jobId,
    });
    return woken;
  };
  const roles = (boardings: SingleFlightDecision[]): string[] => boardings.map(({ role }) => role).toSorted();

  it("lets one of 50 at once render, and has the others wait for it and be woken", async () => {
    const jobs = await Promise.all(Array.from({ length: 50 }, () => newJob()));
    const boardings = await Promise.all(jobs.map((job) => join(job)));
    const leader = jobs.find((_, index) => boardings[index]?.role === "render");
    const followers = jobs.filter((job) => job !== leader).map(({ _id }) => _id);
    if (leader === undefined) throw new Error("no leader");
    expect(roles(boardings)).to.deep.equal(["render", ...Array<string>(49).fill("wait")]);
    for (const boarding of boardings) if (boarding.role === "wait") expect(boarding.leader).to.equal(leader._id);
    expect((await join(leader)).role, "asked again").to.equal("render");
    await complete(leader);
    expect((await leave(leader)).toSorted()).to.deep.equal(followers.toSorted());
    expect(await leave(leader), "a second time").to.deep.equal([]);
  });

  it("shares what was rendered: page and outputs, not its times and its caller's addresses", async () => {
    const first = await newJob();
    await complete(first);
    const boarding = await join(await newJob({ createdAt: new Date(Date.now() - 5_000) }));
    if (boarding.role !== "share") throw new Error(boarding.role);
    expect(boarding.expiresAt).to.equal(first.expiresAt.toISOString());
    expect(boarding.outcome.page).to.deep.equal(outcome.page);
    const [{ location: _location, ...output } = { location: "" }] = outcome.outputs;
    expect(boarding.outcome.outputs).to.deep.equal([output]);
    const { queued, total, ...worked } = boarding.outcome.timings;
    expect(worked).to.deep.equal({ navigation: 0, capture: 0, extraction: 0, upload: 0 });
    expect([queued, total]).to.satisfy((times: number[]) => times.every((time) => time >= 5_000 && time < 60_000));
  });

  it("shares the newest render, up to 24 hours after it completed", async () => {
    const hour = 60 * 60 * 1000;
    const [old, newer] = [await newJob(), await newJob()];
    await complete(old, Date.now() - 25 * hour);
    expect((await join(await newJob())).role).to.equal("render");
    await complete(newer, Date.now() - 23 * hour);
    expect((await join(await newJob())).role).to.equal("share");
  });

  it("gives no account another's render, were the fingerprints the same", async () => {
    await complete(await newJob());
    expect((await join(await newJob({ accountId: uuidv7() }))).role).to.equal("render");
  });

  it("shares nothing whose record is gone", async () => {
    const gone = await newJob();
    await complete(gone);
    await database.jobs.deleteOne({ _id: gone._id });
    expect((await join(await newJob())).role).to.equal("render");
  });

  it("has those whose leader failed render, each for itself and at once, and newcomers wait for one of them", async () => {
    const [leader, first, second, newcomer] = [await newJob(), await newJob(), await newJob(), await newJob()];
    await join(leader);
    expect(roles([await join(first), await join(second)])).to.deep.equal(["wait", "wait"]);
    await fail(leader);
    await leave(leader);
    expect(roles([await join(first, leader._id), await join(second, leader._id)])).to.deep.equal(["render", "render"]);
    expect(await join(newcomer)).to.deep.equal({ role: "wait", leader: first._id });
  });

  it("takes over from a leader that ended without a word, or is not there at all", async () => {
    const [terminated, first] = [await newJob(), await newJob()];
    await join(terminated);
    expect((await join(first)).role).to.equal("wait");
    await fail(terminated);
    const followers = await Promise.all([newJob(), newJob(), newJob()]);
    const boardings = await Promise.all(followers.map((job) => join(job)));
    expect(roles(boardings)).to.deep.equal(["render", "wait", "wait"]);
    const leader = followers[boardings.findIndex(({ role }) => role === "render")];
    await database.jobs.deleteOne({ _id: leader?._id ?? "" });
    expect((await join(await newJob())).role).to.equal("render");
  });

  it("does not have a job wait in a line at a host in which it need not stand", async () => {
    const [paced, alsoPaced, single] = [
      await newJob({ kind: "batch_item" }),
      await newJob({ kind: "scheduled" }),
      await newJob(),
    ];
    await join(paced);
    expect((await join(alsoPaced)).role).to.equal("wait");
    expect((await join(single)).role).to.equal("render");
    expect(await join(await newJob())).to.deep.equal({ role: "wait", leader: single._id });
  });
});
