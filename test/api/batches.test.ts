import { expect } from "chai";
import { open } from "#vault/open.ts";
import { at, eachAt, listAt, objectsAt, problems, textAt } from "./support/fields.ts";
import { completeJob, failJob } from "./support/finishJob.ts";
import type { TestAccount } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";
import { until } from "../support/until.ts";

function useBatches() {
  const { api, account } = useApi();
  const submit = async (body: Record<string, unknown>, by: TestAccount = account) => {
    const reply = await by.client.call("POST", "/render/smart-batch", { body });
    await api.ports.background.settled();
    return reply;
  };
  const urls = (count: number, path = "") =>
    Array.from({ length: count }, (_, index) => `https://host${index % 3}.example.com/${path}${index}`);
  const results = (json: unknown) => objectsAt(json, "results");
  const jobsOf = (batchId: string) => api.ports.database.jobs.find({ batchId }).sort({ _id: 1 }).toArray();
  return { api, account, submit, urls, results, jobsOf };
}

describe("batches: submission", () => {
  const { api, submit, urls, results, jobsOf } = useBatches();

  it("answer 200 with a job for each page, in the order of urls, and one charge for all", async () => {
    const owner = await api.account({ plan: "pro" });
    const asked = urls(5);
    const { status, json, headers } = await submit({ urls: asked, extractMarkdown: true, screenshot: true }, owner);
    expect(status).to.equal(200);
    expect(results(json).map(({ index, url, success }) => [index, url, success])).to.deep.equal(
      asked.map((url, index) => [index, url, true]),
    );
    const batchId = textAt(json, "batch");
    expect(results(json).every(({ batch }) => batch === batchId)).to.equal(true);
    expect(at(json, "credits")).to.deep.equal({ charged: 10, refunded: 0, net: 10 });
    expect(headers.get("location")).to.equal(`http://api.test/render/batches/${batchId}`);
    expect(["charged", "refunded", "remaining"].map((name) => headers.get(`x-credits-${name}`))).to.deep.equal([
      "10",
      "0",
      "9990",
    ]);
    const jobs = await jobsOf(batchId);
    expect(jobs.map(({ _id, url, kind, price }) => [_id, url, kind, price])).to.deep.equal(
      results(json).map(({ id, url }) => [id, url, "batch_item", 2]),
    );
    const charges = await api.ports.database.ledger.find({ accountId: owner.accountId }).toArray();
    expect(charges.map(({ _id, credits }) => `${_id} ${credits}`).toSorted()).to.deep.equal(
      jobs.map(({ _id }) => `charge:${_id}:1 2`).toSorted(),
    );
    expect((await api.ports.database.accounts.findOne({ _id: owner.accountId }))?.credits.used).to.equal(10);
    const order = api.orchestrator.orders.find(({ input }) => "batchId" in input && input.batchId === batchId);
    expect(order?.type).to.equal("renderBatch");
    await until(async () => (await api.ports.database.outbox.findOne({ _id: batchId })) === null);
  });

  it("ignore url beside urls", async () => {
    const { status, json } = await submit({ urls: urls(2), url: "ftp://ignored/" });
    expect([status, results(json).length]).to.deep.equal([200, 2]);
  });
});

