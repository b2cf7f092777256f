import { expect } from "chai";
import { at, problems, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

function useMonitors() {
  const { api, account } = useApi();
  const monitors = monitorRequests(account);
  /** Creates a monitor without the interval that the others have. */
  const timed = (body: Record<string, unknown>, owner = account) =>
    monitors.create({ intervalMinutes: undefined, ...body }, owner);
  const read = async (id: string) => (await account.client.call("GET", `/render/monitors/${id}`)).json;
  return { api, account, monitors, timed, read };
}

const quietHours = { from: "22:00", to: "07:00" };
const weekdays = { cron: "0 9 * * MON-FRI", timezone: "Europe/Berlin" };

describe("monitors by cron: creation", () => {
  const { api, monitors, timed } = useMonitors();

  it("show the cron, its zone, and the shortest time between two fires as the interval", async () => {
    const { status, json } = await timed({ cron: " 0 9  * * MON-FRI ", timezone: "Europe/Berlin" });
    expect(status).to.equal(201);
    expect(at(json, "monitor")).to.include({ ...weekdays, intervalMinutes: 1_440 });
    // The first run is at once.
    expect(at(json, "monitor.nextRunAt")).to.equal(at(json, "monitor.createdAt"));
    const utc = await timed({ cron: "0,1 9 * * *" });
    expect(at(utc.json, "monitor")).to.include({ cron: "0,1 9 * * *", timezone: "UTC", intervalMinutes: 1 });
    const yearly = await timed({ cron: "0 0 1 1 *" });
    expect(at(yearly.json, "monitor.intervalMinutes")).to.equal(43_200);
  });

  it("show neither with an interval and no quiet hours", async () => {
    const { json } = await monitors.create();
    expect(at(json, "monitor")).not.to.have.any.keys("cron", "timezone");
    expect(at(json, "monitor.alerts.quietHours")).to.equal(null);
  });

  it("take each field within its bounds and refuse it beyond", async () => {
    const bounds: [field: number, good: (string | number)[], bad: (string | number)[]][] = [
      [0, [0, 59], [-1, 60]],
      [1, [0, 23], [-1, 24]],
      [2, [1, 31], [0, 32]],
      [3, [1, 12, "JAN", "DEC"], [0, 13, "JANUARY"]],
      [4, [0, 7, "SUN", "SAT"], [-1, 8, "SUNDAY"]],
    ];
    for (const [field, good, bad] of bounds) {
      const cronOf = (value: string | number) => ["0", "0", "*", "*", "*"].with(field, String(value)).join(" ");
      for (const value of good) expect((await timed({ cron: cronOf(value) })).status, cronOf(value)).to.equal(201);
      for (const value of bad) {
        const { status, json } = await timed({ cron: cronOf(value) });
        expect([status, Object.keys(problems(json))], cronOf(value)).to.deep.equal([400, ["cron"]]);
      }
    }
    expect((await timed({ cron: `0 0 * * ${"1,".repeat(123)}1` })).status).to.equal(201);
    expect((await timed({ cron: `0 0 * * ${"1,".repeat(124)}1` })).status).to.equal(400);
  });

  const refused: [name: string, body: Record<string, unknown>, field: string, message: string][] = [
    ["neither an interval nor a cron", {}, "intervalMinutes", "is required, or cron in its place"],
    ["both", { intervalMinutes: 60, cron: "0 9 * * *" }, "cron", "excludes intervalMinutes: leave one of the two out"],
    ["a cron that never fires", { cron: "0 0 30 2 *" }, "cron", "never fires: no such day exists"],
    ["four fields", { cron: "0 9 * *" }, "cron", "must have five fields"],
    [
      "a mistyped zone",
      { cron: "0 9 * * *", timezone: "Europe/Berlim" },
      "timezone",
      "must be the IANA name of a time zone, such as Europe/Berlin; did you mean Europe/Berlin?",
    ],
    ["an offset as a zone", { cron: "0 9 * * *", timezone: "+02:00" }, "timezone", "IANA name"],
    [
      "a zone of nothing",
      { intervalMinutes: 60, timezone: "Europe/Berlin" },
      "timezone",
      "goes with cron or alerts.quietHours only: give one of them, or leave it out",
    ],
  ];
  for (const [name, body, field, message] of refused) {
    it(`refuse ${name}`, async () => {
      const owner = await api.account();
      const { status, json } = await timed(body, owner);
      expect([status, Object.keys(problems(json))]).to.deep.equal([400, [field]]);
      expect(problems(json)[field]).to.contain(message);
      expect(await api.ports.database.monitors.countDocuments({ accountId: owner.accountId })).to.equal(0);
    });
  }

  it("are bounded by the plan's shortest interval", async () => {
    const owner = await api.account({ plan: "free" });
    const often = await timed({ cron: "0,59 9 * * *" }, owner);
    expect([often.status, at(often.json, "code"), at(often.json, "error")]).to.deep.equal([
      403,
      "plan_limit",
      "The plan free allows intervals of 60 minutes or more; two fires of the cron may be only 59 minutes apart.",
    ]);
    const { status, json } = await timed({ cron: "0 9,10 * * *" }, owner);
    expect(status).to.equal(201);
    const id = textAt(json, "monitor.id");
    expect((await monitors.patch(id, { cron: "*/59 * * * *" }, owner)).status).to.equal(403);
    // The plan has got stricter since.
    await api.ports.database.monitors.updateOne({ _id: id }, { $set: { "spec.intervalMinutes": 59 } });
    const paused = await monitors.patch(id, { status: "paused" }, owner);
    expect(paused.status).to.equal(200);
    const resumed = await monitors.patch(id, { status: "active" }, owner);
    expect([resumed.status, at(resumed.json, "code")]).to.deep.equal([403, "plan_limit"]);
    expect((await monitors.patch(id, { status: "active", cron: "0 9 * * *" }, owner)).status).to.equal(200);
  });
});

describe("monitors by cron: changes", () => {
  const { account, monitors, timed, read } = useMonitors();

  it("replace an interval and a cron by each other", async () => {
    const id = await monitors.created();
    const byCron = await monitors.patch(id, weekdays);
    expect(at(byCron.json, "monitor")).to.include({ ...weekdays, intervalMinutes: 1_440 });
    const next = new Date(textAt(byCron.json, "monitor.nextRunAt"));
    const local = next.toLocaleTimeString("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" });
    expect([next.getTime() > Date.now(), local]).to.deep.equal([true, "09:00"]);
    const other = await monitors.patch(id, { cron: "30 6 * * *" });
    expect(at(other.json, "monitor")).to.include({ cron: "30 6 * * *", timezone: "Europe/Berlin" });
    const zone = await monitors.patch(id, { timezone: "Asia/Tokyo" });
    expect(at(zone.json, "monitor")).to.include({ cron: "30 6 * * *", timezone: "Asia/Tokyo", intervalMinutes: 1_440 });
    const byInterval = await monitors.patch(id, { intervalMinutes: 30 });
    expect(at(byInterval.json, "monitor"))
      .to.include({ intervalMinutes: 30 })
      .and.not.have.any.keys("cron", "timezone");
    expect(at(await read(id), "monitor"))
      .to.include({ intervalMinutes: 30 })
      .and.not.have.any.keys("cron", "timezone");
  });

  it("refuse both, and a zone of nothing", async () => {
    const id = await monitors.created();
    const both = await monitors.patch(id, { intervalMinutes: 60, cron: "0 9 * * *" });
    expect([both.status, Object.keys(problems(both.json))]).to.deep.equal([400, ["cron"]]);
    for (const change of [{ timezone: "Europe/Berlin" }, { timezone: "Europe/Berlin", alerts: { quietHours: null } }]) {
      const { status, json } = await monitors.patch(id, change);
      expect([status, Object.keys(problems(json))]).to.deep.equal([400, ["timezone"]]);
    }
    const { json } = await timed(weekdays);
    const back = await monitors.patch(textAt(json, "monitor.id"), { intervalMinutes: 60, timezone: "Asia/Tokyo" });
    expect([back.status, Object.keys(problems(back.json))]).to.deep.equal([400, ["timezone"]]);
  });

  it("are the same in a bulk call", async () => {
    const id = await monitors.created();
    const { status, json } = await account.client.call("POST", "/render/monitors/bulk", {
      body: {
        operations: [
          { action: "create", monitor: { name: "A", url: "https://example.com/", ...weekdays } },
          { action: "change", id, change: { cron: "0 9 * * *" } },
          { action: "create", monitor: { name: "B", url: "https://example.com/" } },
          { action: "change", id, change: { cron: "0 9 * * *", intervalMinutes: 60 } },
        ],
      },
    });
    expect([status, at(json, "done"), at(json, "failed")]).to.deep.equal([207, 2, 2]);
    expect(at(json, "results.0.monitor")).to.include({ ...weekdays, intervalMinutes: 1_440 });
    expect(at(json, "results.1.monitor")).to.include({ cron: "0 9 * * *", timezone: "UTC" });
    expect(JSON.stringify(at(json, "results.2.problem"))).to.contain("intervalMinutes");
  });
});

