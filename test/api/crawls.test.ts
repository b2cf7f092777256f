import { expect } from "chai";
import { open } from "#vault/open.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";
import { until } from "../support/until.ts";

const url = "https://example.com/";

function useCrawls() {
  const { api, account } = useApi();
  const submit = (body: Record<string, unknown> = {}, { client } = account) =>
    client.call("POST", "/crawl", { body: { url, ...body } });
  const accepted = async (body: Record<string, unknown> = {}): Promise<string> =>
    textAt((await submit(body)).json, "id");
  const stored = async (id: string) => {
    const record = await api.ports.database.crawls.findOne({ _id: id });
    if (record === null) throw new Error("no record");
    return record;
  };
  return { api, account, submit, accepted, stored };
}

describe("crawls: submission", () => {
  const { api, account, submit, accepted, stored } = useCrawls();

  it("answer 202 with their addresses, charge nothing and start their workflow", async () => {
    const { status, json, headers } = await submit();
    const id = textAt(json, "id");
    expect(status).to.equal(202);
    expect(json).to.deep.equal({
      success: true,
      id,
      statusUrl: `http://api.test/crawl/${id}`,
      pagesUrl: `http://api.test/crawl/${id}/pages`,
    });
    expect([headers.get("location"), headers.get("x-credits-charged")]).to.deep.equal([
      `http://api.test/crawl/${id}`,
      "0",
    ]);
    expect(api.orchestrator.orders.at(-1)).to.deep.include({ type: "crawl" });
    expect(at(api.orchestrator.orders.at(-1), "input.crawlId")).to.equal(id);
    await until(async () => (await api.ports.database.outbox.findOne({ _id: id })) === null);
    expect(await api.ports.database.ledger.countDocuments({ accountId: account.accountId })).to.equal(0);
  });

  it("apply every default, and show it", async () => {
    const id = await accepted();
    const { bounds, spec, status, anchors } = await stored(id);
    expect(bounds).to.deep.equal({
      maxPages: 50,
      maxDepth: 3,
      maxConcurrentPages: 3,
      maxDurationSeconds: 1_800,
      scope: "host",
      includePaths: [],
      excludePaths: [],
      respectRobots: true,
      useSitemap: false,
      hashRoutes: false,
    });
    expect(spec.extracts).to.deep.equal(["metadata"]);
    expect([status, anchors, spec.crawl]).to.deep.equal([
      "running",
      [url],
      { origin: "https://example.com", delayMs: 0 },
    ]);
    const { json } = await account.client.call("GET", `/crawl/${id}`);
    expect(at(json, "crawl")).to.deep.include({ id, status: "running", stopReason: null, url, ...bounds });
    expect(at(json, "crawl.options")).to.include({ screenshot: true, extractMetadata: true, extractLinks: false });
    expect(at(json, "crawl.counts")).to.deep.equal({
      found: 0,
      queued: 0,
      inProgress: 0,
      completed: 0,
      failed: 0,
      skipped: 0,
    });
  });

  it("are refused when the credits do not cover the first page, and free ones are not", async () => {
    const poor = await api.account({ plan: "free" });
    await api.ports.database.accounts.updateOne({ _id: poor.accountId }, { $set: { "credits.used": 100 } });
    const { status, json } = await submit({}, poor);
    expect([status, at(json, "error")]).to.deep.equal([402, "insufficient_credits"]);
    expect(await api.ports.database.crawls.countDocuments({ accountId: poor.accountId })).to.equal(0);
    expect(await api.ports.database.outbox.countDocuments({ accountId: poor.accountId })).to.equal(0);
    expect((await submit({ screenshot: false }, poor)).status).to.equal(202);
  });

  it("run as many pages at once as the plan allows, and at most the requested number", async () => {
    const small = await api.account({ plan: "free" });
    for (const [asked, given] of [
      [10, 2],
      [1, 1],
    ] as const) {
      const { json } = await submit({ maxConcurrentPages: asked }, small);
      expect((await stored(textAt(json, "id"))).concurrency).to.equal(given);
      expect(at(api.orchestrator.orders.at(-1), "input.concurrency")).to.equal(given);
    }
  });

  it("keep secrets sealed for themselves", async () => {
    const id = await accepted({
      headers: { "X-Token": "marked-header" },
      cookies: [{ name: "session", value: "marked-cookie" }],
      webhookUrl: "https://example.com/marked-hook",
      webhookSecret: "marked-secret-marked",
    });
    const record = await stored(id);
    const { json } = await account.client.call("GET", `/crawl/${id}`);
    expect(JSON.stringify([record, json, api.orchestrator.orders])).to.not.include("marked-");
    expect([record.spec.sealedFor, record.webhook?.sealedFor]).to.deep.equal([id, id]);
    const context = { accountId: account.accountId, entityId: id, field: "headers" } as const;
    expect(open(api.ports.keyRing, record.spec.headers ?? "sealed:v1:", context)).to.include("marked-header");
  });
});

