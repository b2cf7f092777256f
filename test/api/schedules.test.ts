import { expect } from "chai";
import { at, problems, textAt } from "./support/fields.ts";
import type { TestAccount } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";
import { until } from "../support/until.ts";

const url = "https://example.com/";
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

function useSchedules() {
  const { api, account } = useApi();
  const delayed = (body: Record<string, unknown>, { client } = account) =>
    client.call("POST", "/render/scheduled", { body: { url, ...body } });
  const recurring = (body: Record<string, unknown>, { client } = account) =>
    client.call("POST", "/render/schedule-recurring", { body: { url, ...body } });
  const stored = (accountId: string) => api.ports.database.schedules.countDocuments({ accountId });
  return { api, account, delayed, recurring, stored };
}

describe("schedules: creation", () => {
  const { api, account, delayed, recurring } = useSchedules();

  it("answer 201 with the schedule's fields at the top, charge nothing and start their clock", async () => {
    const scheduleAt = inDays(1);
    const { status, json, headers } = await delayed({ scheduleAt, fullPage: true });
    expect(status).to.equal(201);
    expect(json).to.include({ success: true, type: "delayed", status: "active", url, scheduleAt, runCount: 0 });
    expect(at(json, "nextRunAt")).to.equal(scheduleAt);
    expect(headers.get("x-credits-charged")).to.equal(null);
    const id = textAt(json, "id");
    expect(api.orchestrator.orders.at(-1)).to.deep.include({ type: "renderSchedule" });
    expect(at(api.orchestrator.orders.at(-1), "input.scheduleId")).to.equal(id);
    expect(await api.ports.database.ledger.countDocuments({ accountId: account.accountId })).to.equal(0);
    // It is removed behind the reply.
    await until(async () => (await api.ports.database.outbox.findOne({ _id: id })) === null);
  });

  it("of a pattern show it in its plain form", async () => {
    const { status, json } = await recurring({ pattern: " 0  8\t* * *\n" });
    expect([status, at(json, "pattern")]).to.deep.equal([201, "0 8 * * *"]);
  });

  it("of a pattern show it, its end and its limit", async () => {
    const endDate = inDays(400);
    const { status, json } = await recurring({ pattern: "0 8 * * *", endDate, limit: 3 });
    expect(status).to.equal(201);
    expect(json).to.include({ type: "repeatable", pattern: "0 8 * * *", endDate, limit: 3 });
    const next = new Date(textAt(json, "nextRunAt"));
    expect([next.getUTCHours(), next.getUTCMinutes(), next.getTime() > Date.now()]).to.deep.equal([8, 0, true]);
    const days = [0, 1, 2].map((day) => new Date(next.getTime() + day * 86_400_000).toISOString());
    expect(at(json, "nextRuns")).to.deep.equal(days);
    const paused = await account.client.call("PATCH", `/render/scheduled/${textAt(json, "id")}`, {
      body: { status: "paused" },
    });
    expect(at(paused.json, "nextRuns")).to.deep.equal([]);
  });

  it("of a cron show it and its time zone, in which they fire", async () => {
    const { status, json } = await recurring({ cron: " 0 9  * * mon-FRI ", timezone: "Asia/Tokyo" });
    expect(status).to.equal(201);
    expect(json).to.include({ type: "repeatable", cron: "0 9 * * mon-FRI", timezone: "Asia/Tokyo" });
    expect(json).not.to.have.property("pattern");
    const next = new Date(textAt(json, "nextRunAt"));
    expect([next.getUTCHours(), next.getUTCMinutes(), [1, 2, 3, 4, 5].includes(next.getUTCDay())]).to.deep.equal([
      0,
      0,
      true,
    ]);
    const shown = await account.client.call("GET", `/render/scheduled/${textAt(json, "id")}`);
    expect(shown.json).to.include({ cron: "0 9 * * mon-FRI", timezone: "Asia/Tokyo" });
    expect(at(shown.json, "nextRuns")).to.have.length(5);
  });

  it("of a cron without a time zone fire in UTC, and show it", async () => {
    const { status, json } = await recurring({ cron: "30 6 1,15 * *" });
    expect([status, at(json, "timezone")]).to.deep.equal([201, "UTC"]);
    expect(textAt(json, "nextRunAt")).to.match(/-(01|15)T06:30:00\.000Z$/);
  });

  it("keep secrets sealed for themselves", async () => {
    const { json } = await recurring({
      pattern: "* * * * *",
      headers: { "X-Token": "marked-header" },
      cookies: [{ name: "session", value: "marked-cookie" }],
      webhookUrl: "https://example.com/marked-hook",
    });
    const record = await api.ports.database.schedules.findOne({ _id: textAt(json, "id") });
    expect([record?.spec.sealedFor, record?.webhook?.sealedFor]).to.deep.equal([record?._id, record?._id]);
    expect(JSON.stringify([record, json, api.orchestrator.orders])).not.to.include("marked-");
  });
});

