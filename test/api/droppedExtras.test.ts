import { expect } from "chai";
import type { Reply } from "./support/client.ts";
import { at, listAt, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

const secret = "canary-7f3a";
const names = ["auth", "key", "cookieJar", "requestHeaders", "token", "password", "Webhook", "URL"];
const extras = { ...Object.fromEntries(names.map((name) => [name, secret])), deep: { list: [{ apiKey: secret }] } };
/** Extras of both parts of a monitor that keep properties without effect. */
const settings = { capture: { note: "kept", ...extras }, alerts: { note: "kept", ...extras } };

/** The messages of a reply's warnings by field. */
const warningsOf = (json: unknown): Record<string, string> =>
  Object.fromEntries(
    (at(json, "warnings") === undefined ? [] : listAt(json, "warnings")).map((warning) => [
      textAt(warning, "field"),
      textAt(warning, "message"),
    ]),
  );

describe("secrets in unknown properties of a monitor", () => {
  const { api, account } = useApi();
  const monitors = monitorRequests(account);
  const call = (method: string, path: string, body?: unknown) => account.client.call(method, path, { body });

  /** No reply and no record has the secret, and a warning names each place of it. */
  async function expectDropped({ status, json, bytes }: Reply, prefix = ""): Promise<void> {
    expect(status, bytes.toString()).to.be.oneOf([200, 201]);
    expect(bytes.toString()).to.not.include(secret);
    const { database } = api.ports;
    const records = [await database.monitors.find({}).toArray(), await database.monitorSitemaps.find({}).toArray()];
    expect(JSON.stringify(records)).to.not.include(secret);
    const warnings = warningsOf(json);
    for (const part of ["capture", "alerts"]) {
      for (const name of [...names, "deep"]) {
        expect(warnings[`${prefix}${part}.${name}`], `${part}.${name}`).to.match(/may hold a secret: it is dropped/);
      }
      expect(warnings[`${prefix}${part}.note`]).to.equal("is not a known field: it is kept and has no effect");
    }
  }

  it("are dropped with a warning by a create and a change, and by changes of many", async () => {
    const created = await monitors.create(settings);
    await expectDropped(created);
    const id = textAt(created.json, "monitor.id");
    expect(at(created.json, "monitor.alerts.note")).to.equal("kept");
    await expectDropped(await monitors.patch(id, settings));
    const operations = [{ action: "change", id, change: settings }];
    const bulk = await call("POST", "/render/monitors/bulk", { operations });
    await expectDropped({ ...bulk, json: at(bulk.json, "results.0") });
  });

  it("are dropped with a warning in the template of a sitemap, made and changed", async () => {
    const body = {
      sitemapUrl: "https://example.com/sitemap.xml",
      monitor: { intervalMinutes: 60, ...settings },
    };
    const created = await call("POST", "/render/monitors/from-sitemap", body);
    await expectDropped(created, "monitor.");
    const path = `/render/monitor-sitemaps/${textAt(created.json, "sitemap.id")}`;
    await expectDropped(await call("PATCH", path, { monitor: settings }), "monitor.");
  });

  it("name the field that was meant, and options of renders", async () => {
    const { json } = await monitors.create({ capture: { requestheaders: "x", HEADERS: "x", extractMarkdown: true } });
    expect(warningsOf(json)).to.deep.include({
      "capture.HEADERS": "is not a known field and may hold a secret: it is dropped; did you mean headers?",
      "capture.extractMarkdown": "is an option of renders and not of monitors: it is dropped",
    });
    expect(at(json, "monitor.capture")).to.not.have.any.keys("HEADERS", "requestheaders", "extractMarkdown");
  });

  it("are removed by null, in alerts, too", async () => {
    const id = textAt((await monitors.create({ alerts: { note: "kept" } })).json, "monitor.id");
    const { json } = await monitors.patch(id, { alerts: { note: null } });
    expect(at(json, "monitor.alerts")).to.not.have.property("note");
    expect(at(json, "warnings")).to.equal(undefined);
  });

  it("are refused by name alone in all bodies without such properties", async () => {
    const page = { url: "https://example.com/" };
    const bodies: [string, Record<string, unknown>][] = [
      ["/render", page],
      ["/render/screenshot", page],
      ["/render/smart-batch", { urls: [page.url] }],
      ["/render/scheduled", { ...page, scheduleAt: new Date(Date.now() + 3_600_000).toISOString() }],
      ["/render/schedule-recurring", { ...page, pattern: "0 4 * * *" }],
      ["/crawl", page],
      ["/presets", { name: "mine", options: {} }],
      ["/render/monitors", { name: "Prices", ...page, intervalMinutes: 60 }],
      ["/render/monitors", { name: "Prices", ...page, intervalMinutes: 60, diff: { auth: secret } }],
    ];
    for (const [path, body] of bodies) {
      const { status, bytes } = await call("POST", path, { ...body, ...extras });
      expect([status, bytes.toString().includes(secret)], path).to.deep.equal([400, false]);
    }
  });
});
