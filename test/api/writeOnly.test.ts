import { expect } from "chai";
import * as fc from "fast-check";
import { recordMonitorMails } from "#activities/projections/mails.ts";
import { routes } from "#api/routes.ts";
import { open } from "#vault/open.ts";
import { at, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

/** A request with its secrets, the field of the id in the reply, and the address of the new resource. */
type WriteOnlyCase = {
  path: string;
  body: Record<string, unknown>;
  secrets: string[];
  ids: [field: string, address: string][];
};

/** The address of a new recipient, and its secret parts. */
type Reader = { email: string; secrets: string[] };

/** A secret that nothing else looks like. */
const secret = fc.integer({ min: 0, max: 2 ** 32 }).map((number) => `canary${number.toString(16).padStart(9, "0")}end`);
const host = "https://example.com";

const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Options of renders with secrets in every place that takes one. */
const options = fc
  .record({
    header: secret,
    cookie: secret,
    user: secret,
    password: secret,
    hook: secret,
    hookSecret: secret,
    keyId: secret,
    key: secret,
    css: secret,
    script: secret,
    filled: secret,
    stored: fc.boolean(),
  })
  .map(({ header, cookie, user, password, hook, hookSecret, keyId, key, css, script, filled, stored }) => ({
    body: {
      css,
      script,
      steps: [{ fill: { target: "#password", value: filled } }, { press: { key: "Enter" } }],
      headers: { "X-Token": header },
      httpAuth: { username: user, password },
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
    secrets: [
      header,
      cookie,
      user,
      password,
      base64(`${user}:${password}`),
      hook,
      hookSecret,
      css,
      script,
      filled,
      ...(stored ? [keyId, key] : []),
    ],
  }));

const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const page = { url: `${host}/page` };
const renders: [path: string, more: () => object, ids: WriteOnlyCase["ids"]][] = [
  ["/render", () => page, [["id", "/status/:id"]]],
  ["/render", () => ({ html: "<p>", baseUrl: page.url }), [["id", "/status/:id"]]],
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
const rendered: fc.Arbitrary<WriteOnlyCase> = fc
  .tuple(options, fc.constantFrom(...renders))
  .map(([{ body, secrets }, [path, more, ids]]) => ({ path, body: { ...more(), ...body }, secrets, ids }));

/** Monitors. Their address and clicks are secrets, too. */
const watched: fc.Arbitrary<WriteOnlyCase> = fc
  .record({
    url: secret,
    click: secret,
    header: secret,
    cookie: secret,
    hook: secret,
    hookSecret: secret,
    channel: secret,
    chat: secret,
  })
  .map(({ url, click, header, cookie, hook, hookSecret, channel, chat }) => ({
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
      alerts: {
        webhook: { url: `${host}/hook/${hook}`, secret: hookSecret },
        channels: [
          { type: "slack", url: `${host}/services/${channel}` },
          { type: "ntfy", url: `${host}/${channel}`, token: chat },
          { type: "telegram", token: `123456:${channel}${channel}`, chatId: chat },
          { type: "apprise", url: `${host}/notify/${channel}`, urls: `json://${chat}`, tag: chat },
        ],
      },
    },
    secrets: [url, click, header, cookie, hook, hookSecret, channel, chat],
    ids: [
      ["monitor.id", "/render/monitors/:id"],
      ["monitor.id", "/render/monitors/:id/runs"],
    ],
  }));

let readerCount = 0;
/** Readers of alerts. Their address is a secret as a whole and in both parts. */
const visible: fc.Arbitrary<Reader> = fc
  .record({ name: secret, domain: secret })
  .map(({ name, domain }) => ({ email: `${name}@${domain}.r${(readerCount += 1)}.example`, secrets: [name, domain] }));
const recipients = "/render/monitor-recipients";
const html = { Accept: "text/html" };

const lists = routes.filter(
  ({ method, path, auth }) =>
    // A stream has no end. Its events hold ids alone.
    method === "GET" && path !== "/events" && !path.includes(":") && auth.security.startsWith("key"),
);

describe("write-only values", function () {
  this.timeout(120_000);
  const asked: string[] = [];
  const readers: string[] = [];

  const { api, account } = useApi();

  const call = async (method: string, path: string, body?: unknown) => {
    const reply = await account.client.call(method, path, { ...(body !== undefined && { body }) });
    return {
      json: reply.json,
      status: reply.status,
      text: `${reply.bytes.toString()} ${JSON.stringify([...reply.headers])}`,
    };
  };

  it("are in no reply, no list, no log line, no document and no data of Temporal", async () => {
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
    await expectNowhere(asked);
  });

  it("include a recipient's address and its link's token, from the first mail to the bounce", async () => {
    await fc.assert(
      fc.asyncProperty(visible, async ({ email, secrets }) => {
        const made = await call("POST", recipients, { email });
        expect(made.status, made.text).to.equal(201);
        const id = textAt(made.json, "recipient.id");
        const token = await tokenOf(id);
        readers.push(...secrets, token);
        const texts = [made.text, (await call("POST", recipients, { email })).text];
        const newest = await tokenOf(id);
        readers.push(newest);
        // A link that was replaced, one that works, and one that works as a page.
        for (const [link, headers] of [
          [token, {}],
          [newest, {}],
          [newest, html],
        ] as const) {
          const { bytes, headers: said } = await api.anyone.call("GET", `${recipients}/verify?token=${link}`, {
            headers,
          });
          texts.push(`${bytes.toString()} ${JSON.stringify([...said])}`);
        }
        expect((await api.ports.database.recipients.findOne({ recipientId: id }))?.verifiedAt).to.be.instanceOf(Date);
        const alerts = { email: { account: false, recipientIds: [id] } };
        const monitor = await call("POST", "/render/monitors", {
          name: "Notified",
          url: page.url,
          intervalMinutes: 60,
          alerts,
        });
        texts.push(monitor.text, ...(await recordMails(textAt(monitor.json, "monitor.id"))));
        texts.push((await call("GET", `/webhook-deliveries?resourceId=${id}`)).text);
        texts.push(await bounce(email), (await call("POST", recipients, { email })).text);
        texts.push((await call("POST", recipients, { email: `${email} ` })).text);
        texts.push((await call("GET", recipients)).text, (await call("DELETE", `${recipients}/${id}`)).text);
        for (const text of texts) expect(found(text, [...secrets, token, newest])).to.deep.equal([]);
      }),
      { numRuns: 8 },
    );
    await expectNowhere(readers);
  });

  /** The token of a recipient's newest link, as its mail's activity would read it. */
  async function tokenOf(recipientId: string): Promise<string> {
    const { database, keyRing } = api.ports;
    const [mail] = await database.deliveries
      .find({ resourceId: recipientId })
      .sort({ createdAt: -1 })
      .limit(1)
      .toArray();
    if (mail?.channel !== "email" || mail.content.kind !== "verification") throw new Error("no such mail");
    const context = { accountId: account.accountId, entityId: recipientId, field: "token" } as const;
    return open(keyRing, mail.content.token, context);
  }

  /** Records a message of a monitor, and reads the mails that the API shows. */
  async function recordMails(monitorId: string): Promise<string[]> {
    const ports = { database: api.ports.database, mailer: { enabled: true } } as Parameters<
      typeof recordMonitorMails
    >[0];
    const event = {
      type: "monitor.paused",
      runId: null,
      incident: null,
      reason: null,
      changesInARow: null,
      belowThreshold: null,
      cause: "slot 1",
    } as const;
    const mailIds = await recordMonitorMails(ports, { monitorId, ...event, version: Date.now() * 1_000 });
    expect(mailIds).to.have.length(1);
    return Promise.all(mailIds.map(async (mailId) => (await call("GET", `/webhook-deliveries/${mailId}`)).text));
  }

  /** The reply to the mail service after it reported a bounce. */
  async function bounce(email: string): Promise<string> {
    const authorization = `Basic ${Buffer.from(api.ports.mail.eventsAuth).toString("base64")}`;
    const body = { RecordType: "Bounce", Type: "HardBounce", Inactive: true, Email: email };
    const reply = await api.anyone.call("POST", "/mail-events/postmark", { body, headers: { authorization } });
    expect(reply.status).to.equal(200);
    return reply.bytes.toString();
  }

  /** Looks for secrets in every list, in the log, in the orders to Temporal and in every collection. */
  async function expectNowhere(secrets: readonly string[]): Promise<void> {
    for (const { path } of lists) expect(found((await call("GET", path)).text, secrets), path).to.deep.equal([]);
    expect(found(api.logged.join("\n"), secrets), "log lines").to.deep.equal([]);
    const { orders, signals } = api.orchestrator;
    expect(found(JSON.stringify([orders, signals]), secrets), "Temporal").to.deep.equal([]);
    const { ping: _ping, close: _close, onLedgerEntries: _posted, ...collections } = api.ports.database;
    for (const [name, collection] of Object.entries(collections)) {
      // All documents are searched: suppressions and counts of mails name no account.
      const documents: unknown[] = await collection.find({}).toArray();
      expect(found(JSON.stringify(documents), secrets), name).to.deep.equal([]);
    }
  }
});

/** Secrets that a text has in clear or in base64. */
function found(text: string, secrets: readonly string[]): string[] {
  return secrets.filter(
    (each) => text.includes(each) || text.includes(Buffer.from(each).toString("base64").slice(0, -4)),
  );
}
