import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect } from "chai";
import { createAccount, createKey } from "#data/accounts.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { minimalEnvironment } from "../support/environment.ts";
import { servers } from "../support/servers.ts";
import { until } from "../support/until.ts";
import { largeBodies } from "./support/largeBodies.ts";
import { deadPort } from "./support/testApi.ts";

const script = path.join(import.meta.dirname, "..", "..", "api", "main.ts");
const heapMegabytes = 256;
const atOnce = 40;
/** The kinds that take most memory. `npm run fuzz` sends all. */
const kinds = ["a long document", "a million numbers", "many names", "many operations"] as const;

describe(`an API with a heap of ${heapMegabytes} MB`, function () {
  this.timeout(240_000);
  let database: Database;
  let api: ChildProcess;
  let base: string;

  before(async function () {
    this.timeout(600_000);
    const { settings, info } = await servers();
    database = openDatabase(info.mongoUrl);
    const [port = 0] = await freePorts(1);
    base = `http://127.0.0.1:${port}`;
    const env = {
      ...minimalEnvironment(),
      ...settings,
      // Another test's workers must not run the work that this API accepts.
      WATCHFRAME_TEMPORAL_ADDRESS: `127.0.0.1:${await deadPort()}`,
      WATCHFRAME_PORT: String(port),
      WATCHFRAME_PUBLIC_URL: base,
      WATCHFRAME_METRICS_PORT: "0",
      WATCHFRAME_LOG_LEVEL: "silent",
    };
    api = spawn(process.execPath, [`--max-old-space-size=${heapMegabytes}`, script], { env, stdio: "inherit" });
    const { headers } = await account();
    await until(async () => (await fetch(`${base}/jobs`, { headers }).catch(() => null))?.ok === true, 60_000);
  });
  after(async () => {
    if (api.exitCode === null && api.signalCode === null) {
      api.kill("SIGKILL");
      await once(api, "close");
    }
    await database.close();
  });

  const account = async () => {
    const { _id: accountId } = await createAccount(database, { email: "heap@example.com", plan: "unlimited" });
    const { key } = await createKey(database, { accountId, name: "heap", scopes: ["render", "monitor", "read"] });
    const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
    return { accountId, headers: { ...headers, Authorization: `Bearer ${key}` } };
  };

  for (const what of kinds) {
    const [route, body] = largeBodies[what];
    it(`lives through ${atOnce} bodies with a key and ${atOnce} without one at once: ${what}`, async () => {
      const { headers, accountId } = await account();
      const other = await account();
      const text = JSON.stringify(body);
      expect(Buffer.byteLength(text)).to.be.within(1_500_000, 2 * 1024 * 1024);
      const send = async (sent: Record<string, string>) => {
        const reply = await fetch(`${base}${route}`, { method: "POST", headers: sent, body: text });
        await reply.arrayBuffer();
        return reply.status;
      };
      const { Authorization: _, ...stranger } = headers;
      const withKey = Array.from({ length: atOnce }, () => send(headers));
      // The connection ends before the whole body is sent, which some clients report as an error.
      const without = Array.from({ length: atOnce }, () => send(stranger).catch(() => 401));
      const calm = fetch(`${base}/jobs`, { headers: other.headers });
      const statuses = await Promise.all(withKey);
      expect(statuses.filter((status) => status >= 500)).to.deep.equal([]);
      expect(new Set(await Promise.all(without))).to.deep.equal(new Set([401]));
      expect((await calm).status).to.equal(200);
      expect([api.exitCode, api.signalCode]).to.deep.equal([null, null]);
      await database.outbox.deleteMany({ accountId });
      await database.jobs.deleteMany({ accountId });
    });
  }
});
