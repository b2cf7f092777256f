import { expect } from "chai";
import * as fc from "fast-check";
import { routes } from "#api/routes/index.ts";
import { at } from "./support/fields.ts";
import { type TestAccount, type TestApi, testApi } from "./support/testApi.ts";

/** What is asked for, and where in the reply its id and its own address are. */
type Wish = { path: string; body: Record<string, unknown>; secrets: string[]; ids: [field: string, address: string][] };

/** A secret that nothing else looks like. */
const secret = fc.integer({ min: 0, max: 2 ** 32 }).map((number) => `canary${number.toString(16).padStart(9, "0")}end`);
const host = "https://example.com";

/** Options of renders with secrets in every place that takes one. */
const options = fc
  .record({
    header: secret,
    cookie: secret,
    hook: secret,
    hookSecret: secret,
    keyId: secret,
    key: secret,
    stored: fc.boolean(),
  })
  .map(({ header, cookie, hook, hookSecret, keyId, key, stored }) => ({
    body: {
      headers: { "X-Token": header },
      cookies: [{ name: "session", value: cookie }],
      webhookUrl: `${host}/hook/${hook}`,
      webhookSecret: hookSecret,
      ...(stored && {
        store: true,
        storage_provider: "s3",
        storage_bucket: "bucket",
        storage_access_key_id: keyId,
        storage_secret_access_key: key,
      }),
    },
    secrets: [header, cookie, hook, hookSecret, ...(stored ? [keyId, key] : [])],
  }));

const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const page = { url: `${host}/page` };
const renders: [path: string, more: () => object, ids: Wish["ids"]][] = [
  ["/render", () => page, [["id", "/status/:id"]]],
  ["/render/smart-batch", () => ({ urls: [page.url, `${host}/other`] }), [["batch", "/render/batches/:id"]]],
  ["/render/scheduled", () => ({ ...page, scheduleAt: soon() }), [["id", "/render/scheduled/:id"]]],
  ["/render/schedule-recurring", () => ({ ...page, pattern: "0 4 * * *" }), [["id", "/render/scheduled/:id"]]],
  [
    "/crawl",
    () => page,
    [
      ["id", "/crawl/:id"],
      ["id", "/crawl/:id/pages"],
    ],
  ],
];
const rendered: fc.Arbitrary<Wish> = fc
  .tuple(options, fc.constantFrom(...renders))
  .map(([{ body, secrets }, [path, more, ids]]) => ({ path, body: { ...more(), ...body }, secrets, ids }));

/** Monitors, whose address and clicks are secrets, too. */
const watched: fc.Arbitrary<Wish> = fc
  .record({ url: secret, click: secret, header: secret, cookie: secret, hook: secret, hookSecret: secret })
  .map(({ url, click, header, cookie, hook, hookSecret }) => ({
    path: "/render/monitors",
    body: {
      name: "Watched",
      url: `${host}/${url}?${url}`,
      intervalMinutes: 60,
      capture: {
        headers: { "X-Token": header },
        cookies: [{ name: "session", value: cookie }],
        clickSelectors: [`#${click}`],
      },
      alerts: { webhook: { url: `${host}/hook/${hook}`, secret: hookSecret } },
    },
    secrets: [url, click, header, cookie, hook, hookSecret],
    ids: [
      ["monitor.id", "/render/monitors/:id"],
      ["monitor.id", "/render/monitors/:id/runs"],
    ],
  }));

const lists = routes.filter(
  ({ method, path, auth }) => method === "GET" && !path.includes(":") && auth.security.startsWith("key"),
);

describe("what is accepted and never returned", function () {
  this.timeout(120_000);
  let api: TestApi;
  let account: TestAccount;
  const asked: string[] = [];

  before(async function () {
    this.timeout(600_000);
    api = await testApi();
    account = await api.account();
  });
  after(() => api.close());

  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await account.client.call(method, path, { ...(body !== undefined && { body }) });
    return {
      json: reply.json,
      status: reply.status,
      text: `${reply.bytes.toString()} ${JSON.stringify([...reply.headers])}`,
    };
  };

  it("is in no reply, no list, no log line, no document and nothing that Temporal is told", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(rendered, rendered, watched), async ({ path, body, secrets, ids }) => {
        asked.push(...secrets);
        const made = await call("POST", path, body);
        expect(made.status, made.text).to.be.oneOf([200, 201, 202]);
        const texts = [made.text];
        for (const [field, address] of ids) {
          texts.push((await call("GET", address.replace(":id", String(at(made.json, field))))).text);
        }
        if (path === "/render/monitors") {
          const id = String(at(made.json, "monitor.id"));
          texts.push((await call("PATCH", `/render/monitors/${id}`, { name: "Renamed", url: body["url"] })).text);
          texts.push((await call("POST", `/render/monitors/${id}/run`)).text);
        }
        // Refused for a field beside them: what is refused is not repeated either.
        const refused = await call("POST", path, { ...body, nonsense: secrets[0], timeout: secrets[1] });
        expect(refused.status).to.equal(400);
        for (const text of [...texts, refused.text]) expect(found(text, secrets)).to.deep.equal([]);
      }),
      { numRuns: 24 },
    );
    for (const { path } of lists) expect(found((await call("GET", path)).text, asked), path).to.deep.equal([]);
    expect(found(api.logged.join("\n"), asked), "log lines").to.deep.equal([]);
    expect(found(JSON.stringify(api.orchestrator.orders), asked), "Temporal").to.deep.equal([]);
    const { ping: _ping, close: _close, posted: _posted, ...collections } = api.ports.database;
    for (const [name, collection] of Object.entries(collections)) {
      const documents: unknown[] = await collection.find({ accountId: account.accountId }).toArray();
      expect(found(JSON.stringify(documents), asked), name).to.deep.equal([]);
    }
  });
});

/** Secrets that a text has in clear or in base64. */
function found(text: string, secrets: readonly string[]): string[] {
  return secrets.filter(
    (each) => text.includes(each) || text.includes(Buffer.from(each).toString("base64").slice(0, -4)),
  );
}
