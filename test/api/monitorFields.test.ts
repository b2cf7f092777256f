import { expect } from "chai";
import { at, problems, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

/** A field, what it may be and what not. */
type Bounds = [field: string, good: unknown[], bad: unknown[]];

const blockingFlags = [
  "blockAds",
  "blockCookieBanners",
  "blockChatWidgets",
  "blockPopups",
  "blockAccessibilityWidgets",
];

const slack = { type: "slack", url: "https://hooks.slack.com/services/T/B/X" };
const telegram = { type: "telegram", token: "123456:abcdefghijklmnopqrstuvwxyz", chatId: "-100" };
const tenChannels = Array.from({ length: 10 }, () => slack);

const area = { x: 0, y: 0, width: 1, height: 1 };
const fiftyAreas = Array.from({ length: 50 }, () => area);
const selectorOf = (length: number) => ({ selector: `.${"a".repeat(length - 1)}` });
const twentyPatterns = Array.from({ length: 20 }, (_, index) => `pattern ${index}`);
const twentyTags = Array.from({ length: 20 }, (_, index) => `tag ${index}`);

describe("monitors, field by field,", () => {
  const { api, account } = useApi();
  const monitors = monitorRequests(account);

  const bounds: Bounds[] = [
    ["name", ["a", "a".repeat(100)], ["", "   ", "a".repeat(101), 1, null]],
    ["url", ["http://example.com"], ["ftp://example.com/", "example.com", "http://10.0.0.1/", 1]],
    ["intervalMinutes", [1, 43_200], [0, 43_201, 1.5, "60"]],
    ["tags", [[], ["a", "a"], ["a".repeat(40)], twentyTags], [null, "a", [...twentyTags, "one more"]]],
    ["baselineMode", ["rolling", "fixed"], ["other", ""]],
    ["changeThreshold", [0, 1, 0.5], [-0.01, 1.01, "0"]],
    ["alertWhen", [null], ["price", 1, []]],
    ["status", ["active", "paused"], ["deleted", "paused_plan_limit"]],
    ["capture.quality", [1, 100], [0, 101]],
    ["capture.timeout", [10, 60], [9, 61]],
    ["capture.width", [100, 3840], [99, 3841]],
    ["capture.height", [100, 2160], [99, 2161]],
    ["capture.format", ["jpg", "png"], ["webp"]],
    ["capture.theme", ["light", "dark"], ["blue"]],
    ["capture.waitUntil", ["load", "networkidle2"], ["never"]],
    ["capture.ignoreRegions", [[], fiftyAreas, [selectorOf(512), area]], [[...fiftyAreas, area], area, "clock"]],
    ["capture.selector", ["h1", `#${"a".repeat(511)}`], ["", " ", `#${"a".repeat(512)}`, "p{", "//p", ["h1"]]],
    ["capture.text", [true, false], ["yes", 1, null]],
    ["capture.changeOn", ["picture"], ["pixels", 1, null]],
    ["capture.ignoreText", [[], twentyPatterns, ["a".repeat(512)]], [[...twentyPatterns, "one more"], "a", null]],
    ["capture.ignoreOrder", [true, false], ["yes", 1, null]],
    ["capture.onlyAdded", [true, false], ["yes", 1, null]],
    ["capture.onlyRemoved", [true, false], ["yes", 1, null]],
    ["capture.device", ["iphone-15-pro"], ["nokia-3310"]],
    ["capture.scrollToElement", ["#end"], ["", " ", 7, ["h1"], null]],
    ...blockingFlags.map((flag): Bounds => [`capture.${flag}`, [true, false], ["yes", 1, null]]),
    ["capture.storage_provider", ["s3", "b2", "r2"], ["ftp"]],
    ["diff.mode", ["pixel", "perceptual"], ["other"]],
    ["diff.visualization", ["overlay", "heatmap", "mask", "none"], ["other"]],
    ["alerts.email.account", [true, false], ["yes"]],
    ["alerts.channels", [[], tenChannels, [telegram]], [null, {}, "slack", [...tenChannels, slack]]],
    ["alerts.digest", ["none", "hourly", "daily"], ["weekly", null, 1]],
    ["alerts.notifyRecovery", [true, false], ["yes", 1, null]],
    ["alerts.webhook.url", ["https://example.com/hook"], ["ftp://example.com", "http://127.0.0.1/"]],
  ];

  for (const [field, good, bad] of bounds) {
    it(`take ${field} within its bounds and refuse it beyond, by name`, async () => {
      for (const value of good) expect((await monitors.create(nest(field, value))).status, String(value)).to.equal(201);
      const other = await api.account();
      for (const value of bad) {
        const { status, json } = await monitors.create(nest(field, value), other);
        expect([status, Object.keys(problems(json))], String(value)).to.deep.equal([400, [field]]);
      }
      const stored = await api.ports.database.monitors.countDocuments({ accountId: other.accountId });
      expect(stored).to.equal(0);
    });
  }

  it("take a webhook's secret within its bounds and refuse it beyond, by name", async () => {
    const webhook = (secret: unknown) =>
      monitors.create({ alerts: { webhook: { url: "https://example.com/hook", secret } } });
    for (const secret of [null, "sixteen letters!"]) expect((await webhook(secret)).status).to.equal(201);
    for (const secret of ["short", 1, "", "whsec_lZunGxHZbgXDlJlMikvpHg=="]) {
      const { status, json } = await webhook(secret);
      expect([status, Object.keys(problems(json))]).to.deep.equal([400, ["alerts.webhook.secret"]]);
    }
  });

  it("need an address for a new webhook", async () => {
    const { status, json } = await monitors.create({ alerts: { webhook: { secret: "sixteen letters!" } } });
    expect([status, problems(json)]).to.deep.equal([400, { "alerts.webhook.url": "is required" }]);
  });
});

describe("monitors, field by field: captures", () => {
  const { api, account } = useApi();
  const monitors = monitorRequests(account);

  it("refuse unknown fields, cookies with others, and more than five recipients", async () => {
    const ids = Array.from({ length: 6 }, (_, index) => `01900000-0000-7000-8000-00000000000${index}`);
    const wrong: [Record<string, unknown>, string][] = [
      [{ interval: 60 }, "interval"],
      [{ diff: { extra: 1 } }, "diff.extra"],
      [{ tags: ["a", ""] }, "tags.1"],
      [{ tags: ["  "] }, "tags.0"],
      [{ tags: ["a\nb"] }, "tags.0"],
      [{ tags: ["a".repeat(41)] }, "tags.0"],
      [{ capture: { cookies: [{ name: "a", value: "b", extra: 1 }] } }, "capture.cookies.0.extra"],
      [{ capture: { cookies: [{ name: "a" }] } }, "capture.cookies.0.value"],
      [{ capture: { headers: { Host: "a" } } }, "capture.headers.Host"],
      [{ capture: { ignoreRegions: [{ ...area, width: 0 }] } }, "capture.ignoreRegions.0.width"],
      [{ capture: { ignoreRegions: [{ ...area, z: 1 }] } }, "capture.ignoreRegions.0.z"],
      [{ capture: { ignoreRegions: [{ x: 0, y: 0, width: 1 }] } }, "capture.ignoreRegions.0.height"],
      [{ capture: { ignoreRegions: [{ ...area, x: -1 }] } }, "capture.ignoreRegions.0.x"],
      [{ capture: { ignoreRegions: [{ ...area, height: 1_000_001 }] } }, "capture.ignoreRegions.0.height"],
      [{ capture: { ignoreRegions: [{ ...area, y: 0.5 }] } }, "capture.ignoreRegions.0.y"],
      [{ capture: { ignoreRegions: [area, { selector: ".clock", x: 1 }] } }, "capture.ignoreRegions.1.x"],
      [{ capture: { ignoreRegions: [{ selector: "..clock" }] } }, "capture.ignoreRegions.0.selector"],
      [{ capture: { ignoreRegions: [{ selector: "" }] } }, "capture.ignoreRegions.0.selector"],
      [{ capture: { ignoreRegions: [selectorOf(513)] } }, "capture.ignoreRegions.0.selector"],
      [{ capture: { ignoreText: ["a", ""] } }, "capture.ignoreText.1"],
      [{ capture: { ignoreText: ["a".repeat(513)] } }, "capture.ignoreText.0"],
      [{ capture: { ignoreText: ["\\d+", "(a"] } }, "capture.ignoreText.1"],
      [{ capture: { ignoreText: ["(?=a)"] } }, "capture.ignoreText.0"],
      [{ capture: { ignoreText: ["((a{100}){100}){100}"] } }, "capture.ignoreText.0"],
      [{ capture: { changeOn: "text" } }, "capture.text"],
      [{ capture: { changeOn: "either", text: false } }, "capture.text"],
      [{ capture: { text: true, onlyAdded: true, onlyRemoved: true } }, "capture.onlyRemoved"],
      [{ capture: { hideSelectors: [".a", "..b"] } }, "capture.hideSelectors.1"],
      [{ capture: { clickSelectors: ["div{"] } }, "capture.clickSelectors.0"],
      [{ alerts: { email: { recipientIds: ids } } }, "alerts.email.recipientIds"],
    ];
    for (const [body, field] of wrong) {
      const { status, json } = await monitors.create(body);
      expect([status, Object.keys(problems(json))], field).to.deep.equal([400, [field]]);
    }
    for (const name of ["name", "url", "intervalMinutes"]) {
      const { json } = await monitors.create({ [name]: undefined });
      const message = name === "intervalMinutes" ? "is required, or cron in its place" : "is required";
      expect(problems(json)).to.deep.equal({ [name]: message });
    }
  });

  it("say why a pattern of ignoreText is refused, and what to do", async () => {
    const { json } = await monitors.create({ capture: { ignoreText: ["price (now"] } });
    expect(problems(json)["capture.ignoreText.0"]).to.equal(
      "is no RE2 pattern: missing closing ): `price (now`. Put a backslash before signs that stand for themselves; lookaround and backreferences do not exist",
    );
  });

  it("warn of options that have no effect without the text, or beside it", async () => {
    const warned = async (capture: object) => {
      const { status, json } = await monitors.create({ capture });
      const warnings = at(json, "warnings");
      return [status, Array.isArray(warnings) ? warnings.map((one: unknown) => at(one, "field")) : []];
    };
    expect(await warned({ ignoreText: ["a"] })).to.deep.equal([201, ["capture.ignoreText"]]);
    expect(await warned({ ignoreOrder: true, onlyAdded: false })).to.deep.equal([201, ["capture.ignoreOrder"]]);
    expect(await warned({ text: true, changeOn: "text", regions: true })).to.deep.equal([201, ["capture.regions"]]);
    expect(await warned({ text: true, changeOn: "either", regions: true, ignoreText: ["a"] })).to.deep.equal([201, []]);
  });

  it("keep the text on while it decides about changes", async () => {
    const id = await monitors.created({ capture: { text: true, changeOn: "text" } });
    const off = await monitors.patch(id, { capture: { text: false } });
    const message = "must be true if changeOn is text, or set changeOn to picture";
    expect([off.status, problems(off.json)]).to.deep.equal([400, { "capture.text": message }]);
    expect((await monitors.patch(id, { capture: { text: null, changeOn: null } })).status).to.equal(200);
  });

  it("keep a value while values decide about changes", async () => {
    const message = "must have a value if changeOn is values, or set changeOn to picture";
    const without = await monitors.create({ capture: { changeOn: "values" } });
    expect([without.status, problems(without.json)]).to.deep.equal([400, { "capture.values": message }]);
    const capture = { changeOn: "values", values: [{ name: "price", selector: "b" }], regions: true };
    const { json } = await monitors.create({ capture });
    expect(at(json, "warnings.0.field")).to.equal("capture.regions");
    const id = textAt(json, "monitor.id");
    for (const values of [null]) {
      const emptied = await monitors.patch(id, { capture: { values } });
      expect([emptied.status, problems(emptied.json)]).to.deep.equal([400, { "capture.values": message }]);
    }
    expect((await monitors.patch(id, { capture: { values: null, changeOn: null } })).status).to.equal(200);
  });

  it("name the problem with a click selector, which is write-only, without repeating it", async () => {
    const { bytes, json } = await monitors.create({
      capture: { clickSelectors: ["..marked"], hideSelectors: ["..x"] },
    });
    expect(problems(json)).to.deep.equal({
      "capture.clickSelectors.0": "is not a valid CSS selector: it can't be read from character 2 on",
      "capture.hideSelectors.0": `is not a valid CSS selector: "..x" can't be read from character 2 on`,
    });
    expect(bytes.toString()).not.to.include("marked");
  });

  it("keep a capture's other properties and return them, but never one that looks like a secret", async () => {
    const capture = {
      note: "kept",
      nested: { "$a.b": [1] },
      accessKey: "marked",
      deep: { token: "marked" },
      headers: { A: "marked" },
    };
    const { json, bytes } = await monitors.create({ capture });
    expect(at(json, "monitor.capture")).to.deep.include({ note: "kept", nested: { "$a.b": [1] } });
    expect(bytes.toString()).not.to.include("marked");
    const record = await api.ports.database.monitors.findOne({ _id: textAt(json, "monitor.id") });
    expect(JSON.stringify(record)).not.to.include("marked");
    expect(Object.keys(record?.spec.captureSecrets ?? {})).to.deep.equal(["headers"]);
  });

  for (const name of ["cookie", "COOKIES", "Header", "HEADERS", "http_auth", "HTTP-Auth", "Script", "Css", "html"]) {
    it(`never return ${name}, which is an option of renders in another spelling or place`, async () => {
      const { status, json, bytes } = await monitors.create({
        capture: { [name]: "marked", nested: { [name]: "marked" } },
      });
      expect(status).to.equal(201);
      expect(bytes.toString()).not.to.include("marked");
      expect(JSON.stringify(at(json, "warnings"))).to.include(`capture.${name}`);
      const record = await api.ports.database.monitors.findOne({ _id: textAt(json, "monitor.id") });
      expect(JSON.stringify(record)).not.to.include("marked");
    });
  }

  it("store their pictures in the given bucket, and keep the keys without returning them", async () => {
    const incomplete = await monitors.create({ capture: { store: true, storage_provider: "s3" } });
    const needed = ["storage_bucket", "storage_access_key_id", "storage_secret_access_key"].map(
      (field) => `capture.${field}`,
    );
    expect([incomplete.status, Object.keys(problems(incomplete.json))]).to.deep.equal([400, needed]);
    const keys = { storage_access_key_id: "marked-id", storage_secret_access_key: "marked-key" };
    const capture = { store: true, storage_provider: "s3", storage_bucket: "captures", ...keys };
    const id = await monitors.created({ capture });
    const stored = async () => (await api.ports.database.monitors.findOne({ _id: id }))?.spec.storage;
    const before = await stored();
    const { json } = await monitors.patch(id, { capture: { storage_path: "shots/{id}.{ext}" } });
    expect(at(json, "monitor.capture")).to.include({ store: true, storage_bucket: "captures" });
    expect(JSON.stringify([json, await api.ports.database.monitors.findOne({ _id: id })])).to.not.include("marked");
    const { accessKeyId, secretAccessKey, path } = (await stored()) ?? {};
    expect({ accessKeyId, secretAccessKey, path }).to.deep.equal({
      accessKeyId: before?.accessKeyId,
      secretAccessKey: before?.secretAccessKey,
      path: "shots/{id}.{ext}",
    });
    const wrong = await monitors.patch(id, { capture: { storage_path: "/{nothing}" } });
    expect([wrong.status, Object.keys(problems(wrong.json))]).to.deep.equal([400, ["capture.storage_path"]]);
    await monitors.patch(id, { capture: { store: false } });
    expect(await stored()).to.equal(null);
  });
});

/** A body with one value at a dotted path. */
function nest(path: string, value: unknown): Record<string, unknown> {
  const [first = "", ...rest] = path.split(".");
  return { [first]: rest.length === 0 ? value : nest(rest.join("."), value) };
}
