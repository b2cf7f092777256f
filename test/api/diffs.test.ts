import { expect } from "chai";
import { at, problems, textAt } from "./support/fields.ts";
import { completeJob, failJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const unknownId = "01900000-0000-7000-8000-000000000000";
const screenshot = { contentType: "image/jpeg", bytes: Buffer.from("jpg") };
const page = { url: "https://example.com/" };

function useDiffs() {
  const { api, account } = useApi();
  const ask = (body: Record<string, unknown>, { client } = account) => client.call("POST", "/render/diff", { body });
  const render = async ({ client } = account): Promise<string> => {
    const { json } = await client.call("POST", "/render", { body: page });
    await api.ports.background.settled();
    return textAt(json, "id");
  };
  const completed = async (of = account): Promise<string> => {
    const id = await render(of);
    await completeJob(api.ports, id, { screenshot });
    return id;
  };
  return { api, account, ask, render, completed };
}

describe("POST /render/diff", () => {
  const { api, account, ask, render, completed } = useDiffs();

  it("answers 202 with a reference and what it cost, and starts a job of kind diff", async () => {
    const jobId = await completed();
    const { status, json, headers } = await ask({ before: { jobId }, after: page });
    const id = textAt(json, "id");
    const statusUrl = `http://api.test/status/${id}`;
    expect([status, json]).to.deep.equal([202, { success: true, id, status: "queued", statusUrl }]);
    expect([headers.get("location"), headers.get("x-credits-charged")]).to.deep.equal([statusUrl, "1"]);
    await api.ports.background.settled();
    const record = await api.ports.database.jobs.findOne({ _id: id });
    expect(record).to.deep.include({ kind: "diff", url: page.url, host: "example.com", price: 1, status: "queued" });
    expect(record?.spec.screenshot).to.deep.equal({ format: "png", quality: 80, fullPage: true });
    expect(record?.diff).to.deep.include({ mode: "perceptual", visualization: "overlay", threshold: 0 });
    const started = api.orchestrator.started.find((input) => input.jobId === id);
    expect(started?.diff).to.deep.equal(record?.diff);
    const shown = await account.client.call("GET", `/render/diff/${id}`);
    expect(at(shown.json, "diff.before")).to.deep.equal({ jobId });
    expect([at(shown.json, "diff.status"), shown.headers.get("retry-after")]).to.deep.equal(["queued", "1"]);
  });

  it("is never taken for a render of its page", async () => {
    const { json } = await ask({ before: page, after: page });
    const body = { ...page, format: "png", fullPage: true, screenshot: true, extractMetadata: false };
    const same = await account.client.call("POST", "/render", { body });
    await api.ports.background.settled();
    const ids = [textAt(json, "id"), textAt(same.json, "id")];
    const records = await api.ports.database.jobs.find({ _id: { $in: ids } }).toArray();
    expect(records.map(({ spec }) => ({ ...spec, sealedFor: "" }))[0]).to.deep.equal({
      ...records[1]?.spec,
      sealedFor: "",
    });
    expect(records[0]?.fingerprint).to.not.equal(records[1]?.fingerprint);
  });

  it("answers 404 for a job that is unknown or another account's, naming each field, and charges nothing", async () => {
    const foreign = await completed(await api.account());
    const before = await api.ports.database.ledger.countDocuments({ accountId: account.accountId });
    const { status, json } = await ask({ before: { jobId: unknownId }, after: { jobId: foreign } });
    expect([status, Object.keys(problems(json))]).to.deep.equal([404, ["before.jobId", "after.jobId"]]);
    expect(await api.ports.database.ledger.countDocuments({ accountId: account.accountId })).to.equal(before);
  });

  it("answers 404 for an unknown run, and 403 for a key that may not see runs", async () => {
    const body = { before: { runId: unknownId }, after: page };
    const unknown = await ask(body);
    expect([unknown.status, Object.keys(problems(unknown.json))]).to.deep.equal([404, ["before.runId"]]);
    const refused = await ask(body, await api.account({ scopes: ["render"] }));
    expect([refused.status, textAt(refused.json, "error")]).to.deep.equal([403, "scope_missing"]);
    const both = await ask({ before: { runId: unknownId, url: page.url }, after: page });
    expect([both.status, Object.keys(problems(both.json))]).to.deep.equal([400, ["before"]]);
  });

  it("answers 409 for a job that has not ended or has no screenshot", async () => {
    const early = await ask({ before: { jobId: await render() }, after: page });
    expect([early.status, at(early.json, "error")]).to.deep.equal([409, "not_ready"]);
    expect(problems(early.json)).to.have.key("before.jobId");
    const failed = await render();
    await failJob(api.ports, failed, { code: "tls_error", message: "", retryable: false });
    const late = await ask({ before: page, after: { jobId: failed } });
    expect([late.status, at(late.json, "error")]).to.deep.equal([409, "no_screenshot"]);
    expect(problems(late.json)).to.have.key("after.jobId");
  });

  it("answers 422 when two jobs' screenshots differ in width", async () => {
    const [before, after] = [await completed(), await completed()];
    await api.ports.database.jobs.updateOne({ _id: after }, { $set: { "result.outputs.0.width": 390 } });
    const { status, json } = await ask({ before: { jobId: before }, after: { jobId: after } });
    expect([status, at(json, "error")]).to.deep.equal([422, "dimensions_differ"]);
    expect(at(json, "message")).to.match(/1280 pixels wide, the second 390/);
  });

  it("answers 402 when the account is short", async () => {
    const poor = await api.account({ plan: "free" });
    const { accounts } = api.ports.database;
    await accounts.updateOne({ _id: poor.accountId }, { $set: { "credits.used": 100 } });
    expect((await ask({ before: page, after: page }, poor)).status).to.equal(402);
  });

  it("shows only comparisons, and only the account's own", async () => {
    const { json } = await ask({ before: page, after: page });
    const other = await api.account();
    const statuses = await Promise.all([
      account.client.call("GET", `/render/diff/${await render()}`),
      account.client.call("GET", `/render/diff/${unknownId}`),
      other.client.call("GET", `/render/diff/${textAt(json, "id")}`),
    ]);
    expect(statuses.map(({ status }) => status)).to.deep.equal([404, 404, 404]);
  });
});

describe("POST /render/diff: refused bodies", () => {
  const { ask } = useDiffs();

  const refusals: [name: string, body: Record<string, unknown>, field: string, says: RegExp][] = [
    ["no before", { after: page }, "before", /is required/],
    ["a source of nothing", { before: {}, after: page }, "before", /exactly one of jobId, runId, url and imageUrl/],
    ["a source of two", { before: page, after: { ...page, jobId: unknownId } }, "after", /exactly one/],
    ["a private page", { before: { url: "http://10.0.0.1/" }, after: page }, "before.url", /target_forbidden/],
    [
      "a private file",
      { before: page, after: { imageUrl: "http://[::1]/a.png" } },
      "after.imageUrl",
      /target_forbidden/,
    ],
    ["an unknown mode", { before: page, after: page, mode: "fuzzy" }, "mode", /one of pixel, perceptual/],
    ["a threshold above 1", { before: page, after: page, threshold: 1.1 }, "threshold", /at most 1/],
    [
      "an empty region",
      { before: page, after: page, ignoreRegions: [{ x: 0, y: 0, width: 0, height: 1 }] },
      "ignoreRegions.0.width",
      /at least 1/,
    ],
    [
      "a capture without pages",
      { before: { jobId: unknownId }, after: { jobId: unknownId }, capture: { width: 800 } },
      "capture",
      /neither before nor after has a url/,
    ],
    [
      "cookies for two origins",
      { before: page, after: { url: "https://other.example/" }, capture: { cookies: [{ name: "a", value: "b" }] } },
      "capture.cookies",
      /same origin/,
    ],
    [
      "steps for two origins",
      { before: page, after: { url: "https://other.example/" }, capture: { steps: [{ click: { target: "a" } }] } },
      "capture.steps",
      /same origin/,
    ],
    [
      "a step to a private page",
      { before: page, after: page, capture: { steps: [{ goto: "http://10.0.0.1/" }] } },
      "capture.steps.0.goto",
      /target_forbidden/,
    ],
    [
      "a header that may not be set",
      { before: page, after: page, capture: { headers: { Host: "a" } } },
      "capture.headers.Host",
      /./,
    ],
    [
      "a secret without a receiver",
      { before: page, after: page, webhookSecret: "x".repeat(16) },
      "webhookUrl",
      /required/,
    ],
    [
      "a whsec_ secret that receivers' libraries can't decode",
      { before: page, after: page, webhookUrl: "https://example.com/", webhookSecret: "whsec_short-not-base64!!" },
      "webhookSecret",
      /base64 of 24 to 64 bytes/,
    ],
  ];

  for (const [name, body, field, says] of refusals) {
    it(`refuses ${name}, naming the field`, async () => {
      const { status, json } = await ask(body);
      expect(status).to.equal(400);
      expect(problems(json)[field]).to.match(says);
    });
  }
});
