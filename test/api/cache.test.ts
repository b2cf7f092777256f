import { expect } from "chai";
import { retentionMs } from "#schemas/settings/retention.ts";
import { until } from "../support/until.ts";
import { at, textAt } from "./support/fields.ts";
import { completeJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const picture = { screenshot: { contentType: "image/jpeg", bytes: Buffer.from("picture") } };

/** An API with a clock that the tests set; each test has an account and an address of its own. */
function useRenders() {
  let clock: Date | null;
  /** An address that no other test has rendered. */
  let url: string;
  let count = 0;
  const { api, account } = useApi({ plan: "free", accountPerTest: true, now: () => clock ?? new Date() });
  beforeEach(() => {
    clock = null;
    count += 1;
    url = `https://example.com/${count}`;
    api.orchestrator.started.length = 0;
  });
  const submit = (body: Record<string, unknown> = {}) =>
    account.client.call("POST", "/render", { body: { url, extractMetadata: false, ...body } });
  const rendered = async (body: Record<string, unknown> = {}): Promise<string> => {
    const id = textAt((await submit(body)).json, "id");
    await completeJob(api.ports, id, picture);
    return id;
  };
  const recordOf = async (id: string) => {
    const record = await api.ports.database.jobs.findOne({ _id: id });
    if (record === null) throw new Error("The job was not stored.");
    return record;
  };
  return {
    get clock() {
      return clock;
    },
    set clock(value) {
      clock = value;
    },
    get url() {
      return url;
    },
    api,
    account,
    submit,
    rendered,
    recordOf,
  };
}

describe("cache: true", () => {
  const renders = useRenders();
  const { api, account, submit, rendered, recordOf } = renders;

  it("is answered at once from a render without `cache`: completed, cached, nothing charged, nothing started", async () => {
    const original = await recordOf(await rendered());
    await api.ports.background.settled();
    api.orchestrator.started.length = 0;
    const { status, headers, json } = await submit({ cache: true });
    expect([status, at(json, "status")]).to.deep.equal([202, "completed"]);
    expect(["charged", "refunded", "remaining"].map((name) => headers.get(`x-credits-${name}`))).to.deep.equal([
      "0",
      "0",
      "99",
    ]);
    const id = textAt(json, "id");
    const { json: shown } = await account.client.call("GET", `/status/${id}`);
    expect(at(shown, "job")).to.deep.include({
      id,
      status: "completed",
      stage: "done",
      progress: 100,
      cached: true,
      credits: { charged: 0, refunded: 0, net: 0 },
      expiresAt: original.expiresAt.toISOString(),
    });
    expect(at(shown, "job.options.cache")).to.equal(true);
    const bytes = await account.client.call("GET", `/jobs/${id}/outputs/screenshot`);
    expect(bytes.bytes.toString()).to.equal("picture");
    await api.ports.background.settled();
    expect(await api.ports.database.ledger.countDocuments({ jobId: id })).to.equal(0);
    await until(async () => (await api.ports.database.outbox.findOne({ _id: id })) === null);
    expect(api.orchestrator.started).to.deep.equal([]);
  });

  it("answers an account that has no credits left", async () => {
    await rendered();
    const { accountId } = account;
    await api.ports.database.accounts.updateOne({ _id: accountId }, { $set: { "credits.used": 100 } });
    expect((await submit()).status).to.equal(402);
    expect((await submit({ cache: true })).status).to.equal(202);
  });

  it("takes no render that is older than cacheTtl, and none of another cacheKey", async () => {
    await rendered();
    await rendered({ cacheKey: "v1" });
    const statusOf = async (body: Record<string, unknown>) =>
      at((await submit({ cache: true, ...body })).json, "status");
    renders.clock = new Date(Date.now() + 60_000);
    expect(await statusOf({ cacheTtl: 90 })).to.equal("completed");
    expect(await statusOf({ cacheTtl: 30 })).to.equal("queued");
    expect(await statusOf({ cacheKey: "v1" })).to.equal("completed");
    expect(await statusOf({ cacheKey: "v2" })).to.equal("queued");
    const { json } = await submit({ cacheTtl: 60, cacheKey: "v1" });
    expect(at(json, "warnings")).to.deep.equal(
      ["cacheTtl", "cacheKey"].map((field) => ({ field, message: "has no effect without cache: true" })),
    );
    for (const [field, value] of [
      ["cacheTtl", 0],
      ["cacheTtl", 86_401],
      ["cacheKey", ""],
      ["cacheKey", "x".repeat(201)],
    ] as const) {
      const { status, json: refusal } = await submit({ cache: true, [field]: value });
      expect([status, textAt(refusal, "fields.0.field")], `${field} ${value}`).to.deep.equal([400, field]);
    }
    expect((await submit({ cache: true, cacheTtl: 86_400, cacheKey: "x".repeat(200) })).status).to.equal(202);
    expect((await submit({ cache: true, cacheTtl: 1 })).status).to.equal(202);
  });

  it("is answered from the newest render, and does not make one younger by sharing it", async () => {
    await rendered();
    const newest = await rendered();
    const cached = await recordOf(textAt((await submit({ cache: true })).json, "id"));
    expect(cached.result?.outputs[0]?.key).to.equal(`jobs/${newest}/screenshot`);
    expect((await api.ports.database.renderCache.findOne({ _id: cached.fingerprint }))?.rendered?.jobId).to.equal(
      newest,
    );
  });

  it("delivers its webhook by the job's workflow", async () => {
    await rendered();
    await api.ports.background.settled();
    api.orchestrator.started.length = 0;
    const id = textAt((await submit({ cache: true, webhookUrl: "https://example.com/hook" })).json, "id");
    await api.ports.background.settled();
    expect(api.orchestrator.started).to.have.length(1);
    expect(api.orchestrator.started[0]).to.deep.include({ jobId: id, answered: true });
  });

  it("is answered by the workflow when the outputs go to the caller's storage", async () => {
    await rendered();
    const storage = {
      store: true,
      storage_provider: "s3",
      storage_bucket: "my-bucket",
      storage_access_key_id: "a",
      storage_secret_access_key: "b",
    };
    expect(at((await submit({ cache: true, ...storage })).json, "status")).to.equal("queued");
  });

  it("answers the synchronous routes as well", async () => {
    await rendered();
    await api.ports.background.settled();
    api.orchestrator.started.length = 0;
    const replies = [
      await account.client.call("POST", "/render/screenshot", { body: { url: renders.url, cache: true } }),
      await account.client.call("GET", `/render/screenshot?cache=true&url=${encodeURIComponent(renders.url)}`),
    ];
    for (const { status, bytes, headers } of replies) {
      expect([status, bytes.toString(), headers.get("x-credits-charged")]).to.deep.equal([200, "picture", "0"]);
    }
    expect(api.orchestrator.started).to.deep.equal([]);
  });
});

describe("cache: true without an earlier render", () => {
  const renders = useRenders();
  const { submit, rendered } = renders;

  const others: [what: string, body: Record<string, unknown>][] = [
    ["another format", { format: "png" }],
    ["other headers", { headers: { "X-A": "1" } }],
    ["another cookie", { cookies: [{ name: "a", value: "b" }] }],
    ["more outputs", { screenshot: true, extractLinks: true }],
  ];

  for (const [what, body] of others) {
    it(`is not answered from a render with ${what}`, async () => {
      await rendered(body);
      expect(at((await submit({ cache: true })).json, "status")).to.equal("queued");
    });
  }

  it("is not answered from a render that did not complete, nor from one of more than 24 hours ago", async () => {
    await submit({ cache: true });
    expect(at((await submit({ cache: true })).json, "status")).to.equal("queued");
    await rendered();
    renders.clock = new Date(Date.now() + retentionMs.cachedRender - 60_000);
    expect(at((await submit({ cache: true })).json, "status")).to.equal("completed");
    renders.clock = new Date(Date.now() + retentionMs.cachedRender + 60_000);
    expect(at((await submit({ cache: true })).json, "status")).to.equal("queued");
  });
});