describe("schedules: limits", () => {
  const { api, delayed, recurring, stored } = useSchedules();

  const wrong: [
    what: string,
    path: "scheduled" | "recurring",
    body: Record<string, unknown>,
    field: string,
    message: string,
  ][] = [
    ["no time", "scheduled", {}, "scheduleAt", "is required"],
    [
      "a time that is none",
      "scheduled",
      { scheduleAt: "tomorrow" },
      "scheduleAt",
      "must be a date and time with its zone, such as 2026-12-31T09:30:00Z",
    ],
    ["a time in the past", "scheduled", { scheduleAt: inDays(-0.001) }, "scheduleAt", "must not be in the past"],
    ["a time 367 days ahead", "scheduled", { scheduleAt: inDays(366.1) }, "scheduleAt", "at most 366 days ahead"],
    [
      "a pattern on a single time",
      "scheduled",
      { scheduleAt: inDays(1), pattern: "* * * * *" },
      "pattern",
      "not a known field",
    ],
    ["no pattern", "recurring", {}, "pattern", "is required, or cron in its place"],
    [
      "both a pattern and a cron",
      "recurring",
      { pattern: "0 8 * * *", cron: "0 8 * * MON" },
      "cron",
      "excludes pattern: leave one of the two out",
    ],
    [
      "a time zone for a pattern, which is in UTC",
      "recurring",
      { pattern: "0 8 * * *", timezone: "Europe/Berlin" },
      "timezone",
      "goes with cron only, as pattern is always UTC: give cron in place of pattern, or leave it out",
    ],
    [
      "a cron that can't be read",
      "recurring",
      { cron: "0 8 * * MONDAY" },
      "cron",
      'has "MONDAY" as its day of week; supported are',
    ],
    ["a cron that never fires", "recurring", { cron: "0 0 30,31 FEB *" }, "cron", "never fires"],
    [
      "a time zone that does not exist",
      "recurring",
      { cron: "0 8 * * *", timezone: "Europe/Berlim" },
      "timezone",
      "must be the IANA name of a time zone, such as Europe/Berlin; did you mean Europe/Berlin?",
    ],
    ["an offset as a time zone", "recurring", { cron: "0 8 * * *", timezone: "+02:00" }, "timezone", "IANA name"],
    ["an empty time zone", "recurring", { cron: "0 8 * * *", timezone: "" }, "timezone", "IANA name"],
    [
      "an end before the first fire in its time zone",
      "recurring",
      { cron: "0 0 1 1 *", timezone: "Asia/Tokyo", endDate: inDays(0) },
      "endDate",
      "must not be before the first render, which is due at",
    ],
    [
      "a pattern with names",
      "recurring",
      { pattern: "0 8 * * MON" },
      "pattern",
      "supported are `*`, one number, or `*/n`",
    ],
    ["a pattern that never fires", "recurring", { pattern: "0 0 30 2 *" }, "pattern", "never fires"],
    ["a limit that no number holds", "recurring", { pattern: "* * * * *", limit: 1e20 }, "limit", "at most"],
    ["a limit of 0", "recurring", { pattern: "* * * * *", limit: 0 }, "limit", "at least 1"],
    [
      "an end before the first fire",
      "recurring",
      { pattern: "0 0 1 1 *", endDate: inDays(0) },
      "endDate",
      "must not be before the first render",
    ],
    ["an option of renders", "recurring", { pattern: "* * * * *", width: 99 }, "width", "at least 100"],
    ["a private address", "recurring", { pattern: "* * * * *", url: "http://10.0.0.1/" }, "url", "target_forbidden"],
  ];

  for (const [what, path, body, field, message] of wrong) {
    it(`refuse ${what}, store nothing and start nothing`, async () => {
      const other = await api.account();
      const orders = api.orchestrator.orders.length;
      const { status, json } = await (path === "scheduled" ? delayed(body, other) : recurring(body, other));
      expect([status, Object.keys(problems(json))]).to.deep.equal([400, [field]]);
      expect(problems(json)[field]).to.include(message);
      expect([await stored(other.accountId), api.orchestrator.orders.length]).to.deep.equal([0, orders]);
    });
  }

  it("take the edges: 366 days ahead, a limit of 1, an end at the first fire", async () => {
    expect((await delayed({ scheduleAt: inDays(365.99) })).status).to.equal(201);
    const { json } = await recurring({ pattern: "0 0 1 1 *", limit: 1 });
    expect((await recurring({ pattern: "0 0 1 1 *", endDate: textAt(json, "nextRunAt") })).status).to.equal(201);
  });
});

