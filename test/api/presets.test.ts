import { expect } from "chai";
import { removeExpiredTexts } from "#data/pageTexts.ts";
import { days } from "#schemas/settings/retention.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

const url = "https://example.com/";

describe("presets", () => {
  let clock = new Date();
  const { api, account } = useApi({ accountPerTest: true, now: () => clock });
  beforeEach(() => {
    clock = new Date();
  });

  const call = (method: string, path: string, body?: unknown) =>
    account.client.call(method, path, { ...(body !== undefined && { body }) });
  const post = (path: string, body: unknown, key: string) =>
    account.client.call("POST", path, { body, headers: { "Idempotency-Key": key } });
  const make = async (options: Record<string, unknown>, name = "press") => {
    const { status, json } = await call("POST", "/presets", { name, options });
    expect(status, JSON.stringify(json)).to.equal(201);
    return json;
  };
  const optionsOf = async (body: Record<string, unknown>, path = "/render") => {
    const { status, json } = await call("POST", path, body);
    expect(status, JSON.stringify(json)).to.be.oneOf([200, 201, 202]);
    const { jobs } = api.ports.database;
    const job = await jobs.find({ accountId: account.accountId }).sort({ _id: -1 }).limit(1).toArray();
    return { json, spec: job[0]?.spec };
  };

  it("are made, read, listed, changed and deleted, without style sheet and script", async () => {
    const made = await make({
      width: 1440,
      hideSelectors: [".a"],
      css: "canary {}",
      steps: [{ fill: { target: "#a", value: "canary" } }],
      pdf: { format: "a5" },
    });
    expect(at(made, "preset")).to.deep.include({
      name: "press",
      options: { width: 1440, hideSelectors: [".a"], pdf: at(made, "preset.options.pdf") },
      hidden: ["css", "steps"],
    });
    await make({}, "a");
    await make({}, "b-2");
    const first = await call("GET", "/presets?limit=2");
    expect([at(first.json, "presets.0.name"), at(first.json, "presets.1.name")]).to.deep.equal(["a", "b-2"]);
    const rest = await call("GET", `/presets?limit=2&cursor=${textAt(first.json, "nextCursor")}`);
    expect([at(rest.json, "presets.0.name"), at(rest.json, "nextCursor")]).to.deep.equal(["press", null]);
    const changed = await call("PATCH", "/presets/press", {
      options: { width: 800, hideSelectors: null, css: null, script: "canary()", steps: null },
    });
    expect(at(changed.json, "preset")).to.deep.include({
      options: { width: 800, pdf: at(made, "preset.options.pdf") },
      hidden: ["script"],
    });
    expect(JSON.stringify([made, first.json, rest.json, changed.json])).not.to.contain("canary");
    expect((await call("GET", "/presets/press")).json).to.deep.equal(changed.json);
    expect((await call("DELETE", "/presets/press")).status).to.equal(200);
    expect((await call("GET", "/presets/press")).status).to.equal(404);
    expect((await call("DELETE", "/presets/press")).status).to.equal(404);
  });

  it("give a render its options, below those of the request, as of its acceptance", async () => {
    await make({ width: 1440, theme: "dark", format: "png", delay: 2 });
    const { spec } = await optionsOf({ url, preset: "press", width: 800, delay: 0 });
    expect(spec).to.deep.include({ viewport: { width: 800, height: 720 }, theme: "dark" });
    expect(spec?.screenshot?.format).to.equal("png");
    expect(spec).not.to.have.property("delay");
    await call("PATCH", "/presets/press", { options: { theme: "light" } });
    const { jobs } = api.ports.database;
    const [job] = await jobs.find({ accountId: account.accountId }).toArray();
    expect(job?.spec.theme).to.equal("dark");
    const { json } = await call("GET", `/status/${job?._id}`);
    expect(at(json, "job.options")).to.include({ theme: "dark", width: 800 }).and.not.have.property("preset");
  });

  it("count as given: an option of the picture asks for one", async () => {
    await make({ extractMarkdown: true });
    expect((await optionsOf({ url, preset: "press" })).spec?.screenshot).to.equal(null);
    expect((await optionsOf({ url, preset: "press", fullPage: true })).spec?.screenshot?.fullPage).to.equal(true);
    const { status, json } = await call("POST", "/render", {
      url,
      preset: "press",
      selector: "p",
      extractMarkdown: false,
    });
    expect([status, at(json, "warnings")]).to.deep.equal([202, undefined]);
  });

  it("give style sheet and script by reference; those of the request come first", async () => {
    const steps = [{ click: { target: "#a" } }];
    await make({ css: "a {}", script: "1", steps });
    const byPreset = (await optionsOf({ url, preset: "press" })).spec?.texts;
    expect((await optionsOf({ url, css: "a {}", script: "1", steps })).spec?.texts).to.deep.equal(byPreset);
    const mixed = (await optionsOf({ url, preset: "press", css: "b {}" })).spec?.texts;
    expect(mixed?.script).to.equal(byPreset?.script);
    expect(mixed?.css).to.not.equal(byPreset?.css);
  });

  it("keep their texts as long as they exist", async () => {
    await make({ css: "a {}" });
    const { database } = api.ports;
    const count = () => database.pageTexts.countDocuments({ accountId: account.accountId });
    for (const day of [38, 76]) await removeExpiredTexts(database, new Date(clock.getTime() + days(day)));
    expect(await count()).to.equal(1);
    await call("DELETE", "/presets/press");
    await removeExpiredTexts(database, new Date(clock.getTime() + days(114)));
    expect(await count()).to.equal(0);
  });

  it("work in batches, crawls, both schedules and the synchronous call, which take what they know", async () => {
    await make({ width: 900, extractFonts: true, timezone: "Europe/Zurich", theme: "dark" });
    const { batches, crawls, schedules } = api.ports.database;
    const { accountId } = account;
    const preset = "press";
    await optionsOf({ urls: [url], preset }, "/render/smart-batch");
    expect((await batches.findOne({ accountId }))?.spec).to.deep.include({
      theme: "dark",
      emulation: { timezone: "Europe/Zurich" },
    });
    await optionsOf({ url, preset }, "/crawl");
    expect((await crawls.findOne({ accountId }))?.spec.viewport.width).to.equal(900);
    await optionsOf({ url, preset, pattern: "0 4 * * *" }, "/render/schedule-recurring");
    const recurring = await schedules.findOne({ accountId });
    expect(recurring?.spec.extracts).to.include("fonts");
    expect(recurring?.spec).to.not.have.property("emulation");
    expect(recurring?.timing).to.include({ pattern: "0 4 * * *" });
    const scheduleAt = new Date(clock.getTime() + days(1)).toISOString();
    const once = await optionsOf({ url, preset, scheduleAt, theme: "light" }, "/render/scheduled");
    const record = await schedules.findOne({ _id: textAt(once.json, "id") });
    expect(record?.spec).to.deep.include({ theme: "light", emulation: { timezone: "Europe/Zurich" } });
    const refused = await call("POST", "/render/screenshot", { preset, height: 1 });
    expect(Object.keys(problems(refused.json)).toSorted()).to.deep.equal(["height", "url"]);
  });

  it("give a monitor's capture its options, which it shows from then on", async () => {
    await make({ width: 900, theme: "dark", hideSelectors: [".a"], locale: "de" });
    const body = { name: "m", url, intervalMinutes: 60, capture: { preset: "press", theme: "light" } };
    const { status, json } = await call("POST", "/render/monitors", body);
    expect(status).to.equal(201);
    const capture = at(json, "monitor.capture");
    expect(capture).to.deep.include({ width: 900, theme: "light", hideSelectors: [".a"], locale: "de" });
    expect(capture).to.not.have.any.keys("preset");
    await call("PATCH", "/presets/press", { options: { width: 500 } });
    const id = textAt(json, "monitor.id");
    expect(at((await call("GET", `/render/monitors/${id}`)).json, "monitor.capture.width")).to.equal(900);
    const again = await call("PATCH", `/render/monitors/${id}`, { capture: { preset: "press" } });
    expect(at(again.json, "monitor.capture")).to.include({ width: 500, theme: "dark" });
  });

  it("repeat a call with a key as it was, although the preset changed", async () => {
    await make({ width: 900 });
    const first = await post("/render", { url, preset: "press" }, "one");
    await call("PATCH", "/presets/press", { options: { width: 500 } });
    const second = await post("/render", { url, preset: "press" }, "one");
    expect([second.status, at(second.json, "id")]).to.deep.equal([202, at(first.json, "id")]);
    const created = await post("/presets", { name: "other", options: {} }, "two");
    const repeated = await post("/presets", { name: "other", options: {} }, "two");
    expect([created.status, repeated.status, repeated.json]).to.deep.equal([201, 201, created.json]);
  });

  it("are refused by name if they do not exist, here or in the capture of a monitor", async () => {
    const missing = await call("POST", "/render", { url, preset: "nothing" });
    expect([missing.status, problems(missing.json)]).to.deep.equal([
      400,
      { preset: "names no preset of this account: nothing; GET /presets lists them" },
    ]);
    const capture = { preset: "nothing" };
    const monitor = await call("POST", "/render/monitors", { name: "m", url, intervalMinutes: 60, capture });
    expect([monitor.status, Object.keys(problems(monitor.json))]).to.deep.equal([400, ["capture.preset"]]);
    await make({ width: 900 }, "x".repeat(64));
    expect((await call("POST", "/render", { url, preset: "x".repeat(64) })).status).to.equal(202);
    for (const preset of ["", "Press", "a b", "x".repeat(65), 1, null]) {
      const { status, json } = await call("POST", "/render", { url, preset });
      expect([status, Object.keys(problems(json))]).to.deep.equal([400, ["preset"]]);
    }
  });

  it("of another account do not exist", async () => {
    await make({ width: 900 });
    const other = await api.account();
    const { status } = await other.client.call("POST", "/render", { body: { url, preset: "press" } });
    expect(status).to.equal(400);
  });

  it("must have a name of their own and options that fit together", async () => {
    await make({});
    expect(at((await call("POST", "/presets", { name: "press", options: {} })).json, "error")).to.equal(
      "preset_exists",
    );
    for (const [body, fields] of [
      [{ name: "Press", options: {} }, ["name"]],
      [{ name: `a${"x".repeat(64)}`, options: {} }, ["name"]],
      [{ name: "p", options: { omitBackground: true } }, ["options.omitBackground"]],
      [{ name: "p", options: { headers: { a: "b" } } }, ["options.headers"]],
      [{ name: "p", options: { webhookUrl: url } }, ["options.webhookUrl"]],
      [{ name: "p", options: { url } }, ["options.url"]],
      [{ name: "p", options: { hideSelectors: ["..x"] } }, ["options.hideSelectors.0"]],
      [{ name: "p", options: { pdf: { width: "1in" } } }, ["options.pdf.height"]],
      [{ name: "p", options: { css: "ü".repeat(50_001) } }, ["options.css"]],
    ] as const) {
      const { status, json } = await call("POST", "/presets", body);
      expect([status, Object.keys(problems(json))], JSON.stringify(body)).to.deep.equal([400, fields]);
    }
    const unfit = await call("PATCH", "/presets/press", {
      options: { clip: { x: 0, y: 0, width: 1, height: 1 }, selector: "a" },
    });
    expect([unfit.status, Object.keys(problems(unfit.json))]).to.deep.equal([400, ["options.clip"]]);
  });

  it("are at most 100 an account", async () => {
    const { presets } = api.ports.database;
    const { accountId } = account;
    const record = (name: string) => ({
      _id: `${accountId}:${name}`,
      accountId,
      name,
      options: "{}",
      createdAt: clock,
      updatedAt: clock,
    });
    await presets.insertMany(Array.from({ length: 99 }, (_, index) => record(`p${index}`)));
    await make({}, "last");
    const { status, json } = await call("POST", "/presets", { name: "more", options: {} });
    expect([status, at(json, "error")]).to.deep.equal([409, "too_many_presets"]);
  });
});