describe("batches: refusals and secrets", () => {
  const { api, account, submit, urls, results, jobsOf } = useBatches();

  it("answer 207 when some addresses can't be rendered, each refused at its position", async () => {
    const asked = [
      "https://example.com/",
      "ftp://example.com/",
      "http://127.0.0.1/",
      "https://example.com",
      `https://example.com/${"x".repeat(2_048)}`,
      "https://",
      "https://user:pw@example.com/",
      "https://example.org/#part",
    ];
    const { status, json } = await submit({ urls: asked });
    expect(status).to.equal(207);
    expect(results(json).map(({ success, error }) => (success === true ? "accepted" : error))).to.deep.equal([
      "accepted",
      "invalid_url",
      "target_forbidden",
      "duplicate_url",
      "invalid_url",
      "invalid_url",
      "invalid_url",
      "accepted",
    ]);
    expect(results(json).map(({ index }) => index)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([2, 3].map((index) => at(results(json)[index], "message"))).to.deep.equal([
      "The address is private, reserved or otherwise not allowed. The operator can open it with WATCHFRAME_EGRESS_ALLOW.",
      "is the same address as urls.0",
    ]);
    expect(at(json, "credits.charged")).to.equal(2);
    const shown = await account.client.call("GET", `/render/batches/${textAt(json, "batch")}`);
    expect(at(shown.json, "batch.total")).to.equal(2);
    expect(eachAt(shown.json, "batch.refused", "index")).to.deep.equal([1, 2, 3, 4, 5, 6]);
    expect(eachAt(shown.json, "items", "index")).to.deep.equal([0, 7]);
  });

  it("answer 402 when one credit is missing, and queue and charge nothing", async () => {
    const poor = await api.account({ plan: "free" });
    expect((await submit({ urls: urls(1) }, poor)).status).to.equal(200);
    const { status, json } = await submit({ urls: urls(100) }, poor);
    expect([status, at(json, "error")]).to.deep.equal([402, "insufficient_credits"]);
    const { accountId } = poor;
    expect(await api.ports.database.jobs.countDocuments({ accountId })).to.equal(1);
    expect(await api.ports.database.batches.countDocuments({ accountId })).to.equal(1);
    expect((await api.ports.database.accounts.findOne({ _id: accountId }))?.credits.used).to.equal(1);
    expect((await submit({ urls: urls(99) }, poor)).status).to.equal(200);
  });

  it("seal secrets for the batch and never return them", async () => {
    const { json } = await submit({
      urls: urls(3),
      headers: { "X-Team": "canary-1" },
      cookies: [{ name: "sid", value: "canary-2" }],
      webhookUrl: "https://hooks.example.com/canary-3",
      webhookSecret: "canary-4-canary-4",
    });
    const batchId = textAt(json, "batch");
    const [batch, jobs] = [await api.ports.database.batches.findOne({ _id: batchId }), await jobsOf(batchId)];
    const shown = await account.client.call("GET", `/render/batches/${batchId}`);
    expect(JSON.stringify([json, batch, jobs, api.orchestrator.orders, shown.json])).to.not.include("canary");
    for (const { spec } of jobs) {
      const context = { accountId: account.accountId, entityId: batchId, field: "headers" };
      expect(JSON.parse(open(api.ports.keyRing, spec.headers ?? "sealed:v1:", context))).to.deep.equal({
        "X-Team": "canary-1",
      });
    }
  });
});

describe("batches: refusals", () => {
  const { api, submit, urls } = useBatches();

  const refused: [what: string, body: Record<string, unknown>, fields: string[]][] = [
    ["no address that can be rendered", { urls: ["ftp://a.example/", "http://10.0.0.1/"] }, ["urls.0", "urls.1"]],
    ["url alone", { url: "https://example.com/" }, ["urls"]],
    ["no address", { urls: [] }, ["urls"]],
    ["101 addresses", { urls: urls(101) }, ["urls"]],
    ["an address that is no text", { urls: [1] }, ["urls.0"]],
    [
      "options of single renders",
      { urls: urls(1), extractImages: true, extractDesign: true },
      ["extractDesign", "extractImages"],
    ],
    ["a quality of 0", { urls: urls(1), quality: 0 }, ["quality"]],
    ["a word for fullPage", { urls: urls(1), fullPage: "yes" }, ["fullPage"]],
    ["no output", { urls: urls(1), screenshot: false, extractMetadata: false }, ["extractMetadata"]],
    [
      "one storage key for many pages",
      {
        urls: urls(2),
        store: true,
        storage_provider: "s3",
        storage_bucket: "bucket",
        storage_region: "eu-central-1",
        storage_access_key_id: "a",
        storage_secret_access_key: "b",
        storage_path: "page.{ext}",
      },
      ["storage_path"],
    ],
  ];

  for (const [what, body, fields] of refused) {
    it(`answer 400 for ${what} and queue nothing`, async () => {
      const before = api.orchestrator.orders.length;
      const { status, json } = await submit(body);
      expect([status, at(json, "error")]).to.deep.equal([400, "validation_failed"]);
      expect(Object.keys(problems(json)).toSorted()).to.deep.equal(fields);
      expect(api.orchestrator.orders).to.have.length(before);
    });
  }
});

describe("batches: progress, lists and cancellation", () => {
  const { api, account, submit, urls, jobsOf } = useBatches();

  it("show their progress by status, by host, in percent and in credits", async () => {
    const { json } = await submit({ urls: urls(6, "figures/") });
    const batchId = textAt(json, "batch");
    const [first, second, third] = await jobsOf(batchId);
    if (first === undefined || second === undefined || third === undefined) throw new Error("no jobs");
    expect(at((await account.client.call("GET", `/render/batches/${batchId}`)).json, "batch.status")).to.equal(
      "queued",
    );
    await completeJob(api.ports, first._id, {});
    await api.ports.database.jobs.updateOne({ _id: first._id }, { $set: { "result.page.statusCode": 429 } });
    await failJob(api.ports, second._id, { code: "connection_failed", message: "It is away.", retryable: true });
    await api.ports.database.jobs.updateOne(
      { _id: third._id },
      { $set: { status: "in_progress", startedAt: new Date() } },
    );
    const shown = await account.client.call("GET", `/render/batches/${batchId}?limit=2`);
    const batch = at(shown.json, "batch");
    expect(batch).to.deep.include({
      id: batchId,
      status: "in_progress",
      total: 6,
      refused: [],
      counts: { queued: 3, in_progress: 1, completed: 1, failed: 1, cancelled: 0 },
      progress: 33,
      credits: { charged: 6, refunded: 1, net: 5 },
      completedAt: null,
    });
    expect(at(batch, "hosts.0")).to.deep.equal({
      host: "host0.example.com",
      total: 2,
      queued: 1,
      in_progress: 0,
      completed: 1,
      failed: 0,
      cancelled: 0,
      refusals: 1,
      backedOffUntil: null,
      averageMs: 14,
    });
    const backedOffUntil = new Date(Date.now() + 60_000);
    const throttle = { nextStartAt: new Date(0), claimedBy: null, refusals: 1, backedOffUntil };
    await api.ports.database.hostThrottles.insertMany([
      { _id: "host0.example.com", ...throttle },
      { _id: "host1.example.com:81", ...throttle },
    ]);
    const held = await account.client.call("GET", `/render/batches/${batchId}`);
    expect([
      at(held.json, "batch.hosts.0.backedOffUntil"),
      at(held.json, "batch.hosts.1.backedOffUntil"),
    ]).to.deep.equal([backedOffUntil.toISOString(), null]);
    const [waiting] = await api.ports.database.jobs
      .find({ batchId, host: "host0.example.com", status: "queued" })
      .toArray();
    const status = await account.client.call("GET", `/status/${waiting?._id}`);
    expect(at(status.json, "job.backedOffUntil")).to.equal(backedOffUntil.toISOString());
    const ended = await account.client.call("GET", `/status/${first._id}`);
    expect(at(ended.json, "job.backedOffUntil")).to.equal(undefined);
    expect(at(shown.json, "items.0")).to.deep.include({
      index: 0,
      id: first._id,
      status: "completed",
      statusCode: 429,
      title: "Example",
    });
    expect(at(shown.json, "items.1.error.code")).to.equal("connection_failed");
    const next = await account.client.call(
      "GET",
      `/render/batches/${batchId}?limit=2&cursor=${textAt(shown.json, "nextCursor")}`,
    );
    expect(eachAt(next.json, "items", "index")).to.deep.equal([2, 3]);
    const failed = await account.client.call("GET", `/render/batches/${batchId}?status=failed`);
    expect([at(failed.json, "items.0.id"), at(failed.json, "items.1"), at(failed.json, "nextCursor")]).to.deep.equal([
      second._id,
      undefined,
      null,
    ]);
  });

  it("are listed newest first, page by page, and belong to their account", async () => {
    const owner = await api.account();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.push(textAt((await submit({ urls: urls(2) }, owner)).json, "batch"));
    const first = await owner.client.call("GET", "/render/batches?limit=2");
    const listed = (json: unknown) =>
      listAt(json, "batches").map((batch) => [at(batch, "id"), at(batch, "counts.queued")]);
    expect(listed(first.json)).to.deep.equal([
      [ids[2], 2],
      [ids[1], 2],
    ]);
    const second = await owner.client.call("GET", `/render/batches?limit=2&cursor=${textAt(first.json, "nextCursor")}`);
    expect(listed(second.json)).to.deep.equal([[ids[0], 2]]);
    expect(at(second.json, "nextCursor")).to.equal(null);
    expect((await owner.client.call("GET", "/render/batches?cursor=made-up")).status).to.equal(400);
    for (const method of ["GET", "DELETE"]) {
      expect((await account.client.call(method, `/render/batches/${ids[0]}`)).status).to.equal(404);
    }
  });

  it("are cancelled once, and then not again", async () => {
    const { json } = await submit({ urls: urls(2) });
    const batchId = textAt(json, "batch");
    const end = (status: "cancelled" | "completed") =>
      api.ports.database.batches.updateOne({ _id: batchId }, { $set: { status, completedAt: new Date() } });
    api.orchestrator.onCancel = (id) => void end("cancelled").then(() => api.orchestrator.end(id));
    const { status, json: shown } = await account.client.call("DELETE", `/render/batches/${batchId}`);
    expect([status, at(shown, "batch.status")]).to.deep.equal([200, "cancelled"]);
    expect((await api.ports.database.batches.findOne({ _id: batchId }))?.cancelRequestedAt).to.be.instanceOf(Date);
    const again = await account.client.call("DELETE", `/render/batches/${batchId}`);
    expect([again.status, at(again.json, "error")]).to.deep.equal([409, "already_terminal"]);
  });
});