describe("schedules: lists", () => {
  const { api, account, delayed, recurring } = useSchedules();

  let lister: TestAccount;
  const ids: string[] = [];
  before(async () => {
    lister = await api.account();
    for (const days of [3, 1, 2]) ids.push(textAt((await delayed({ scheduleAt: inDays(days) }, lister)).json, "id"));
    ids.push(textAt((await recurring({ pattern: "* * * * *" }, lister)).json, "id"));
  });
  const list = async (query: string, { client } = lister) => {
    const { status, json } = await client.call("GET", `/render/scheduled${query}`);
    const schedules = at(json, "schedules");
    return {
      status,
      total: at(json, "total"),
      ids: Array.isArray(schedules) ? schedules.map((one: unknown) => ids.indexOf(textAt(one, "id"))) : [],
    };
  };

  it("are listed for their owner, the soonest first, with their number", async () => {
    expect(await list("")).to.deep.equal({ status: 200, total: 4, ids: [3, 1, 2, 0] });
    expect(await list("", account)).not.to.have.property("total", 4);
  });
  it("are filtered and paged", async () => {
    expect(await list("?type=delayed")).to.include({ total: 3 });
    expect((await list("?type=repeatable")).ids).to.deep.equal([3]);
    expect(await list("?status=paused")).to.deep.equal({ status: 200, total: 0, ids: [] });
    expect(await list("?limit=2&offset=1")).to.deep.equal({ status: 200, total: 4, ids: [1, 2] });
    expect(await list("?offset=4")).to.deep.equal({ status: 200, total: 4, ids: [] });
  });
  it("have those without a next render last", async () => {
    await api.ports.database.schedules.updateOne(
      { _id: ids[3] ?? "" },
      { $set: { status: "cancelled", nextRunAt: null, dueAt: new Date(8.64e15) } },
    );
    expect((await list("")).ids).to.deep.equal([1, 2, 0, 3]);
  });
  for (const query of ["?limit=0", "?limit=101", "?offset=-1", "?type=x", "?status=x", "?kind=delayed"]) {
    it(`refuse ${query}`, async () => expect((await list(query)).status).to.equal(400));
  }
});

describe("schedules: changes", () => {
  const { api, account, recurring } = useSchedules();

  it("are sent as a signal, and the reply shows the coming state while no worker runs", async function () {
    this.timeout(10_000);
    const id = textAt((await recurring({ pattern: "* * * * *" })).json, "id");
    const { status, json } = await account.client.call("PATCH", `/render/scheduled/${id}`, {
      body: { status: "paused" },
    });
    expect([status, at(json, "status"), at(json, "nextRunAt")]).to.deep.equal([200, "paused", undefined]);
    expect(api.orchestrator.signals.at(-1)).to.deep.equal([`schedule:${id}`, "pause"]);
    // The workflow has not handled the signal yet, so the schedule is shown as active. The last command wins all the same.
    await account.client.call("PATCH", `/render/scheduled/${id}`, { body: { status: "active" } });
    expect(api.orchestrator.signals.at(-1)).to.deep.equal([`schedule:${id}`, "resume"]);
  });

  it("answer 503 while Temporal is away, and change nothing", async () => {
    const id = textAt((await recurring({ pattern: "* * * * *" })).json, "id");
    const { signal } = api.orchestrator;
    api.orchestrator.signal = () => Promise.reject(new Error("away"));
    const { status, headers } = await account.client.call("DELETE", `/render/scheduled/${id}`);
    api.orchestrator.signal = signal;
    expect([status, headers.get("retry-after")]).to.deep.equal([503, "5"]);
    expect(at((await account.client.call("GET", `/render/scheduled/${id}`)).json, "status")).to.equal("active");
  });

  it("that have ended are 409, foreign and unknown ones 404", async () => {
    const id = textAt((await recurring({ pattern: "* * * * *" })).json, "id");
    const other = await api.account();
    const unknown = "01900000-0000-7000-8000-000000000000";
    for (const [method, body] of [["GET"], ["PATCH", { status: "paused" }], ["DELETE"]] as const) {
      const options = body === undefined ? {} : { body };
      expect((await other.client.call(method, `/render/scheduled/${id}`, options)).status).to.equal(404);
      expect((await account.client.call(method, `/render/scheduled/${unknown}`, options)).status).to.equal(404);
    }
    await api.ports.database.schedules.updateOne({ _id: id }, { $set: { status: "completed" } });
    const { status, json } = await account.client.call("DELETE", `/render/scheduled/${id}`);
    expect([status, at(json, "error")]).to.deep.equal([409, "schedule_ended"]);
  });
});
