import { createHash } from "node:crypto";
import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { beginRun, type RunEnd, settleRun } from "#activities/projections/runs.ts";
import { removeExpired } from "#activities/reconcile/expired.ts";
import type { RunFindings } from "#schemas/monitor/run.ts";
import { maxInlineDiffBytes, type StoredText } from "#schemas/monitor/text.ts";
import { at, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

const picture = { key: "", contentType: "image/png", bytes: 1, sha256: "", width: 1, height: 1 };
const page = { statusCode: 200, title: "", contentType: "text/html" };
const unchanged: RunFindings = {
  changed: false,
  transient: false,
  unconfirmed: false,
  belowThreshold: false,
  differenceRatio: 0,
  threshold: 0,
  changedPixels: 0,
  comparedPixels: 1,
  regions: [],
  regionsTruncated: false,
};

describe("a run's text", function () {
  this.timeout(60_000);
  const { api, account } = useApi();
  const monitors = monitorRequests(account);

  async function store(key: string, contentType: string, text: string): Promise<StoredText> {
    const bytes = Buffer.from(text);
    await api.ports.objects.put(key, bytes, contentType);
    return { key, contentType, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  }

  /** A completed run that was compared with another and charged for it, with a difference of its text. */
  async function completed(diffText: string, { pictureCompared = true } = {}) {
    const { database } = api.ports;
    const id = await monitors.created({ capture: { text: true } });
    const baselineRunId = uuidv7();
    const run = { runId: uuidv7(), monitorId: id, baselineRunId };
    const version = Date.now() * 1_000;
    await beginRun(database, { ...run, manual: false, version });
    const prefix = `runs/${run.runId}/`;
    const text = await store(`${prefix}text.md`, "text/markdown; charset=utf-8", "# Lamp\n");
    const diff = await store(`${prefix}text.diff`, "text/x-diff; charset=utf-8", diffText);
    const capture = { lossless: picture, screenshot: picture, regionsKey: null, text, page };
    const counts = { changed: true, addedWords: 1, removedWords: 0, changes: [] };
    const findings = { ...unchanged, ...(!pictureCompared && { pictureCompared }), text: { ...counts, diff } };
    const end: RunEnd = { status: "completed", capture, findings, visualization: null };
    await settleRun(database, { ...run, captureRev: 1, end, version: version + 1 });
    return { ...run, path: `/render/monitors/${id}/runs`, keys: [text.key, diff.key] };
  }

  it("is in its reply up to 64 kB, beyond it an output of its own, and in lists never", async () => {
    for (const [bytes, isInline] of [
      [maxInlineDiffBytes, true],
      [maxInlineDiffBytes + 1, false],
    ] as const) {
      const diff = `+${"x".repeat(bytes - 1)}`;
      const { path, runId } = await completed(diff);
      const one = await account.client.call("GET", `${path}/${runId}`);
      expect(at(one.json, "run.result.text.diff")).to.equal(isInline ? diff : null);
      expect(at(one.json, "run.result.text.diffOutput.bytes")).to.equal(bytes);
      const list = await account.client.call("GET", path);
      expect(at(list.json, "runs.0.result.text.diff")).to.equal(null);
      const signed = textAt(one.json, "run.result.text.diffOutput.url").replace("http://api.test", "");
      const output = await api.anyone.call("GET", signed);
      expect([output.status, output.headers.get("content-type")]).to.deep.equal([200, "text/x-diff; charset=utf-8"]);
      expect(output.headers.get("content-security-policy")).to.include("sandbox");
      expect(output.bytes.toString("utf8")).to.equal(diff);
    }
  });

  it("is read by key and by signed address, takes no variant, and is removed with the run", async () => {
    const { objects, database } = api.ports;
    const { path, runId, keys } = await completed("+x");
    const byKey = await account.client.call("GET", `${path}/${runId}/outputs/markdown`);
    expect(byKey.bytes.toString("utf8")).to.equal("# Lamp\n");
    const scaled = await account.client.call("GET", `${path}/${runId}/outputs/markdown?width=320`);
    expect(scaled.status).to.equal(400);
    const { json } = await account.client.call("GET", `${path}/${runId}`);
    const signed = textAt(json, "run.result.markdown.url").replace("http://api.test", "");
    expect((await api.anyone.call("GET", signed.replace("/markdown?", "/diff?"))).status).to.equal(404);
    await database.runs.updateOne({ _id: runId }, { $set: { expiresAt: new Date(Date.now() - 1_000) } });
    await removeExpired({ database, objects }, new Date());
    expect(await Promise.all(keys.map((key) => objects.get(key)))).to.deep.equal([null, null]);
  });

  it("is told without figures of a picture that was not compared, as 0 would say that it is the same", async () => {
    const figures = ["differenceRatio", "threshold", "changedPixels", "comparedPixels", "regions", "regionsTruncated"];
    for (const pictureCompared of [true, false]) {
      const { path, runId } = await completed("+x", { pictureCompared });
      const { json } = await account.client.call("GET", `${path}/${runId}`);
      const list = await account.client.call("GET", path);
      const monitor = await account.client.call("GET", path.replace(/\/runs$/, ""));
      for (const run of [at(json, "run"), at(list.json, "runs.0")]) {
        expect(at(run, "differenceRatio")).to.equal(pictureCompared ? 0 : undefined);
        expect(at(run, "regionCount")).to.equal(pictureCompared ? 0 : undefined);
        const names = Object.keys(Object(at(run, "result")));
        expect(figures.filter((name) => names.includes(name))).to.deep.equal(pictureCompared ? figures : []);
        expect(at(run, "result.changed")).to.equal(false);
      }
      expect(at(monitor.json, "monitor.recentRuns.0.differenceRatio")).to.equal(pictureCompared ? 0 : null);
    }
  });

  it("costs nothing, and a picture that was not compared is refunded", async () => {
    for (const [pictureCompared, refunded] of [
      [true, 0],
      [false, 1],
    ] as const) {
      const { path, runId } = await completed("+x", { pictureCompared });
      const { json } = await account.client.call("GET", `${path}/${runId}`);
      expect(at(json, "run.credits")).to.deep.equal({ charged: 2, refunded, net: 2 - refunded });
    }
  });

  it("keeps its baseline, unless what it consists of changes", async () => {
    const selector = [{ selector: ".ad" }];
    const changes: [change: object, isNew: boolean][] = [
      [{ changeOn: "text" }, false],
      [{ ignoreText: ["a"] }, false],
      [{ ignoreOrder: true, onlyAdded: true }, false],
      [{ onlyRemoved: true }, false],
      [{ ignoreRegions: [{ x: 0, y: 0, width: 1, height: 1 }] }, false],
      [{ ignoreRegions: selector }, true],
      [{ selector: "h1" }, true],
      [{ text: false }, true],
    ];
    for (const [capture, isNew] of changes) {
      const id = await monitors.created({ capture: { text: true } });
      expect((await monitors.patch(id, { capture })).status).to.equal(200);
      const stored = await api.ports.database.monitors.findOne({ _id: id });
      expect(stored?.captureRev, JSON.stringify(capture)).to.equal(isNew ? 2 : 1);
    }
    const pictureOnly = await monitors.created();
    await monitors.patch(pictureOnly, { capture: { ignoreRegions: selector } });
    expect((await api.ports.database.monitors.findOne({ _id: pictureOnly }))?.captureRev).to.equal(1);
  });
});
