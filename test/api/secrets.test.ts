import { expect } from "chai";
import { fillStoredSecrets } from "#activities/render/fillSecrets.ts";
import { at, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

const url = "https://example.com/";
const named = "{{secret:pin}}";
const steps = [{ fill: { target: "#pin", value: named } }];

describe("secrets", () => {
  const { api, account } = useApi({ accountPerTest: true });
  const call = (method: string, path: string, body?: object) =>
    account.client.call(method, path, body === undefined ? {} : { body });
  const store = (name: string, value: string) => call("POST", "/secrets", { name, value });

  it("are stored, replaced, listed without their values, and deleted", async () => {
    expect((await store("pin", "canary-1")).status).to.equal(200);
    const { json } = await store("pin", "canary-2");
    const listed = await call("GET", "/secrets");
    expect(at(listed.json, "secrets")).to.have.lengthOf(1);
    expect(textAt(listed.json, "secrets.0.name")).to.equal("pin");
    expect(JSON.stringify([json, listed.json])).to.not.include("canary");
    const record = await api.ports.database.secrets.findOne({ accountId: account.accountId });
    expect(JSON.stringify(record)).to.not.include("canary");
    const ports = { database: api.ports.database, keyRing: api.ports.keyRing };
    const filled = await fillStoredSecrets(ports, account.accountId, { headers: { A: `x${named}` } });
    expect(filled.headers).to.deep.equal({ A: "xcanary-2" });
    expect((await call("DELETE", "/secrets/pin")).status).to.equal(200);
    expect((await call("DELETE", "/secrets/pin")).status).to.equal(404);
    expect(at((await call("GET", "/secrets")).json, "secrets")).to.deep.equal([]);
  });

  it("must exist when a request names them, and the reply names the field", async () => {
    const monitor = { name: "m", url, intervalMinutes: 1_440 };
    const refused: [path: string, body: object, field: string][] = [
      ["/render", { url, headers: { "X-Token": named } }, "headers.X-Token"],
      ["/render", { url, cookies: [{ name: "a", value: named }] }, "cookies.0.value"],
      ["/render", { url, httpAuth: { username: "a", password: named } }, "httpAuth.password"],
      ["/render", { url, steps }, "steps.0.fill.value"],
      ["/render/smart-batch", { urls: [url], headers: { "X-Token": named } }, "headers.X-Token"],
      ["/crawl", { url, steps }, "steps.0.fill.value"],
      ["/render/schedule-recurring", { url, pattern: "0 * * * *", steps }, "steps.0.fill.value"],
      ["/presets", { name: "p", options: { steps } }, "options.steps.0.fill.value"],
      ["/render/monitors", { ...monitor, capture: { steps } }, "capture.steps.0.fill.value"],
      [
        "/render/monitors/from-sitemap",
        { sitemapUrl: `${url}a.xml`, monitor: { intervalMinutes: 1_440, capture: { steps } } },
        "monitor.capture.steps.0.fill.value",
      ],
    ];
    for (const [path, body, field] of refused) {
      const { status, json } = await call("POST", path, body);
      expect([status, textAt(json, "fields.0.field")], path).to.deep.equal([400, field]);
      expect(textAt(json, "fields.0.message")).to.include('"pin"');
    }
    await store("pin", "1234");
    for (const [path, body] of refused) expect((await call("POST", path, body)).status, path).to.be.below(300);
  });

  it("are not those of another account", async () => {
    await store("pin", "1234");
    const { client, accountId } = await api.account();
    expect((await client.call("POST", "/render", { body: { url, steps } })).status).to.equal(400);
    expect(at((await client.call("GET", "/secrets")).json, "secrets")).to.deep.equal([]);
    const failure = await fillStoredSecrets(api.ports, accountId, { steps }).catch((error: unknown) => error);
    expect(failure).to.be.an("error").with.property("code", "secret_unusable");
    expect(String(failure)).to.include("steps.0.fill.value");
  });

  it("show what uses them, and follow its changes", async () => {
    await store("pin", "1234");
    const uses = async () => at((await call("GET", "/secrets")).json, "secrets.0.usedBy");
    expect(await uses()).to.deep.equal([]);
    const capture = { steps, headers: { "X-Token": named } };
    const made = await call("POST", "/render/monitors", { name: "m", url, intervalMinutes: 1_440, capture });
    const id = textAt(made.json, "monitor.id");
    const schedule = await call("POST", "/render/schedule-recurring", { url, pattern: "0 * * * *", steps });
    await call("POST", "/presets", { name: "p", options: { steps } });
    const scheduled = { type: "schedule", id: textAt(schedule.json, "id") };
    const preset = { type: "preset", id: "p" };
    expect(await uses()).to.deep.equal([{ type: "monitor", id }, scheduled, preset]);
    await call("PATCH", `/render/monitors/${id}`, { capture: { steps: null } });
    expect(await uses()).to.deep.equal([{ type: "monitor", id }, scheduled, preset]);
    await call("PATCH", `/render/monitors/${id}`, { capture: { headers: null } });
    expect(await uses()).to.deep.equal([scheduled, preset]);
    await call("PATCH", "/presets/p", { options: { steps: null, width: 800 } });
    expect(await uses()).to.deep.equal([scheduled]);
    await api.ports.database.schedules.updateOne({ _id: scheduled.id }, { $set: { status: "cancelled" } });
    expect(await uses()).to.deep.equal([]);
  });

  it("do not fit a header or a cookie with every character", async () => {
    await store("pin", "Schlüssel;€");
    for (const options of [{ headers: { A: named } }, { cookies: [{ name: "a", value: named }] }]) {
      const failure = await fillStoredSecrets(api.ports, account.accountId, options).catch((error: unknown) => error);
      expect(failure).to.be.an("error").with.property("code", "secret_unusable");
      expect(String(failure)).to.not.include("Schl");
    }
  });

  it("hold their limit when they are stored at the same time", async function () {
    this.timeout(60_000);
    const calls = Array.from({ length: 106 }, (_, index) => store(`s-${index}`, "x"));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.lengthOf(100);
    expect(statuses.filter((status) => status === 409)).to.have.lengthOf(6);
  });
});
