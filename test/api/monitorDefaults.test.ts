import { expect } from "chai";
import { hasReceiver } from "#data/receivers.ts";
import { DefaultPath } from "#schemas/monitor/defaultPaths.ts";
import { MonitorDefaults } from "#schemas/monitor/defaults.ts";
import { Monitor } from "#schemas/monitor/monitor.ts";
import { sharedByMonitors } from "#schemas/options/index.ts";
import { at, eachAt, problems, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

const page = { name: "Shop", url: "https://shop.example.com/", intervalMinutes: 60 };
const quietHours = { from: "22:00", to: "07:00" };
const unknownId = "00000000-0000-7000-8000-000000000000";
const tags = Array.from({ length: 50 }, (_, index) => `tag ${index}`);

describe("defaults of monitors", () => {
  const { account, api } = useApi({ accountPerTest: true });
  const call = (method: string, path: string, given?: object) =>
    account.client.call(method, path, given === undefined ? {} : { body: given });
  const set = async (path: string, settings: object) => {
    const { status, json } = await call("PATCH", `/monitor-defaults${path}`, settings);
    expect(status, JSON.stringify(json)).to.equal(200);
    return at(json, "monitorDefaults");
  };
  const make = async (change: object = {}) =>
    textAt((await call("POST", "/render/monitors", { ...page, ...change })).json, "monitor.id");
  const inheritedBy = async (id: string) => at((await call("GET", `/render/monitors/${id}`)).json, "monitor.inherited");
  const captureRevOf = async (id: string) => (await api.ports.database.monitors.findOne({ _id: id }))?.captureRev;

  it("are set for the account and for tags, changed one by one, listed and removed", async () => {
    await set("", { timezone: "Europe/Berlin", alerts: { quietHours, digest: "daily" } });
    const ofTag = await set("/on%20sale", { changeThreshold: 0.1, capture: { theme: "dark", delay: 2 } });
    expect(ofTag).to.deep.include({
      tag: "on sale",
      changeThreshold: 0.1,
      capture: { theme: "dark", delay: 2 },
      alerts: {},
    });
    const changed = await set("", { timezone: null, alerts: { digest: null, email: { account: false } } });
    expect(changed).to.deep.include({ tag: null, capture: {}, alerts: { quietHours, email: { account: false } } });
    expect(changed).to.not.have.property("timezone");
    expect(await set("", { alerts: { email: null } })).to.deep.include({ alerts: { quietHours } });
    expect(await set("/on%20sale", { capture: { delay: null } })).to.deep.include({ capture: { theme: "dark" } });
    const { json } = await call("GET", "/monitor-defaults");
    expect(eachAt(json, "monitorDefaults", "tag")).to.deep.equal([null, "on sale"]);
    const removed = await call("DELETE", "/monitor-defaults/on%20sale");
    expect(at(removed.json, "monitorDefaults.capture")).to.deep.equal({ theme: "dark" });
    expect((await call("DELETE", "/monitor-defaults")).status).to.equal(200);
    expect((await call("DELETE", "/monitor-defaults")).status).to.equal(404);
    expect((await call("DELETE", "/monitor-defaults/on%20sale")).status).to.equal(404);
    expect(at((await call("GET", "/monitor-defaults")).json, "monitorDefaults")).to.deep.equal([]);
  });

  it("show on monitors with their origin, and leave their own settings as they were", async () => {
    await set("", { timezone: "Europe/Berlin", capture: { theme: "dark", locale: "de" }, alerts: { quietHours } });
    await set("/shop", { capture: { theme: "light", ignoreText: ["[0-9]+"] }, alerts: { digest: "hourly" } });
    const id = await make({ tags: ["sale", "shop"], capture: { locale: "fr" } });
    const expected = [
      { setting: "alerts.digest", value: "hourly", from: "tag", tag: "shop" },
      { setting: "alerts.quietHours", value: quietHours, from: "account" },
      { setting: "capture.theme", value: "light", from: "tag", tag: "shop" },
      { setting: "timezone", value: "Europe/Berlin", from: "account" },
    ];
    expect(await inheritedBy(id)).to.have.deep.members(expected);
    const listed = await call("GET", "/render/monitors");
    expect(at(listed.json, "monitors.0.inherited")).to.deep.equal(await inheritedBy(id));
    const { json } = await call("GET", `/render/monitors/${id}`);
    expect(at(json, "monitor.capture")).to.include({ locale: "fr" }).and.not.have.property("theme");
    expect(at(json, "monitor.alerts")).to.deep.include({ quietHours: null, digest: "none" });

    const own = await call("PATCH", `/render/monitors/${id}`, { alerts: { digest: "daily" }, capture: { text: true } });
    expect(at(own.json, "monitor.inherited")).to.have.deep.members([
      ...expected.slice(1),
      { setting: "capture.ignoreText", value: ["[0-9]+"], from: "tag", tag: "shop" },
    ]);
    const untagged = await call("PATCH", `/render/monitors/${id}`, { tags: [] });
    expect(at(untagged.json, "monitor.inherited")).to.have.deep.members([
      expected[1],
      expected[3],
      { setting: "capture.theme", value: "dark", from: "account" },
    ]);
  });

  it("leave out the settings and groups that a monitor ignores, until it takes them again", async () => {
    await set("", { capture: { theme: "dark", locale: "de" }, alerts: { quietHours, email: { account: false } } });
    await set("/shop", { changeThreshold: 0.1, alerts: { digest: "hourly" } });
    const id = await make({ tags: ["shop"], ignoreDefaults: ["alerts.quietHours", "capture"] });
    const digest = { setting: "alerts.digest", value: "hourly", from: "tag", tag: "shop" };
    const email = { setting: "alerts.email.account", value: false, from: "account" };
    const threshold = { setting: "changeThreshold", value: 0.1, from: "tag", tag: "shop" };
    expect(await inheritedBy(id)).to.have.deep.members([digest, email, threshold]);
    const ignore = async (paths: string[]) => {
      const { status, json } = await call("PATCH", `/render/monitors/${id}`, { ignoreDefaults: paths });
      expect([status, at(json, "monitor.ignoreDefaults")]).to.deep.equal([200, paths]);
      return at(json, "monitor.inherited");
    };
    const before = await captureRevOf(id);
    expect(await ignore(["capture", "alerts.email"])).to.have.deep.members([
      digest,
      threshold,
      { setting: "alerts.quietHours", value: quietHours, from: "account" },
    ]);
    expect(await ignore(["capture", "alerts"])).to.deep.equal([threshold]);
    expect(await captureRevOf(id)).to.equal(before);
    // The theme of the next capture is another one, so that no earlier one is comparable.
    expect(await ignore(["capture.locale", "changeThreshold", "alerts"])).to.deep.equal([
      { setting: "capture.theme", value: "dark", from: "account" },
    ]);
    expect(await captureRevOf(id)).to.be.greaterThan(before ?? 0);
    expect(await ignore([])).to.have.length(6);
  });

  it("can be ignored one by one, or with all others of their group", () => {
    const { tag: _tag, updatedAt: _updatedAt, ...settings } = MonitorDefaults.properties;
    const { capture, alerts } = settings;
    const below = (place: string, { properties }: { properties: object }) =>
      Object.keys(properties).map((name) => `${place}.${name}`);
    expect(DefaultPath.enum).to.have.members([
      ...Object.keys(settings),
      ...below("capture", capture),
      ...below("alerts", alerts),
      ...below("alerts.email", alerts.properties.email),
    ]);
  });

  it("can't be ignored by a name that they do not have", async () => {
    for (const path of [
      "quietHours",
      "alerts.",
      "alerts.channels",
      "capture.selector",
      "capture.headers",
      "name",
      "",
    ]) {
      const { status, json } = await call("POST", "/render/monitors", { ...page, ignoreDefaults: ["timezone", path] });
      expect([status, Object.keys(problems(json))], path).to.deep.equal([400, ["ignoreDefaults.1"]]);
    }
    const twice = await call("POST", "/render/monitors", { ...page, ignoreDefaults: ["timezone", "timezone"] });
    expect(twice.status).to.equal(400);
  });

  it("void the baseline of those monitors alone whose captures they change", async () => {
    const shop = await make({ tags: ["shop"] });
    const dark = await make({ tags: ["shop"], capture: { theme: "dark" } });
    const other = await make({ tags: ["blog"] });
    const revisions = () => Promise.all([shop, dark, other].map(captureRevOf));
    const before = await revisions();
    await set("/shop", { alerts: { quietHours }, capture: { ignoreText: ["x"] } });
    expect(await revisions()).to.deep.equal(before);
    await set("/shop", { capture: { theme: "light" } });
    const [ofShop = 0, ...others] = await revisions();
    expect(ofShop).to.be.greaterThan(before[0] ?? 0);
    expect(others).to.deep.equal(before.slice(1));
    await call("PATCH", `/render/monitors/${other}`, { tags: ["blog", "shop"] });
    expect(await captureRevOf(other)).to.be.greaterThan(before[2] ?? 0);
    await call("DELETE", "/monitor-defaults/shop");
    expect(await captureRevOf(shop)).to.be.greaterThan(ofShop);
    expect(await captureRevOf(dark)).to.equal(before[1]);
  });

  it("refuse what monitors refuse, secrets and settings of one page, and name the field", async () => {
    const wrong: [settings: object, field: string][] = [
      [{}, "body"],
      [{ name: "Shop" }, "name"],
      [{ timezone: "Mars/Base" }, "timezone"],
      [{ changeThreshold: 2 }, "changeThreshold"],
      [{ capture: { theme: "blue" } }, "capture.theme"],
      [{ capture: { thema: "dark" } }, "capture.thema"],
      [{ capture: { headers: { "X-Key": "CANARY" } } }, "capture.headers"],
      [{ capture: { steps: [{ wait: 1 }] } }, "capture.steps"],
      [{ capture: { selector: "main" } }, "capture.selector"],
      [{ capture: { storage_bucket: "mine" } }, "capture.storage_bucket"],
      [{ capture: { hideSelectors: ["p{"] } }, "capture.hideSelectors.0"],
      [{ capture: { ignoreText: ["("] } }, "capture.ignoreText.0"],
      [{ capture: { okStatus: ["300-200"] } }, "capture.okStatus"],
      [{ timezone: null, capture: { ignoreRegions: [{ x: 1 }] } }, "capture.ignoreRegions.0.y"],
      [{ capture: { delay: 20 } }, "capture.delay"],
      [{ capture: { proxy: "none" } }, "capture.proxy"],
      [{ alerts: { quietHours: { from: "07:00", to: "07:00" } } }, "alerts.quietHours.to"],
      [{ alerts: { channels: [] } }, "alerts.channels"],
      [{ alerts: { targetIds: [unknownId] } }, "alerts.targetIds.0"],
      [{ alerts: { email: { recipientIds: [unknownId] } } }, "alerts.email.recipientIds.0"],
    ];
    for (const path of ["", "/shop"]) {
      for (const [settings, field] of wrong) {
        const { status, json } = await call("PATCH", `/monitor-defaults${path}`, settings);
        expect([status, Object.keys(problems(json))[0]], JSON.stringify(settings)).to.deep.equal([400, field]);
        expect(JSON.stringify(json)).to.not.include("CANARY");
      }
    }
    expect((await call("PATCH", `/monitor-defaults/${"a".repeat(41)}`, { changeThreshold: 0.1 })).status).to.equal(404);
    expect(at((await call("GET", "/monitor-defaults")).json, "monitorDefaults")).to.deep.equal([]);
  });

  it("are kept for at most fifty tags", async () => {
    for (const tag of tags) await set(`/${encodeURIComponent(tag)}`, { changeThreshold: 0.1 });
    const refused = await call("PATCH", "/monitor-defaults/more", { changeThreshold: 0.1 });
    expect([refused.status, textAt(refused.json, "error")]).to.deep.equal([409, "too_many_monitor_defaults"]);
    await set("/tag%207", { changeThreshold: 0.2 });
    await set("", { changeThreshold: 0.3 });
  });

  it("lose a target and a recipient who are removed", async () => {
    const channels = [{ type: "slack", url: "https://hooks.slack.com/services/T0/B0/x" }];
    const made = await call("POST", "/alert-targets", { name: "team", channels });
    const added = await call("POST", "/render/monitor-recipients", { email: "ann@example.com" });
    const [target, recipient] = [textAt(made.json, "alertTarget.id"), textAt(added.json, "recipient.id")];
    const id = await make({ tags: ["shop"] });
    await set("/shop", {
      alerts: { targetIds: [target.toUpperCase()], email: { recipientIds: [recipient.toUpperCase()] } },
    });
    expect(await inheritedBy(id)).to.have.deep.members([
      { setting: "alerts.targetIds", value: [target], from: "tag", tag: "shop" },
      { setting: "alerts.email.recipientIds", value: [recipient], from: "tag", tag: "shop" },
    ]);
    await call("DELETE", `/alert-targets/${target}`);
    await call("DELETE", `/render/monitor-recipients/${recipient}`);
    expect(await inheritedBy(id)).to.deep.equal([]);
    expect(at((await call("GET", "/monitor-defaults")).json, "monitorDefaults.0.alerts")).to.deep.equal({
      targetIds: [],
      email: { recipientIds: [] },
    });
  });

  it("decide whether a message that is sent again still has a receiver", async () => {
    const channels = [{ type: "slack", url: "https://hooks.slack.com/services/T0/B0/x" }];
    const made = await call("POST", "/alert-targets", { name: "team", channels });
    const [target, channel] = ["id", "channels.0.id"].map((path) => textAt(made.json, `alertTarget.${path}`));
    const id = await make({ tags: ["shop"] });
    const isTold = () =>
      hasReceiver(api.ports.database, {
        channel: "slack",
        type: "monitor.change_detected",
        resourceId: id,
        target: { id: channel ?? "", type: "slack", host: "hooks.slack.com", sealed: {} },
      });
    expect(await isTold()).to.equal(false);
    await set("/shop", { alerts: { targetIds: [target] } });
    expect(await isTold()).to.equal(true);
    await call("PATCH", `/render/monitors/${id}`, { ignoreDefaults: ["alerts"] });
    expect(await isTold()).to.equal(false);
  });

  it("are an account's own", async () => {
    await set("/shop", { changeThreshold: 0.1 });
    const stranger = await api.account();
    const body = { ...page, tags: ["shop"] };
    const theirs = await stranger.client.call("POST", "/render/monitors", { body });
    expect(at(theirs.json, "monitor.inherited")).to.deep.equal([]);
    expect((await stranger.client.call("DELETE", "/monitor-defaults/shop")).status).to.equal(404);
    expect(at((await stranger.client.call("GET", "/monitor-defaults")).json, "monitorDefaults")).to.deep.equal([]);
  });

  it("have every option of monitors that is no secret and not of one page", () => {
    const shared = new Set(Object.keys(sharedByMonitors()));
    const others = Object.keys(Monitor.properties.capture.properties).filter((name) => !shared.has(name));
    expect(others.filter((name) => !/^stor(?:e|age_)/.test(name))).to.have.members([
      "changeOn",
      "clip",
      "cookies",
      "expect",
      "fetch",
      "hoverSelector",
      "javascript",
      "picture",
      "regions",
      "scrollToElement",
      "selector",
      "values",
      "waitForSelector",
    ]);
  });
});
