import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { at, problems, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

const unknown = "01900000-0000-7000-8000-000000000000";

function useMonitors() {
  const { api, account } = useApi();
  const monitors = monitorRequests(account);
  return { api, account, monitors };
}

describe("monitors: creation", () => {
  const { api, monitors } = useMonitors();

  it("answer 201 with every default, and their workflow is started", async () => {
    const { status, json, headers } = await monitors.create();
    expect(status).to.equal(201);
    const id = textAt(json, "monitor.id");
    expect(headers.get("location")).to.equal(`http://api.test/render/monitors/${id}`);
    expect(at(json, "monitor")).to.deep.include({
      name: "Prices",
      status: "active",
      intervalMinutes: 60,
      baselineMode: "rolling",
      changeThreshold: 0,
      capture: { fullPage: true, regions: false, format: "jpg", quality: 80 },
      diff: { mode: "perceptual", visualization: "overlay" },
      alerts: {
        email: { account: true, recipientIds: [] },
        webhook: { configured: false, signed: false },
        channels: [],
        digest: "none",
        notifyRecovery: false,
        quietHours: null,
        targetIds: [],
      },
      baselineRunId: null,
      lastRunAt: null,
      incident: null,
    });
    expect(at(json, "monitor.nextRunAt")).to.equal(at(json, "monitor.createdAt"));
    expect(at(json, "credits")).to.deep.equal({ perRun: 2, perMonth: 1_440 });
    expect(api.orchestrator.orders.at(-1)).to.deep.include({ type: "monitor" });
  });

  it("are shown with their price by a dry run, which makes nothing", async () => {
    const { client } = await api.account({ plan: "pro" });
    const orders = api.orchestrator.orders.length;
    const plan = (body: object) =>
      client.call("POST", "/render/monitors?dryRun=true", {
        body: { name: "Prices", url: "https://example.com/", ...body },
      });
    const hourly = await plan({ intervalMinutes: 60, tags: ["shop"] });
    expect(hourly.status).to.equal(200);
    expect(at(hourly.json, "credits")).to.deep.equal({ perRun: 2, perMonth: 1_440 });
    expect(at(hourly.json, "monitor")).to.deep.include({ name: "Prices", tags: ["shop"], status: "active" });
    const parts = await plan({ cron: "0 9,17 * * *", capture: { regions: true } });
    expect(at(parts.json, "credits")).to.deep.equal({ perRun: 4, perMonth: 240 });
    const words = await plan({ intervalMinutes: 1_440, capture: { text: true, changeOn: "text" } });
    expect(at(words.json, "credits")).to.deep.equal({ perRun: 1, perMonth: 30 });
    expect(problems((await plan({ intervalMinutes: 0 })).json)).to.have.property("intervalMinutes");
    expect(at((await client.call("GET", "/render/monitors")).json, "total")).to.equal(0);
    expect(api.orchestrator.orders.length).to.equal(orders);
  });

  it("are bounded by the plan, in number and interval", async () => {
    const owner = await api.account({ plan: "free" });
    const often = await monitors.create({ intervalMinutes: 59 }, owner);
    expect([often.status, at(often.json, "code")]).to.deep.equal([403, "plan_limit"]);
    const id = await monitors.created({}, owner);
    const second = await monitors.create({}, owner);
    expect([second.status, at(second.json, "error")]).to.deep.equal([
      403,
      "The plan free allows 1 monitor; delete one first.",
    ]);
    const third = { name: "Prices", url: "https://example.com/", intervalMinutes: 60 };
    expect((await owner.client.call("POST", "/render/monitors?dryRun=true", { body: third })).status).to.equal(403);
    expect((await monitors.patch(id, { intervalMinutes: 30 }, owner)).status).to.equal(403);
  });
});

describe("monitors: changes", () => {
  const { api, monitors } = useMonitors();

  it("change field by field; omitted fields stay, inside capture and alerts too", async () => {
    const webhook = { url: "https://example.com/hook", secret: "sixteen letters!" };
    const id = await monitors.created({
      capture: { width: 800, cookies: [{ name: "a", value: "b" }] },
      alerts: { webhook },
    });
    const { json } = await monitors.patch(id, {
      name: "New",
      capture: { height: 600 },
      alerts: { email: { account: false } },
    });
    expect(at(json, "monitor")).to.deep.include({ name: "New", intervalMinutes: 60 });
    expect(at(json, "monitor.capture")).to.deep.include({ width: 800, height: 600, cookies: [{ name: "a" }] });
    expect(at(json, "monitor.alerts")).to.deep.equal({
      email: { account: false, recipientIds: [] },
      webhook: { configured: true, signed: true },
      channels: [],
      digest: "none",
      notifyRecovery: false,
      quietHours: null,
      targetIds: [],
    });
    const unsigned = await monitors.patch(id, { alerts: { webhook: { secret: null } } });
    expect(at(unsigned.json, "monitor.alerts.webhook")).to.deep.equal({ configured: true, signed: false });
    const none = await monitors.patch(id, { alerts: { webhook: null } });
    expect(at(none.json, "monitor.alerts.webhook")).to.deep.equal({ configured: false, signed: false });
    expect(api.orchestrator.signals.at(-1)).to.deep.equal([`monitor:${id}`, "changed"]);
    expect((await monitors.patch(id, {})).status).to.equal(400);
  });

  it("reset fields that a change sets to null: to their default or to none; omitted fields stay", async () => {
    const { database } = api.ports;
    const keys = { storage_access_key_id: "key-id", storage_secret_access_key: "key" };
    const capture = {
      device: "iphone-15-pro",
      timeout: 45,
      quality: 50,
      fullPage: false,
      blockAds: true,
      hideSelectors: [".a"],
      clickSelectors: [".b"],
      scrollToElement: "#c",
      headers: { A: "b" },
      cookies: [{ name: "a", value: "b" }],
      note: "kept",
      apiToken: "sealed",
      store: true,
      storage_provider: "s3",
      storage_bucket: "captures",
      ...keys,
    };
    const id = await monitors.created({ capture: { ...capture, width: 800 } });
    const nothing = Object.fromEntries(Object.keys(capture).map((name) => [name, null]));
    const { status, json } = await monitors.patch(id, { capture: nothing });
    const usual = { fullPage: true, regions: false, format: "jpg", quality: 80 };
    expect([status, at(json, "monitor.capture")]).to.deep.equal([200, { ...usual, width: 800 }]);
    const record = await database.monitors.findOne({ _id: id });
    expect(JSON.parse(record?.spec.capture ?? "")).to.deep.equal({ ...usual, width: 800 });
    expect(record?.spec).to.deep.include({ captureSecrets: {}, storage: null });
    expect(record?.captureRev).to.equal(2);
  });

  it("keep their fields consistent when a change removes one", async () => {
    const keys = { storage_access_key_id: "key-id", storage_secret_access_key: "key" };
    const stored = { store: true, storage_provider: "s3", storage_bucket: "captures", ...keys };
    const id = await monitors.created({ capture: { ...stored, device: "iphone-15-pro" } });
    for (const name of ["storage_bucket", "storage_secret_access_key"]) {
      const { status, json } = await monitors.patch(id, { capture: { [name]: null } });
      expect([status, Object.keys(problems(json))], name).to.deep.equal([400, [`capture.${name}`]]);
    }
    const wrong = await monitors.patch(id, { capture: { device: "nokia-3310", width: 1, headers: null } });
    expect([wrong.status, Object.keys(problems(wrong.json))]).to.deep.equal([400, ["capture.device", "capture.width"]]);
    expect((await monitors.create({ capture: { device: null } })).status, "nothing to take away yet").to.equal(400);
  });
});

describe("monitors: changes at once, and limits", () => {
  const { api, account, monitors } = useMonitors();

  it("lose no change when many arrive at once", async () => {
    const id = await monitors.created();
    const changes = ["name", "intervalMinutes", "changeThreshold"].map((field, index) => ({
      [field]: ["Many", 90, 0.5][index],
    }));
    const replies = await Promise.all(changes.map((change) => monitors.patch(id, change)));
    expect(replies.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    const { json } = await account.client.call("GET", `/render/monitors/${id}`);
    expect(at(json, "monitor")).to.include({ name: "Many", intervalMinutes: 90, changeThreshold: 0.5 });
  });

  it("are not resumed while the plan's limits forbid it", async () => {
    const { database } = api.ports;
    const owner = await api.account({ plan: "free" });
    const older = await monitors.created({}, owner);
    const resume = async (id: string) => {
      const { status, json } = await monitors.patch(id, { status: "active" }, owner);
      return status === 200 ? status : [status, at(json, "code")];
    };
    await database.monitors.updateOne({ _id: older }, { $set: { "state.planLimit": "credits" } });
    await database.accounts.updateOne({ _id: owner.accountId }, { $set: { "credits.used": 100 } });
    expect(await resume(older)).to.deep.equal([403, "plan_limit"]);
    expect((await monitors.patch(older, { name: "Other" }, owner)).status).to.equal(200);
    await database.accounts.updateOne({ _id: owner.accountId }, { $set: { "credits.used": 0 } });
    expect(await resume(older)).to.equal(200);

    // One more than the plan allows, from the time of a larger one: the oldest are kept running.
    const record = await database.monitors.findOne({ _id: older });
    if (record === null) throw new Error("The monitor is gone.");
    const newer = uuidv7();
    await database.monitors.insertOne({ ...record, _id: newer, state: { ...record.state, planLimit: "count" } });
    expect(await resume(newer)).to.deep.equal([403, "plan_limit"]);
    expect((await owner.client.call("DELETE", `/render/monitors/${older}`)).status).to.equal(200);
    expect(await resume(newer)).to.equal(200);
  });
});

describe("monitors: lists and access", () => {
  const { api, account, monitors } = useMonitors();

  it("are listed newest first with their number, by status, page by page", async () => {
    const owner = await api.account();
    const ids = [
      await monitors.created({}, owner),
      await monitors.created({ status: "paused" }, owner),
      await monitors.created({}, owner),
    ];
    const list = async (query: string) => {
      const { json } = await owner.client.call("GET", `/render/monitors${query}`);
      const listed = at(json, "monitors");
      const found = Array.isArray(listed) ? listed.map((one: unknown) => ids.indexOf(textAt(one, "id"))) : [];
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

  it("of another account, unknown and deleted ones are 404 on every path", async () => {
    const id = await monitors.created();
    const other = await api.account();
    const gone = await monitors.created();
    await account.client.call("DELETE", `/render/monitors/${gone}`);
    const paths: [method: string, path: string, body?: unknown][] = [
      ["GET", ""],
      ["PATCH", "", { name: "x" }],
      ["DELETE", ""],
      ["POST", "/run"],
      ["POST", "/acknowledge"],
      ["DELETE", "/acknowledge"],
      ["GET", "/baselines"],
      ["GET", "/incidents"],
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

  it("need the scope read for reading and the scope monitor for changes", async () => {
    const reader = await api.account({ scopes: ["read"] });
    expect((await reader.client.call("GET", "/render/monitors")).status).to.equal(200);
    expect((await monitors.create({}, reader)).status).to.equal(403);
    const renderer = await api.account({ scopes: ["render"] });
    expect((await renderer.client.call("GET", "/render/monitors")).status).to.equal(403);
  });
});
