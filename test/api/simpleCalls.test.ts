import { expect } from "chai";
import { completeJob } from "./support/finishJob.ts";
import { at, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

const url = "https://example.com/";
const picture = { screenshot: { contentType: "image/png", bytes: Buffer.from("picture") } };
const report = { pages: 121, add: 2, pause: 1, resume: 0, keep: 118, overLimit: 0, foreign: 0, problem: null };
const addUrls = ["https://example.com/docs/new", "https://example.com/docs/newer"];

describe("simple calls", () => {
  const { api, account } = useApi();

  it("of the health of the process answer without a key", async () => {
    const { status, json } = await api.anyone.call("GET", "/health/live");
    expect([status, json]).to.deep.equal([200, { success: true, status: "live" }]);
  });

  it("for a picture by address reply with the job if the caller prefers JSON", async () => {
    api.orchestrator.onStart = ({ jobId }) =>
      void completeJob(api.ports, jobId, picture).then(() => api.orchestrator.end(jobId));
    const path = `/render/screenshot?${new URLSearchParams({ url, format: "png" })}`;
    const { status, json } = await account.client.call("GET", path, { headers: { Accept: "application/json" } });
    expect([status, at(json, "job.status")]).to.deep.equal([200, "completed"]);
  });

  it("that cancel a schedule show it", async () => {
    const body = { url, pattern: "0 8 * * *" };
    const created = await account.client.call("POST", "/render/schedule-recurring", { body });
    const { status, json } = await account.client.call("DELETE", `/render/scheduled/${textAt(created.json, "id")}`);
    expect([status, at(json, "type")]).to.deep.equal([200, "repeatable"]);
  });

  it("that plan a sitemap or its next sync reply with the plan of the worker", async () => {
    const { start } = api.orchestrator;
    api.orchestrator.start = async (order) => {
      await start(order);
      if (order.type !== "sitemapSync") return;
      const { syncId: _id, accountId } = order.input;
      const [createdAt, expiresAt] = [new Date(), new Date(Date.now() + 60_000)];
      const plan = { _id, accountId, sitemapId: _id, report, changes: null, size: 0, addUrls, createdAt, expiresAt };
      await api.ports.database.sitemapSyncs.insertOne(plan);
      api.orchestrator.end(_id);
    };
    const { problem: _problem, ...counts } = report;
    const wanted = { ...counts, addUrls, problems: [] };
    const body = { sitemapUrl: "https://example.com/sitemap.xml", monitor: { intervalMinutes: 60 } };
    const call = (path: string, more: object) => account.client.call("POST", `/render/${path}`, { body: more });
    const planned = await call("monitors/from-sitemap", { ...body, dryRun: true });
    expect([planned.status, at(planned.json, "plan")]).to.deep.equal([200, wanted]);
    const id = textAt((await call("monitors/from-sitemap", body)).json, "sitemap.id");
    const next = await call(`monitor-sitemaps/${id}/sync`, { dryRun: true });
    expect([next.status, at(next.json, "plan")]).to.deep.equal([200, wanted]);
  });
});
