import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { beginRun, settleRun } from "#activities/project/runs.ts";
import { creditState } from "../support/creditState.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { type TestAccount, type TestApi, testApi } from "./support/testApi.ts";

const unknown = "01900000-0000-7000-8000-000000000000";
const basic = { name: "Prices", url: "https://example.com/shop", intervalMinutes: 60 };

describe("monitors", () => {
  let api: TestApi;
  let account: TestAccount;
  before(async function () {
    this.timeout(600_000);
    api = await testApi();
    account = await api.account();
  });
  after(() => api.close());

  const create = (body: Record<string, unknown> = {}, { client } = account) =>
    client.call("POST", "/render/monitors", { body: { ...basic, ...body } });
  const created = async (body: Record<string, unknown> = {}, owner = account) =>
    textAt((await create(body, owner)).json, "monitor.id");
  const patch = (id: string, body: unknown, { client } = account) =>
    client.call("PATCH", `/render/monitors/${id}`, { body });

  it("answer 201 with every default, and their workflow is started", async () => {
    const { status, json, headers } = await create();
    expect(status).to.equal(201);
    const id = textAt(json, "monitor.id");
    expect(headers.get("location")).to.equal(`http://api.test/render/monitors/${id}`);
    expect(at(json, "monitor")).to.deep.include({
      name: "Prices",
      status: "active",
      intervalMinutes: 60,
      baselineMode: "rolling",
      changeThreshold: 0.01,
      capture: { fullPage: true, regions: false, format: "jpg", quality: 80 },
      diff: { mode: "perceptual", visualization: "overlay" },
      alerts: { email: { account: true, recipientIds: [] }, webhook: { configured: false, signed: false } },
      baselineRunId: null,
      lastRunAt: null,
      incident: null,
    });
    expect(at(json, "monitor.nextRunAt")).to.equal(at(json, "monitor.createdAt"));
    expect(api.orchestrator.orders.at(-1)).to.deep.include({ type: "monitor" });
  });

  const bounds: [field: string, good: unknown[], bad: unknown[]][] = [
    ["name", ["a", "a".repeat(100)], ["", "   ", "a".repeat(101), 1, null]],
    ["url", ["http://example.com"], ["ftp://example.com/", "example.com", "http://10.0.0.1/", 1]],
    ["intervalMinutes", [1, 43_200], [0, 43_201, 1.5, "60"]],
    ["baselineMode", ["rolling", "fixed"], ["other", ""]],
    ["changeThreshold", [0, 1, 0.5], [-0.01, 1.01, "0"]],
    ["status", ["active", "paused"], ["deleted", "paused_plan_limit"]],
    ["capture.quality", [1, 100], [0, 101]],
    ["capture.timeout", [10, 60], [9, 61]],
    ["capture.width", [100, 3840], [99, 3841]],
    ["capture.height", [100, 2160], [99, 2161]],
    ["capture.format", ["jpg", "png"], ["webp"]],
    ["capture.theme", ["light", "dark"], ["blue"]],
    ["capture.waitUntil", ["load", "networkidle2"], ["never"]],
    ["capture.device", ["iphone-15-pro"], ["nokia-3310"]],
    ["capture.storage_provider", ["s3", "b2", "r2"], ["ftp"]],
    ["diff.mode", ["pixel", "perceptual"], ["other"]],
    ["diff.visualization", ["overlay", "heatmap", "mask", "none"], ["other"]],
    ["alerts.email.account", [true, false], ["yes"]],
    ["alerts.webhook.url", ["https://example.com/hook"], ["ftp://example.com", "http://127.0.0.1/"]],
  ];
  for (const [field, good, bad] of bounds) {
    it(`take ${field} within its bounds and refuse it beyond, by name`, async () => {
      for (const value of good) expect((await create(nest(field, value))).status, String(value)).to.equal(201);
      const other = await api.account();
      for (const value of bad) {
        const { status, json } = await create(nest(field, value), other);
        expect([status, Object.keys(problems(json))], String(value)).to.deep.equal([400, [field]]);
      }
      const stored = await api.ports.database.monitors.countDocuments({ accountId: other.accountId });
      expect(stored).to.equal(0);
    });
  }

  it("take a webhook's secret within its bounds and refuse it beyond, by name", async () => {
    const webhook = (secret: unknown) => create({ alerts: { webhook: { url: "https://example.com/hook", secret } } });
    for (const secret of [null, "sixteen letters!"]) expect((await webhook(secret)).status).to.equal(201);
    for (const secret of ["short", 1, ""]) {
      const { status, json } = await webhook(secret);
      expect([status, Object.keys(problems(json))]).to.deep.equal([400, ["alerts.webhook.secret"]]);
    }
  });

  it("need an address for a new webhook", async () => {
    const { status, json } = await create({ alerts: { webhook: { secret: "sixteen letters!" } } });
    expect([status, problems(json)]).to.deep.equal([400, { "alerts.webhook.url": "is required" }]);
  });

  it("refuse unknown fields, cookies with others, and more than five recipients", async () => {
    const ids = Array.from({ length: 6 }, (_, index) => `01900000-0000-7000-8000-00000000000${index}`);
    const wrong: [Record<string, unknown>, string][] = [
      [{ interval: 60 }, "interval"],
      [{ diff: { extra: 1 } }, "diff.extra"],
      [{ capture: { cookies: [{ name: "a", value: "b", extra: 1 }] } }, "capture.cookies.0.extra"],
      [{ capture: { cookies: [{ name: "a" }] } }, "capture.cookies.0.value"],
      [{ capture: { headers: { Host: "a" } } }, "capture.headers.Host"],
      [{ capture: { hideSelectors: [".a", "..b"] } }, "capture.hideSelectors.1"],
      [{ capture: { clickSelectors: ["div{"] } }, "capture.clickSelectors.0"],
      [{ alerts: { email: { recipientIds: ids } } }, "alerts.email.recipientIds"],
    ];
    for (const [body, field] of wrong) {
      const { status, json } = await create(body);
      expect([status, Object.keys(problems(json))], field).to.deep.equal([400, [field]]);
    }
    for (const name of ["name", "url", "intervalMinutes"]) {
      const { json } = await create({ [name]: undefined });
      expect(problems(json)).to.deep.equal({ [name]: "is required" });
    }
  });

  it("keep a capture's other properties and return them, but never one that looks like a secret", async () => {
    const capture = {
      note: "kept",
      nested: { "$a.b": [1] },
      accessKey: "marked",
      deep: { token: "marked" },
      headers: { A: "marked" },
    };
    const { json, bytes } = await create({ capture });
    expect(at(json, "monitor.capture")).to.deep.include({ note: "kept", nested: { "$a.b": [1] } });
    expect(bytes.toString()).not.to.include("marked");
    const record = await api.ports.database.monitors.findOne({ _id: textAt(json, "monitor.id") });
    expect(JSON.stringify(record)).not.to.include("marked");
    expect(record?.spec.captureSecrets.extras.map(({ name }) => name)).to.deep.equal(["accessKey", "deep"]);
  });

  it("store their pictures where bucket and keys are given, keep the keys, and show them to nobody", async () => {
    const incomplete = await create({ capture: { store: true, storage_provider: "s3" } });
    const needed = ["storage_bucket", "storage_access_key_id", "storage_secret_access_key"].map(
      (field) => `capture.${field}`,
    );
    expect([incomplete.status, Object.keys(problems(incomplete.json))]).to.deep.equal([400, needed]);
    const keys = { storage_access_key_id: "marked-id", storage_secret_access_key: "marked-key" };
    const capture = { store: true, storage_provider: "s3", storage_bucket: "captures", ...keys };
    const id = await created({ capture });
    const stored = async () => (await api.ports.database.monitors.findOne({ _id: id }))?.spec.storage;
    const before = await stored();
    const { json } = await patch(id, { capture: { storage_path: "shots/{id}.{ext}" } });
    expect(at(json, "monitor.capture")).to.include({ store: true, storage_bucket: "captures" });
    expect(JSON.stringify([json, await api.ports.database.monitors.findOne({ _id: id })])).to.not.include("marked");
    const { accessKeyId, secretAccessKey, path } = (await stored()) ?? {};
    expect({ accessKeyId, secretAccessKey, path }).to.deep.equal({
      accessKeyId: before?.accessKeyId,
      secretAccessKey: before?.secretAccessKey,
      path: "shots/{id}.{ext}",
    });
    const wrong = await patch(id, { capture: { storage_path: "/{nothing}" } });
    expect([wrong.status, Object.keys(problems(wrong.json))]).to.deep.equal([400, ["capture.storage_path"]]);
    await patch(id, { capture: { store: false } });
    expect(await stored()).to.equal(null);
  });

  it("are changed field by field; what is left out stays, inside capture and alerts as well", async () => {
    const webhook = { url: "https://example.com/hook", secret: "sixteen letters!" };
    const id = await created({ capture: { width: 800, cookies: [{ name: "a", value: "b" }] }, alerts: { webhook } });
    const { json } = await patch(id, { name: "New", capture: { height: 600 }, alerts: { email: { account: false } } });
    expect(at(json, "monitor")).to.deep.include({ name: "New", intervalMinutes: 60 });
    expect(at(json, "monitor.capture")).to.deep.include({ width: 800, height: 600, cookies: [{ name: "a" }] });
    expect(at(json, "monitor.alerts")).to.deep.equal({
      email: { account: false, recipientIds: [] },
      webhook: { configured: true, signed: true },
    });
    const unsigned = await patch(id, { alerts: { webhook: { secret: null } } });
    expect(at(unsigned.json, "monitor.alerts.webhook")).to.deep.equal({ configured: true, signed: false });
    const none = await patch(id, { alerts: { webhook: null } });
    expect(at(none.json, "monitor.alerts.webhook")).to.deep.equal({ configured: false, signed: false });
    expect(api.orchestrator.signals.at(-1)).to.deep.equal([`monitor:${id}`, "changed"]);
    expect((await patch(id, {})).status).to.equal(400);
  });

  it("lose no change when many come at once", async () => {
    const id = await created();
    const changes = ["name", "intervalMinutes", "changeThreshold"].map((field, index) => ({
      [field]: ["Many", 90, 0.5][index],
    }));
    const replies = await Promise.all(changes.map((change) => patch(id, change)));
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const { json } = await account.client.call("GET", `/render/monitors/${id}`);
    expect(at(json, "monitor")).to.include({ name: "Many", intervalMinutes: 90, changeThreshold: 0.5 });
  });

  it("are listed newest first with their number, by status, page by page", async () => {
    const owner = await api.account();
    const ids = [await created({}, owner), await created({ status: "paused" }, owner), await created({}, owner)];
    const list = async (query: string) => {
      const { json } = await owner.client.call("GET", `/render/monitors${query}`);
      const monitors = at(json, "monitors");
      const found = Array.isArray(monitors) ? monitors.map((one: unknown) => ids.indexOf(textAt(one, "id"))) : [];
      return { total: at(json, "total"), found, next: at(json, "nextCursor") };
    };
    expect(await list("")).to.deep.equal({ total: 3, found: [2, 1, 0], next: null });
    expect(await list("?status=paused")).to.deep.equal({ total: 1, found: [1], next: null });
    const first = await list("?limit=2");
    expect(first.found).to.deep.equal([2, 1]);
    expect((await list(`?limit=2&cursor=${String(first.next)}`)).found).to.deep.equal([0]);
    await owner.client.call("DELETE", `/render/monitors/${ids[2]}`);
    expect(await list("")).to.deep.include({ total: 2, found: [1, 0] });
    expect((await list("?status=deleted")).found).to.deep.equal([2]);
  });

  it("are run by hand: charged, queued and told, one at a time", async () => {
    const owner = await api.account({ plan: "free" });
    const id = await created({}, owner);
    const { status, json, headers } = await owner.client.call("POST", `/render/monitors/${id}/run`);
    expect([status, headers.get("x-credits-charged"), headers.get("x-credits-remaining")]).to.deep.equal([
      202,
      "1",
      "99",
    ]);
    expect(at(json, "run")).to.deep.include({ monitorId: id, status: "queued", trigger: "initial" });
    const runId = textAt(json, "run.id");
    expect(api.orchestrator.signals.at(-1)).to.deep.equal([`monitor:${id}`, "run"]);
    const again = await owner.client.call("POST", `/render/monitors/${id}/run`);
    expect([again.status, at(again.json, "code")]).to.deep.equal([409, "run_in_progress"]);
    expect(await api.ports.database.ledger.countDocuments({ accountId: owner.accountId })).to.equal(1);
    const run = await owner.client.call("GET", `/render/monitors/${id}/runs/${runId}`);
    expect(at(run.json, "run.id")).to.equal(runId);
    const output = await owner.client.call("GET", `/render/monitors/${id}/runs/${runId}/outputs/screenshot`);
    expect(output.status).to.equal(409);
  });

  it("compare a run asked for in the moment when the first has ended, and charge it so", async () => {
    const { database } = api.ports;
    const id = await created();
    const run = { runId: uuidv7(), monitorId: id, baselineRunId: null };
    const version = Date.now() * 1_000;
    await beginRun(database, { ...run, manual: false, version });
    expect((await account.client.call("POST", `/render/monitors/${id}/run`)).status).to.equal(409);
    const picture = { key: "", contentType: "image/png", bytes: 1, sha256: "", width: 1, height: 1 };
    const page = { statusCode: 200, title: "", contentType: "text/html" };
    const capture = { lossless: picture, screenshot: picture, regionsKey: null, page };
    const end = { status: "completed", capture, findings: null, visualization: null } as const;
    // The monitor's own workflow has not shown anything yet.
    await settleRun(database, { ...run, captureRev: 1, end, version: version + 1 });
    const { json } = await account.client.call("POST", `/render/monitors/${id}/run`);
    expect(at(json, "run")).to.deep.nested.include({ trigger: "manual", "credits.charged": 2 });
    const stored = await database.runs.findOne({ _id: textAt(json, "run.id") });
    expect(stored?.comparedToRunId).to.equal(run.runId);
  });

  it("charge a run for what it came to where a change of the monitor came between its charge and its capture", async () => {
    const { database } = api.ports;
    const picture = { key: "", contentType: "image/png", bytes: 1, sha256: "", width: 1, height: 1 };
    const page = { statusCode: 200, title: "", contentType: "text/html" };
    const capture = { lossless: picture, screenshot: picture, regionsKey: "regions", page };
    const end = { status: "completed", capture, findings: null, visualization: null } as const;
    const changes = [
      { change: { capture: { regions: true, width: 800 } }, regionsKey: "regions", net: 3 },
      { change: { capture: { width: 800, regions: false } }, regionsKey: null, net: 1 },
    ];
    for (const { change, regionsKey, net } of changes) {
      const owner = await api.account({ plan: "starter" });
      const id = await created({ capture: { regions: true } }, owner);
      const first = { runId: uuidv7(), monitorId: id, baselineRunId: null, captureRev: 1 };
      const version = Date.now() * 1_000;
      await beginRun(database, { ...first, manual: false, version });
      await settleRun(database, { ...first, end, version: version + 1 });
      const path = `/render/monitors/${id}/run`;
      const { json, headers } = await owner.client.call("POST", path);
      expect([at(json, "run.trigger"), headers.get("x-credits-charged")]).to.deep.equal(["manual", "4"]);
      expect((await patch(id, change, owner)).status).to.equal(200);
      // The monitor's workflow hears of both at once, and has no baseline any more when it begins the run.
      const run = { runId: textAt(json, "run.id"), monitorId: id, baselineRunId: null, captureRev: 2 };
      await beginRun(database, { ...run, manual: true, version: version + 2 });
      const settled = { ...run, end: { ...end, capture: { ...capture, regionsKey } }, version: version + 3 };
      // Doing it again gives nothing more back.
      for (let times = 0; times < 2; times += 1) await settleRun(database, settled);
      const shown = await owner.client.call("GET", `/render/monitors/${id}/runs/${run.runId}`);
      expect(at(shown.json, "run.credits")).to.deep.equal({ charged: 4, refunded: 4 - net, net });
      expect((await creditState(database, owner.accountId)).used).to.equal(3 + net);
    }
  });

  it("are not run without credits, nor while the plan stands against it", async () => {
    const owner = await api.account({ plan: "free" });
    const id = await created({}, owner);
    await api.ports.database.accounts.updateOne({ _id: owner.accountId }, { $set: { "credits.used": 100 } });
    const broke = await owner.client.call("POST", `/render/monitors/${id}/run`);
    expect([broke.status, at(broke.json, "code")]).to.deep.equal([402, "insufficient_credits"]);
    await api.ports.database.monitors.updateOne({ _id: id }, { $set: { "state.planLimit": "credits" } });
    const limited = await owner.client.call("POST", `/render/monitors/${id}/run`);
    expect([limited.status, at(limited.json, "code")]).to.deep.equal([409, "monitor_paused_plan_limit"]);
    const { json } = await owner.client.call("GET", `/render/monitors/${id}`);
    expect(at(json, "monitor.status")).to.equal("paused_plan_limit");
  });

  it("are not resumed while the plan still stands against it", async () => {
    const { accounts, monitors } = api.ports.database;
    const owner = await api.account({ plan: "free" });
    const older = await created({}, owner);
    const resume = async (id: string) => {
      const { status, json } = await patch(id, { status: "active" }, owner);
      return status === 200 ? status : [status, at(json, "code")];
    };
    await monitors.updateOne({ _id: older }, { $set: { "state.planLimit": "credits" } });
    await accounts.updateOne({ _id: owner.accountId }, { $set: { "credits.used": 100 } });
    expect(await resume(older)).to.deep.equal([403, "plan_limit"]);
    expect((await patch(older, { name: "Other" }, owner)).status).to.equal(200);
    await accounts.updateOne({ _id: owner.accountId }, { $set: { "credits.used": 0 } });
    expect(await resume(older)).to.equal(200);

    // One more than the plan allows, from the time of a larger one: the oldest are kept running.
    const record = await monitors.findOne({ _id: older });
    if (record === null) throw new Error("The monitor is gone.");
    const newer = uuidv7();
    await monitors.insertOne({ ...record, _id: newer, state: { ...record.state, planLimit: "count" } });
    expect(await resume(newer)).to.deep.equal([403, "plan_limit"]);
    expect((await owner.client.call("DELETE", `/render/monitors/${older}`)).status).to.equal(200);
    expect(await resume(newer)).to.equal(200);
  });

  it("are bounded by the plan, in number and interval", async () => {
    const owner = await api.account({ plan: "free" });
    const often = await create({ intervalMinutes: 59 }, owner);
    expect([often.status, at(often.json, "code")]).to.deep.equal([403, "plan_limit"]);
    const id = await created({}, owner);
    const second = await create({}, owner);
    expect([second.status, at(second.json, "error")]).to.deep.equal([
      403,
      "The plan free allows 1 monitor; delete one first.",
    ]);
    expect((await patch(id, { intervalMinutes: 30 }, owner)).status).to.equal(403);
  });

  it("of another account, unknown and deleted ones are 404 on every path", async () => {
    const id = await created();
    const other = await api.account();
    const gone = await created();
    await account.client.call("DELETE", `/render/monitors/${gone}`);
    const paths: [method: string, path: string, body?: unknown][] = [
      ["GET", ""],
      ["PATCH", "", { name: "x" }],
      ["DELETE", ""],
      ["POST", "/run"],
      ["POST", "/baseline", { runId: unknown }],
      ["GET", "/runs"],
      ["GET", `/runs/${unknown}`],
      ["GET", `/runs/${unknown}/outputs/screenshot`],
    ];
    for (const [method, path, body] of paths) {
      const options = body === undefined ? {} : { body };
      const foreign = await other.client.call(method, `/render/monitors/${id}${path}`, options);
      expect(foreign.status, `${method} ${path}`).to.equal(404);
      const none = await account.client.call(method, `/render/monitors/${unknown}${path}`, options);
      expect(none.status, `${method} ${path}`).to.equal(404);
      if (path.startsWith("/runs")) continue;
      const deleted = await account.client.call(method, `/render/monitors/${gone}${path}`, options);
      expect(deleted.status, `${method} ${path}`).to.equal(404);
    }
  });

  it("are read with the scope read, and changed with the scope monitor alone", async () => {
    const reader = await api.account({ scopes: ["read"] });
    expect((await reader.client.call("GET", "/render/monitors")).status).to.equal(200);
    expect((await create({}, reader)).status).to.equal(403);
    const renderer = await api.account({ scopes: ["render"] });
    expect((await renderer.client.call("GET", "/render/monitors")).status).to.equal(403);
  });
});

/** A body with one value at a dotted path. */
function nest(path: string, value: unknown): Record<string, unknown> {
  const [first = "", ...rest] = path.split(".");
  return { [first]: rest.length === 0 ? value : nest(rest.join("."), value) };
}
