import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { beginRun, settleRun } from "#activities/projections/runs.ts";
import { listRuns } from "#api/monitors/store.ts";
import { findSitemaps } from "#api/sitemaps/store.ts";
import { at } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

describe("lists leave fields unread that they do not show", () => {
  const { api, account } = useApi({ accountPerTest: true });
  const monitors = monitorRequests(account);
  const first = { before: null, limit: 10 };

  it("of runs: pictures that only comparisons and messages use", async () => {
    const { database } = api.ports;
    const monitorId = await monitors.created();
    const runId = uuidv7();
    const version = Date.now() * 1_000;
    const picture = { key: "", contentType: "image/png", bytes: 1, sha256: "", width: 1, height: 1 };
    const page = { statusCode: 200, title: "", contentType: "text/html" };
    const capture = { lossless: picture, screenshot: picture, regionsKey: "regions", page };
    const end = { status: "completed", capture, findings: null, visualization: null } as const;
    await beginRun(database, { runId, monitorId, manual: false, baselineRunId: null, version });
    await settleRun(database, { runId, monitorId, baselineRunId: null, captureRev: 1, end, version: version + 1 });
    const [run] = await listRuns(database, monitorId, first);
    expect(run?.capture).to.have.all.keys("screenshot", "page");
    const { json } = await account.client.call("GET", `/render/monitors/${monitorId}/runs`);
    expect(at(json, "runs.0.result.screenshot.sha256")).to.equal("");
  });

  it("of sitemaps: sealed fields", async () => {
    const body = {
      sitemapUrl: "https://example.com/sitemap.xml",
      monitor: { intervalMinutes: 60, capture: { headers: { "X-Key": "hidden" } } },
    };
    const made = await account.client.call("POST", "/render/monitors/from-sitemap", { body });
    expect(made.status, JSON.stringify(made.json)).to.equal(201);
    const [sitemap] = await findSitemaps(api.ports.database, account.accountId, first);
    expect(sitemap?.spec).to.not.have.property("url");
    expect(sitemap?.spec.template).to.not.have.any.keys("captureSecrets", "storage");
    const { json } = await account.client.call("GET", "/render/monitor-sitemaps");
    expect(at(json, "sitemaps.0.host")).to.equal("example.com");
  });
});