describe("crawls: limits", () => {
  const { submit } = useCrawls();

  const bounds: [field: string, least: number, most: number][] = [
    ["maxPages", 1, 5_000],
    ["maxDepth", 0, 10],
    ["maxConcurrentPages", 1, 10],
    ["maxDurationSeconds", 10, 21_600],
  ];

  for (const [field, least, most] of bounds) {
    it(`take ${field} from ${least} to ${most}`, async () => {
      for (const value of [least, most]) expect((await submit({ [field]: value })).status, String(value)).to.equal(202);
      for (const value of [least - 1, most + 1, least + 0.5, String(least), null]) {
        const { status, json } = await submit({ [field]: value });
        expect([status, Object.keys(problems(json))], String(value)).to.deep.equal([400, [field]]);
      }
    });
  }

  const wrong: [what: string, body: Record<string, unknown>, field: string][] = [
    ["another scope", { scope: "site" }, "scope"],
    ["a word for respectRobots", { respectRobots: "yes" }, "respectRobots"],
    ["a word for useSitemap", { useSitemap: 1 }, "useSitemap"],
    ["a word for hashRoutes", { hashRoutes: "yes" }, "hashRoutes"],
    ["a glob that is no path", { includePaths: ["/a", "blog"] }, "includePaths.1"],
    ["an empty glob", { excludePaths: [""] }, "excludePaths.0"],
    ["a glob with braces", { excludePaths: ["/{a,b}"] }, "excludePaths.0"],
    ["a glob with ** inside a segment", { includePaths: ["/a**"] }, "includePaths.0"],
    ["a glob of 129 characters", { includePaths: [`/${"a".repeat(128)}`] }, "includePaths.0"],
    ["a glob of 9 wildcards", { includePaths: [`/${"a*/".repeat(8)}**`] }, "includePaths.0"],
    ["51 globs", { excludePaths: Array.from({ length: 51 }, () => "/a") }, "excludePaths"],
    ["no address", { url: undefined }, "url"],
    ["another scheme", { url: "ftp://example.com/" }, "url"],
    ["a private address", { url: "http://169.254.169.254/" }, "url"],
    ["a private receiver", { webhookUrl: "http://10.0.0.1/" }, "webhookUrl"],
    ["a quality of 101", { quality: 101 }, "quality"],
    ["a word for fullPage", { fullPage: "yes" }, "fullPage"],
    ["options of single renders: extractImages", { extractImages: true }, "extractImages"],
    ["many addresses", { urls: [url] }, "urls"],
    ["a header only browsers may set", { headers: { Host: "x" } }, "headers.Host"],
  ];

  for (const [what, body, field] of wrong) {
    it(`refuse ${what}`, async () => {
      const { status, json } = await submit(body);
      expect([status, Object.keys(problems(json))]).to.deep.equal([400, [field]]);
    });
  }

  it("name the glob that is too long or has too many wildcards, with a remedy", async () => {
    const globs = ["/fine/**", `/${"a".repeat(128)}`, "/*/*/*/*/*/*/*/*/**"];
    const { status, json } = await submit({ includePaths: globs });
    expect([status, problems(json)]).to.deep.equal([
      400,
      {
        "includePaths.1": "must have at most 128 characters; give several shorter globs",
        "includePaths.2": "must have at most 8 wildcards (* or **); give several simpler globs",
      },
    ]);
  });

  it("take 50 globs of 128 characters and 8 wildcards", async () => {
    const globs = Array.from({ length: 50 }, () => `/${"*/".repeat(7)}**/${"a".repeat(110)}`);
    expect((await submit({ includePaths: globs, excludePaths: ["/**", "*.pdf", "/a/**/b?c"] })).status).to.equal(202);
  });
});

