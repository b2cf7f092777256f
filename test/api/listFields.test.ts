import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { beginRun, settleRun } from "#activities/projections/runs.ts";
import { listRuns } from "#api/monitors/store.ts";
import { findRecipients } from "#api/recipients/store.ts";
import { routes } from "#api/routes.ts";
import { findSitemaps } from "#api/sitemaps/store.ts";
import type { Database } from "#data/mongo.ts";
import { at, textAt } from "./support/fields.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

/** Collections whose lists show every field of a record, all of them short. */
const listedWhole = new Set(["keys", "sessions", "signingKeys", "feeds", "presets", "crawlPages", "monitorHistories"]);

/** A read: its collection, and whether it finds a list of whole records. */
type Read = { collection: string; whole: boolean };

/** The database, with a note of each read. */
function noteReads(database: Database, reads: Read[]): Database {
  return new Proxy(database, {
    get(target, name) {
      const part: unknown = Reflect.get(target, name);
      if (typeof part !== "object" || part === null) return part;
      return new Proxy(part, {
        get(collection, method) {
          const value: unknown = Reflect.get(collection, method);
          if (typeof value !== "function") return value;
          return (...input: unknown[]) => {
            const whole = method === "find" && at(input, "1.projection") === undefined;
            if (method === "find" || method === "findOne") reads.push({ collection: String(name), whole });
            return value.apply(collection, input);
          };
        },
      });
    },
  });
}

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

  it("of recipients: the sealed address and the token", async () => {
    const body = { email: "someone@example.com" };
    const made = await account.client.call("POST", "/render/monitor-recipients", { body });
    expect(made.status, JSON.stringify(made.json)).to.equal(201);
    const [recipient] = await findRecipients(api.ports.database, account.accountId);
    expect(recipient).to.not.have.any.keys("email", "addressHash", "token");
    const { json } = await account.client.call("GET", "/render/monitor-recipients");
    expect(at(json, "recipients.0.emailMasked")).to.equal("s***@e***.com");
  });

  const lists = routes.filter(({ id }) => id.startsWith("list"));
  for (const { id, path } of lists) {
    it(`${id}: each collection with sealed or long fields`, async () => {
      const { database } = api.ports;
      const monitorId = await monitors.created();
      const crawl = await account.client.call("POST", "/crawl", { body: { url: "https://example.com" } });
      const owner = path.startsWith("/crawl") ? textAt(crawl.json, "id") : monitorId;
      const reads: Read[] = [];
      api.ports.database = noteReads(database, reads);
      try {
        const { status, json } = await account.client.call("GET", path.replace(/:\w+/, owner));
        expect(status, JSON.stringify(json)).to.equal(200);
      } finally {
        api.ports.database = database;
      }
      expect(reads).to.not.have.length(0);
      const whole = reads.flatMap((read) => (read.whole ? read.collection : []));
      expect(whole.filter((name) => !listedWhole.has(name))).to.deep.equal([]);
    });
  }
});
