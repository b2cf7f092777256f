import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import type { Route } from "#api/http/route.ts";
import { routes } from "#api/routes.ts";
import type { DeliveryRecord } from "#schemas/events.ts";
import { textAt } from "./support/fields.ts";
import { changeEntry, completeRun, project } from "./support/reviewedRuns.ts";
import type { TestAccount } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

const url = "https://example.com/";
const unknown = "01900000-0000-7000-8000-000000000000";

/** Routes that need a key and name something by its id: every one there is, so that a new one is here by itself. */
const named = routes.filter(
  ({ id, path, auth }) =>
    // A tag is no id. Its change makes defaults of the caller's own, which `monitorDefaults.test.ts` tests.
    id !== "updateTagDefaults" && path.includes("/:") && auth.security.startsWith("key"),
);
const lists = routes.filter(
  ({ path, auth, method }) =>
    // A stream has no end; `events.test.ts` tests it.
    method === "GET" && path !== "/events" && !path.includes("/:") && auth.security.startsWith("key"),
);

/** Routes of crawls call the crawl's id by two names. */
const bothNames = (id: string) => ({ id, crawlId: id });

/** Resources of the first account, by the beginning of their paths. */
type Owned = [prefix: string, params: Record<string, string>][];

describe("another account's resources", function () {
  this.timeout(60_000);
  let owner: TestAccount;
  let stranger: TestAccount;
  let owned: Owned;

  const { api } = useApi();
  before(async () => {
    [owner, stranger] = await Promise.all([api.account(), api.account()]);
    owned = await makeOneOfEach();
  });

  async function makeOneOfEach(): Promise<Owned> {
    const make = async (path: string, body: unknown, field: string): Promise<string> =>
      textAt((await owner.client.call("POST", path, { body })).json, field);
    const job = await make("/render", { url }, "id");
    const alerts = { channels: [{ type: "slack", url: "https://example.com/hook" }] };
    const monitor = await make("/render/monitors", { name: "Mine", url, intervalMinutes: 60, alerts }, "monitor.id");
    const record = await api.ports.database.monitors.findOne({ _id: monitor });
    const channel = record?.spec.channels[0]?.id ?? "";
    const target = await make("/alert-targets", { name: "mine", ...alerts }, "alertTarget.id");
    const ofTarget = await api.ports.database.alertTargets.findOne({ _id: target });
    const changed = await completeRun(api.ports.database, monitor);
    await project(api.ports.database, monitor, [changeEntry(changed)]);
    return [
      ["/status/", { id: job }],
      ["/jobs/", { id: job, name: "screenshot" }],
      ["/retry/", { id: job }],
      ["/changes/", { id: changed }],
      ["/presets/", { name: await make("/presets", { name: "mine", options: { width: 800 } }, "preset.name") }],
      [
        "/sign-ins/",
        {
          id: await make(
            "/sign-ins",
            { name: "mine", url, steps: [{ click: { target: "#go" } }], signedIn: { text: "Out" } },
            "signIn.id",
          ),
        },
      ],
      ["/proxies/", { id: await make("/proxies", { name: "mine", url: "http://proxy.example.com" }, "proxy.id") }],
      ["/alert-targets/", { id: target, channel: ofTarget?.channels[0]?.id ?? "" }],
      ["/monitor-defaults/", { tag: await setDefaults() }],
      ["/secrets/", { name: await make("/secrets", { name: "mine", value: "x" }, "secret.name") }],
      ["/render/batches/", { id: await make("/render/smart-batch", { urls: [url] }, "batch") }],
      ["/render/scheduled/", { id: await make("/render/schedule-recurring", { url, pattern: "0 * * * *" }, "id") }],
      ["/crawl/", bothNames(await make("/crawl", { url }, "id"))],
      ["/render/diff/", { id: await make("/render/diff", { before: { url }, after: { url } }, "id") }],
      [
        "/render/monitors/",
        {
          id: monitor,
          channel,
          runId: await make(`/render/monitors/${monitor}/run`, {}, "run.id"),
          name: "screenshot",
        },
      ],
      [
        "/render/monitor-recipients/",
        { id: await make("/render/monitor-recipients", { email: "a@example.com" }, "recipient.id") },
      ],
      ["/account/keys/", { id: owner.keyId }],
      [
        "/render/monitor-sitemaps/",
        {
          id: await make(
            "/render/monitors/from-sitemap",
            { sitemapUrl: `${url}sitemap.xml`, monitor: { intervalMinutes: 60 } },
            "sitemap.id",
          ),
        },
      ],
      ["/feeds/", { id: await make("/feeds", {}, "feed.id"), file: `${"A".repeat(43)}.atom` }],
      ["/account/signing-keys/", { id: await make("/account/signing-keys", { name: "mine" }, "key.id") }],
      ["/sessions/", { id: await logIn() }],
      ["/webhook-deliveries/", { id: await delivery(job) }],
    ];
  }

  async function setDefaults(): Promise<string> {
    const { json } = await owner.client.call("PATCH", "/monitor-defaults/owners", { body: { changeThreshold: 0.1 } });
    return textAt(json, "monitorDefaults.tag");
  }

  async function logIn(): Promise<string> {
    const { json } = await api.anyone.call("POST", "/sessions", { body: { apiKey: owner.key } });
    return textAt(json, "session.id");
  }

  async function delivery(resourceId: string): Promise<string> {
    const record: DeliveryRecord = {
      _id: `evt_${uuidv7().replaceAll("-", "")}`,
      accountId: owner.accountId,
      resourceId,
      runId: null,
      channel: "webhook",
      type: "job.completed",
      target: { sealedFor: resourceId, url: "sealed:v1:test:" },
      body: "{}",
      after: null,
      notBefore: null,
      status: "delivered",
      attempts: [],
      replays: 0,
      createdAt: new Date(),
      completedAt: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    };
    await api.ports.database.deliveries.insertOne(record);
    return record._id;
  }

  const pathOf = ({ path }: Route, id?: string): string => {
    const params = owned.find(([prefix]) => path.startsWith(prefix))?.[1];
    if (params === undefined) throw new Error(`makeOneOfEach() makes nothing for ${path}`);
    return path.replaceAll(/:(\w+)/g, (_all, name: string) => {
      const value = name === "name" || id === undefined ? params[name] : id;
      if (value === undefined) throw new Error(`makeOneOfEach() makes no ${name} for ${path}`);
      return value;
    });
  };
  const bodyOf = ({ body, example, path }: Route) => {
    if (body === null) return {};
    const [, params] = owned.find(([prefix]) => path.startsWith(prefix)) ?? [];
    return { body: path.endsWith("/baseline") ? { runId: params?.["runId"] } : (example ?? {}) };
  };

  for (const route of named) {
    it(`${route.method} ${route.path}: answers as if it were not there, and does nothing`, async () => {
      const before = await everything();
      const theirs = await stranger.client.call(route.method, pathOf(route), bodyOf(route));
      const nobodys = await stranger.client.call(
        route.method,
        pathOf(route, route.path.startsWith("/webhook-") ? `evt_${"0".repeat(32)}` : unknown),
        bodyOf(route),
      );
      expect(theirs.status).to.equal(404);
      expect(theirs.json).to.deep.equal(nobodys.json);
      expect(await everything()).to.deep.equal(before);
    });
  }

  it("are there for their owner, so that the replies above are not for another reason", async () => {
    for (const route of named.filter(({ method }) => method === "GET")) {
      const { status } = await owner.client.call("GET", pathOf(route));
      // A running job's output is 409. A missing output of a run or picture of a sign-in is 404, also for its owner.
      if (!/\/runs\/:runId\/outputs|\/picture$/u.test(route.path)) expect(status, route.path).to.be.oneOf([200, 409]);
    }
  });

  for (const route of lists) {
    it(`GET ${route.path}: lists nothing of them`, async () => {
      const { bytes } = await stranger.client.call("GET", route.path);
      for (const id of owned.flatMap(([, { name: _name, ...ids }]) => Object.values(ids))) {
        expect(bytes.toString()).to.not.include(id);
      }
    });
  }

  /** The records of the first account, without the time of its key's last use. */
  async function everything(): Promise<unknown> {
    const { jobs, batches, schedules, crawls, monitors, monitorSitemaps, runs, pageChanges, deliveries, ledger } =
      api.ports.database;
    const mine = { accountId: owner.accountId };
    return Promise.all([
      jobs.find(mine).toArray(),
      batches.find(mine).toArray(),
      schedules.find(mine).toArray(),
      crawls.find(mine).toArray(),
      monitors.find(mine).toArray(),
      monitorSitemaps.find(mine).toArray(),
      runs.find(mine).toArray(),
      pageChanges.find(mine).toArray(),
      deliveries.find(mine).toArray(),
      ledger.find(mine).toArray(),
      api.ports.database.keys.findOne({ keyId: owner.keyId }).then((key) => key?.revokedAt),
    ]);
  }
});