describe("crawls: lists and cancellation", () => {
  const { api, account, submit, accepted } = useCrawls();

  it("are visible to their account only", async () => {
    const id = await accepted();
    const other = await api.account();
    for (const [method, path] of [
      ["GET", `/crawl/${id}`],
      ["GET", `/crawl/${id}/pages`],
      ["DELETE", `/crawl/${id}`],
      ["GET", "/crawl/01900000-0000-7000-8000-000000000000/pages"],
    ] as const) {
      expect((await other.client.call(method, path)).status, `${method} ${path}`).to.equal(404);
      expect((await api.anyone.call(method, path)).status, `${method} ${path}`).to.equal(401);
    }
    expect((await account.client.call("GET", "/crawl/nonsense/pages")).status).to.equal(404);
    const reader = await api.account({ scopes: ["read"] });
    expect((await submit({}, reader)).status).to.equal(403);
    expect(at((await other.client.call("GET", "/crawls")).json, "crawls")).to.deep.equal([]);
  });

  it("are listed newest first, by status and page by page", async () => {
    const owner = await api.account();
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift(textAt((await submit({}, owner)).json, "id"));
    await api.ports.database.crawls.updateOne({ _id: ids[1] ?? "" }, { $set: { status: "failed" } });
    const list = async (query: string) => {
      const { status, json } = await owner.client.call("GET", `/crawls${query}`);
      const crawls = at(json, "crawls");
      const listed = Array.isArray(crawls) ? crawls.map((crawl: unknown) => textAt(crawl, "id")) : [];
      return { status, ids: listed, next: at(json, "nextCursor") };
    };
    const first = await list("?limit=3");
    expect(first.ids).to.deep.equal(ids.slice(0, 3));
    const rest = await list(`?limit=3&cursor=${String(first.next)}`);
    expect([rest.ids, rest.next]).to.deep.equal([ids.slice(3), null]);
    expect((await list("?status=failed")).ids).to.deep.equal([ids[1]]);
    expect((await list(`?status=failed&cursor=${String(first.next)}`)).status).to.equal(400);
    for (const query of ["?limit=0", "?limit=101", "?status=done"])
      expect((await list(query)).status, query).to.equal(400);
  });

  it("are cancelled by a signal to their workflow, and only while they run", async () => {
    const id = await accepted();
    await api.ports.database.crawls.updateOne({ _id: id }, { $set: { status: "cancelled", stopReason: "cancelled" } });
    expect((await account.client.call("DELETE", `/crawl/${id}`)).status).to.equal(409);
    const running = await accepted();
    // As it is where no worker is there to hear of it: the answer says what will be.
    const tally = { queued: 4, in_progress: 2, completed: 1, failed: 0, skipped: 3, charged: 3, refunded: 0 };
    await api.ports.database.crawls.updateOne({ _id: running }, { $set: { found: 10, tallies: { 0: tally } } });
    const { status, json } = await account.client.call("DELETE", `/crawl/${running}`);
    expect([status, at(json, "crawl.status"), at(json, "crawl.stopReason")]).to.deep.equal([
      200,
      "cancelled",
      "cancelled",
    ]);
    expect(at(json, "crawl.counts")).to.deep.equal({
      found: 10,
      queued: 0,
      inProgress: 2,
      completed: 1,
      failed: 0,
      skipped: 7,
    });
    expect(api.orchestrator.signals.at(-1)).to.deep.equal([`crawl:${running}`, "cancel"]);
  });
});