describe("monitors with quiet hours", () => {
  const { monitors, read } = useMonitors();

  it("show them and their zone, keep them in other changes, and lose them by null", async () => {
    const { status, json } = await monitors.create({ timezone: "Europe/Berlin", alerts: { quietHours } });
    expect(status).to.equal(201);
    const id = textAt(json, "monitor.id");
    expect(at(json, "monitor")).to.include({ timezone: "Europe/Berlin", intervalMinutes: 60 });
    expect(at(json, "monitor.alerts.quietHours")).to.deep.equal(quietHours);
    await monitors.patch(id, { name: "Other", alerts: { digest: "daily" }, intervalMinutes: 90 });
    expect(at(await read(id), "monitor")).to.deep.include({ timezone: "Europe/Berlin", intervalMinutes: 90 });
    expect(at(await read(id), "monitor.alerts.quietHours")).to.deep.equal(quietHours);
    const without = await monitors.patch(id, { alerts: { quietHours: null } });
    expect(at(without.json, "monitor")).not.to.have.any.keys("cron", "timezone");
    expect(at(await read(id), "monitor.alerts.quietHours")).to.equal(null);
    const utc = await monitors.patch(id, { alerts: { quietHours } });
    expect(at(utc.json, "monitor.timezone")).to.equal("UTC");
  });

  it("take times within a day and refuse others, by name", async () => {
    const create = (hours: unknown) => monitors.create({ alerts: { quietHours: hours } });
    for (const hours of [null, { from: "00:00", to: "23:59" }, { from: "23:59", to: "00:00" }, quietHours]) {
      expect((await create(hours)).status, JSON.stringify(hours)).to.equal(201);
    }
    const wrong: [unknown, string][] = [
      [{ from: "24:00", to: "07:00" }, "alerts.quietHours.from"],
      [{ from: "22:60", to: "07:00" }, "alerts.quietHours.from"],
      [{ from: "9:00", to: "17:00" }, "alerts.quietHours.from"],
      [{ from: "22:00", to: "7 am" }, "alerts.quietHours.to"],
      [{ from: "22:00", to: "22:00" }, "alerts.quietHours.to"],
      [{ from: "22:00" }, "alerts.quietHours.to"],
      [{ ...quietHours, zone: "UTC" }, "alerts.quietHours.zone"],
      ["22:00-07:00", "alerts.quietHours"],
    ];
    for (const [hours, field] of wrong) {
      const { status, json } = await create(hours);
      expect([status, Object.keys(problems(json))], JSON.stringify(hours)).to.deep.equal([400, [field]]);
    }
    const { json } = await create({ from: "24:00", to: "07:00" });
    expect(problems(json)["alerts.quietHours.from"]).to.equal("must be a time from 00:00 to 23:59, such as 22:00");
  });
});
