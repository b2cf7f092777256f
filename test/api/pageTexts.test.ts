import { expect } from "chai";
import { extendTexts, removeExpiredTexts } from "#data/pageTexts.ts";
import { days, retentionMs } from "#schemas/settings/retention.ts";
import { at, textAt } from "./support/fields.ts";
import { completeJob, failJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const url = "https://example.com/";
const css = "body { color: teal }".padEnd(100_000);

describe("the long texts of renders", () => {
  let clock = new Date();
  const { api, account } = useApi({ accountPerTest: true, now: () => clock });
  beforeEach(() => {
    clock = new Date();
  });

  const submit = async (path: string, body: Record<string, unknown>) => {
    const { status, json } = await account.client.call("POST", path, { body });
    expect(status, JSON.stringify(json)).to.be.oneOf([200, 201, 202]);
    return json;
  };
  const stored = () => api.ports.database.pageTexts.find({ accountId: account.accountId }).toArray();
  const after = (count: number) => new Date(clock.getTime() + days(count));
  const removeAt = async (now: Date) => {
    await removeExpiredTexts(api.ports.database, now);
    return (await stored()).length;
  };

  it("are kept once per account, and neither a job nor Temporal holds them", async () => {
    await submit("/render/smart-batch", { urls: [url, `${url}a`, `${url}b`], css, script: "1" });
    await submit("/render", { url, css });
    await submit("/render/scheduled", { url, css, scheduleAt: after(1).toISOString() });
    await submit("/crawl", { url, css });
    await submit("/render/diff", { before: { url }, after: { url: `${url}a` }, capture: { css } });
    expect(await stored()).to.have.length(2);
    const { jobs, schedules, crawls, batches } = api.ports.database;
    const { accountId } = account;
    const records = await Promise.all(
      [jobs, schedules, crawls, batches].map((each) => each.find({ accountId }).toArray()),
    );
    expect(records.map(({ length }) => length)).to.deep.equal([5, 1, 1, 1]);
    expect(JSON.stringify(records).length).to.be.lessThan(20_000);
    expect(JSON.stringify(api.orchestrator.orders.slice(-5)).length).to.be.lessThan(20_000);
  });

  it("of two accounts are two, even if they are equal", async () => {
    await submit("/render", { url, css });
    const [own] = await stored();
    const other = await api.account();
    await other.client.call("POST", "/render", { body: { url, css } });
    const theirs = await api.ports.database.pageTexts.findOne({ accountId: other.accountId });
    expect(own?._id).to.be.a("string").and.not.equal(theirs?._id);
  });

  it("tell renders apart for the render cache", async () => {
    const document = { html: "<p>one", baseUrl: url, cache: true };
    const first = textAt(await submit("/render", document), "id");
    await completeJob(api.ports, first, { screenshot: { contentType: "image/jpeg", bytes: Buffer.from("picture") } });
    expect(at(await submit("/render", document), "status")).to.equal("completed");
    for (const other of [
      { ...document, html: "<p>two" },
      { ...document, baseUrl: `${url}a` },
      { ...document, css },
      { url, cache: true },
    ]) {
      expect(at(await submit("/render", other), "status")).to.equal("queued");
    }
  });

  it("show the address of the document: its base, or a name that no site has", async () => {
    for (const [body, shown] of [
      [{ html: "<p>", baseUrl: `${url}base` }, `${url}base`],
      [{ html: "<p>" }, "http://html.invalid/"],
    ] as const) {
      const id = textAt(await submit("/render", body), "id");
      const { json } = await account.client.call("GET", `/status/${id}`);
      expect(at(json, "job.url")).to.equal(shown);
      expect(JSON.stringify(json)).not.to.contain("<p>");
    }
  });

  it("outlive the jobs that use them, and a retry keeps them longer", async () => {
    const id = textAt(await submit("/render", { url, css }), "id");
    await failJob(api.ports, id, { code: "page_crashed", message: "It crashed.", retryable: true });
    clock = after(29);
    const { status } = await account.client.call("POST", `/retry/${id}`);
    expect(status).to.equal(202);
    const job = await api.ports.database.jobs.findOne({ _id: id });
    expect(await removeAt(job?.expiresAt ?? new Date(0))).to.equal(1);
    expect(await removeAt(after(retentionMs.pageText / days(1) + 1))).to.equal(0);
  });

  it("of a schedule and a crawl stay as long as these do", async () => {
    await submit("/render/schedule-recurring", { url, script: "1", pattern: "0 4 * * *" });
    await submit("/crawl", { url, script: "2" });
    await submit("/render", { url, script: "3" });
    expect(await stored()).to.have.length(3);
    expect(await removeAt(after(38))).to.equal(2);
    expect(await removeAt(after(76))).to.equal(2);
    const { accountId } = account;
    await api.ports.database.schedules.deleteMany({ accountId });
    await api.ports.database.crawls.deleteMany({ accountId });
    // Extended at the last look, for jobs that may have started since.
    expect(await removeAt(after(77))).to.equal(2);
    expect(await removeAt(after(114))).to.equal(0);
  });

  it("that another request uses again at the moment of their removal stay", async () => {
    await submit("/render", { url, css });
    const [text] = await stored();
    await extendTexts(api.ports.database, { css: text?._id ?? "" }, after(20));
    expect(await removeAt(after(38))).to.equal(1);
  });
});
