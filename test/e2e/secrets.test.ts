import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { expect } from "chai";
import { lazyClient } from "#temporal-config/target.ts";
import { type RunningStack, runStack } from "../support/stack.ts";
import { until } from "../support/until.ts";

const mark = (name: string): string => `MARKED${name}SECRET`;
const secrets = {
  cookie: mark("COOKIE"),
  header: mark("HEADER"),
  webhookSecret: mark("WEBHOOK"),
  webhookPath: mark("HOOKPATH"),
  storageKeyId: mark("STORAGEID"),
  storageKey: mark("STORAGEKEY"),
  user: mark("USER"),
  password: mark("PASSWORD"),
  css: mark("CSS"),
  script: mark("SCRIPT"),
  html: mark("HTML"),
  filled: mark("FILLED"),
  unfilled: mark("UNFILLED"),
  pdfHeader: mark("PDFHEADER"),
  monitorPath: mark("MONITORPATH"),
  click: mark("CLICK"),
  discord: mark("DISCORD"),
  ntfyToken: mark("NTFY"),
  telegramToken: mark("TELEGRAM"),
  chat: mark("CHAT"),
  apprise: mark("APPRISE"),
  stored: mark("STORED"),
  signIn: mark("SIGNIN"),
  proxy: mark("PROXY"),
  session: mark("SESSION"),
  token: mark("TOKEN"),
  seed: "MARKEDSEED2222SECRET",
};
/** Basic authentication has both in base64, which starts at another bit than the secrets alone. */
const basic = Buffer.from(`${secrets.user}:${secrets.password}`).toString("base64");

const storedBasic = Buffer.from(`ann:${secrets.stored}`).toString("base64");

type Watched = { monitor: { id: string; alerts: { channels: { id: string }[] } } };

describe("marked secrets", function () {
  this.timeout(120_000);
  let running: RunningStack;
  let site: Server;
  let url: string;
  const received: { headers: NodeJS.Dict<string | string[]>; path: string }[] = [];
  const replies: string[] = [];

  before(async () => {
    site = createServer((request, response) => {
      received.push({ headers: request.headers, path: request.url ?? "" });
      if (request.url?.startsWith("/broken")) request.socket.destroy();
      // A store that takes the first upload, and answers the rest with what it was sent.
      else if (request.url?.startsWith("/taking/")) response.setHeader("ETag", "1").end();
      // Hooks and services that repeat what they were sent.
      else if (request.method === "POST")
        response
          .writeHead(request.url?.startsWith("/hook/") === true ? 200 : 404)
          .end(
            `Cannot POST ${request.url} ${decodeURIComponent(request.url ?? "")} ${JSON.stringify(request.headers)}`,
          );
      else if (request.url?.startsWith("/telling/"))
        response
          .writeHead(403)
          .end(`<Error><Code>Denied</Code><Message>${JSON.stringify(request.headers)}</Message></Error>`);
      else if (request.url === "/log-in")
        response
          .writeHead(200, { "content-type": "text/html", "set-cookie": `kept=${secrets.session}` })
          .end(`<p>Nothing to see<input><script>localStorage.setItem("token", "${secrets.token}")</script>`);
      else if (request.url === `/${secrets.webhookPath}.xml`)
        response.end(`<urlset><url><loc>${url}/watched</loc></url></urlset>`);
      else
        response
          .setHeader("content-type", "text/html")
          .end("<!doctype html><title>Quiet</title><p>Nothing to see</p><input name=field>");
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    const address = site.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    url = `http://127.0.0.1:${address.port}`;
    running = await runStack({ allow: [`127.0.0.1:${address.port}`] });
    await renderWithSecrets();
    await renderTexts();
    await useStored();
    await useSignIn();
    await useProxy();
    await watchWithSecrets();
    await watchFromSitemap();
  });
  after(async () => {
    await running?.stop();
    site?.close();
  });

  /** Sends a request, keeps the reply for the search, and returns its status and body. */
  async function send<Body>(method: string, path: string, body?: unknown): Promise<Body & { status: number }> {
    const reply = await running.caller.call(method, path, body);
    const text = await reply.text();
    replies.push(text);
    return { ...JSON.parse(text), status: reply.status };
  }

  async function renderWithSecrets(): Promise<void> {
    const body = {
      cookies: [{ name: "session", value: secrets.cookie }],
      headers: { "x-api-token": secrets.header },
      webhookUrl: `${url}/hook/${secrets.webhookPath}`,
      webhookSecret: secrets.webhookSecret,
      extractHtml: true,
      extractMetadata: true,
      screenshot: true,
      store: true,
      storage_provider: "s3",
      storage_endpoint: url,
      storage_access_key_id: secrets.storageKeyId,
      storage_secret_access_key: secrets.storageKey,
    };
    for (const [path, storage_bucket] of [
      ["/page", "taking"],
      ["/page", "telling"],
      ["/broken", "taking"],
    ]) {
      const request = { url: `${url}${path}`, ...body, storage_bucket };
      const { id } = await send<{ id: string }>("POST", "/render", request);
      await running.caller.ended(id);
      await send("GET", `/status/${id}?include=html`);
    }
    await send("GET", "/jobs");
    // A body that is refused must not be echoed either.
    const refused = await running.caller.call("POST", "/render", {
      url,
      ...body,
      width: secrets.header,
      [secrets.cookie]: 1,
      headers: { Host: secrets.header },
      storage_bucket: secrets.storageKey,
      storage_provider: secrets.storageKey,
    });
    expect(refused.status).to.equal(400);
    await hooked();
  }

  /** Renders with texts of the caller, which no reply shows. */
  async function renderTexts(): Promise<void> {
    const texts = { css: `/* ${secrets.css} */ p { color: red }`, script: `const a = "${secrets.script}"; missing()` };
    const steps = [
      { fill: { target: "input", value: secrets.filled } },
      { fill: { target: "p", value: secrets.unfilled }, timeout: 1, optional: true },
    ];
    const httpAuth = { username: secrets.user, password: secrets.password };
    const pdf = { header: `<b style="font-size:9px" class="${secrets.pdfHeader}">Top</b>` };
    for (const body of [
      { url: `${url}/private`, httpAuth, pdf, screenshot: true, steps, ...texts },
      { html: `<title>Sent</title><!-- ${secrets.html} --><p>Sent`, screenshot: true },
    ]) {
      const { id } = await send<{ id: string }>("POST", "/render", body);
      expect((await running.caller.ended(id)).status).to.equal("completed");
      await send("GET", `/status/${id}`);
    }
    const preset = { name: "secret", options: { ...texts, steps } };
    await send("POST", "/presets", preset);
  }

  /** Stores a secret and uses it in every option that may name one. */
  async function useStored(): Promise<void> {
    const named = "{{secret:stored}}";
    const stored = await send("POST", "/secrets", { name: "stored", value: secrets.stored });
    expect(stored.status).to.equal(200);
    const body = {
      url: `${url}/stored`,
      headers: { "x-stored": `Bearer ${named}` },
      cookies: [{ name: "stored", value: named }],
      httpAuth: { username: "ann", password: named },
      steps: [
        { fill: { target: "input", value: named } },
        { fill: { target: "p", value: named }, timeout: 1, optional: true },
      ],
    };
    const { id } = await send<{ id: string }>("POST", "/render", body);
    expect((await running.caller.ended(id)).status).to.equal("completed");
    await send("GET", `/status/${id}`);
    await send("GET", "/secrets");
  }

  /** The site is no proxy, so that errors tell of it. */
  async function useProxy(): Promise<void> {
    const proxyUrl = url.replace("http://", `http://ann:${secrets.proxy}@`);
    const made = await send<{ proxy: { id: string } }>("POST", "/proxies", { name: "none", url: proxyUrl });
    expect(made.status).to.equal(201);
    const { id } = await send<{ id: string }>("POST", "/render", { url: `${url}/kept`, proxy: "none" });
    expect((await running.caller.ended(id)).error?.code).to.equal("proxy_failed");
    await send("POST", `/proxies/${made.proxy.id}/test`, { url: `${url}/${secrets.webhookPath}` });
    for (const path of ["/proxies", `/status/${id}`]) await send("GET", path);
  }

  /** Signs in, and captures a page with the session. */
  async function useSignIn(): Promise<void> {
    const made = await send<{ signIn: { id: string } }>("POST", "/sign-ins", {
      name: "site",
      url: `${url}/log-in`,
      steps: [{ fill: { target: "input", value: `${secrets.signIn}{{totp}}` } }],
      totp: secrets.seed,
      signedIn: { text: "Nothing to see" },
    });
    expect(made.status).to.equal(201);
    const { id } = await send<{ id: string }>("POST", "/render", { url: `${url}/kept`, signIn: "site" });
    expect((await running.caller.ended(id)).status).to.equal("completed");
    for (const path of ["/sign-ins", `/sign-ins/${made.signIn.id}`, `/status/${id}`]) await send("GET", path);
  }

  /** Watches a page and sends a sample to each channel. One of them breaks the connection, and one repeats its request. */
  async function watchWithSecrets(): Promise<void> {
    const channels = [
      { type: "discord", url: `${url}/telling/${secrets.discord}` },
      { type: "ntfy", url: `${url}/broken-topic`, token: secrets.ntfyToken },
      { type: "telegram", url, token: `123456:${secrets.telegramToken}`, chatId: secrets.chat },
      { type: "apprise", url: `${url}/notify/${secrets.apprise}`, urls: `json://${secrets.apprise}` },
    ];
    const { monitor } = await send<Watched>("POST", "/render/monitors", {
      name: "Watched",
      url: `${url}/${secrets.monitorPath}`,
      intervalMinutes: 1_440,
      capture: {
        text: true,
        steps: [{ fill: { target: "input", value: secrets.filled } }],
        clickSelectors: [`#${secrets.click}`],
        cookies: [{ name: "a", value: secrets.cookie }],
      },
      alerts: { email: { account: true }, channels },
    });
    const path = `/render/monitors/${monitor.id}`;
    for (const { id } of monitor.alerts.channels) {
      await send("POST", `${path}/channels/${id}/test`);
    }
    await until(async () =>
      (await (await running.caller.call("GET", `${path}/runs`)).text()).includes('"status":"failed"'),
    );
    // Each channel was tried, and each try is recorded.
    await until(async () => {
      const list = await (await running.caller.call("GET", `/webhook-deliveries?resourceId=${monitor.id}`)).text();
      const { deliveries }: { deliveries: { attempts: unknown[] }[] } = JSON.parse(list);
      return deliveries.length === channels.length && deliveries.every(({ attempts }) => attempts.length > 0);
    });
    for (const read of [path, `${path}/runs`, `${path}/incidents`, `/webhook-deliveries?resourceId=${monitor.id}`])
      await send("GET", read);
  }

  /** Has a sitemap make a monitor with the secrets, and waits for its first capture. */
  async function watchFromSitemap(): Promise<void> {
    const made = await send("POST", "/render/monitors/from-sitemap", {
      sitemapUrl: `${url}/${secrets.webhookPath}.xml`,
      monitor: {
        intervalMinutes: 60,
        capture: {
          cookies: [{ name: "session", value: secrets.cookie }],
          headers: { "x-api-token": secrets.header },
          store: true,
          storage_provider: "s3",
          storage_bucket: "taking",
          storage_endpoint: url,
          storage_access_key_id: secrets.storageKeyId,
          storage_secret_access_key: secrets.storageKey,
        },
        alerts: { webhook: { url: `${url}/hook/${secrets.webhookPath}`, secret: secrets.webhookSecret } },
      },
    });
    expect(made.status).to.equal(201);
    const uploads = () => received.filter(({ path }) => path.startsWith("/taking/")).length;
    const before = uploads();
    await until(() => Promise.resolve(uploads() > before), 60_000);
    await send("GET", "/render/monitors");
    await send("GET", "/render/monitor-sitemaps");
  }

  async function hooked(): Promise<void> {
    while (received.filter(({ path }) => path.startsWith("/hook/")).length < 3) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  it("reach their intended receivers", () => {
    const page = received.find(({ path }) => path === "/page");
    expect(page?.headers["cookie"]).to.equal(`session=${secrets.cookie}`);
    expect(page?.headers["x-api-token"]).to.equal(secrets.header);
    const watched = received.find(({ path }) => path === "/watched");
    expect(watched?.headers).to.include({ cookie: `session=${secrets.cookie}`, "x-api-token": secrets.header });
    const stored = received.find(({ path }) => path === "/stored");
    expect(stored?.headers).to.include({
      cookie: `stored=${secrets.stored}`,
      "x-stored": `Bearer ${secrets.stored}`,
      authorization: `Basic ${storedBasic}`,
    });
    expect(received.find(({ path }) => path === "/kept")?.headers["cookie"]).to.equal(`kept=${secrets.session}`);
    const hooks = received.filter(({ path }) => path === `/hook/${secrets.webhookPath}`);
    expect(hooks.map(({ headers }) => typeof headers["webhook-signature"])).to.deep.equal(Array(3).fill("string"));
    expect(received.find(({ path }) => path === "/private")?.headers["authorization"]).to.equal(`Basic ${basic}`);
    expect(received.map(({ path }) => path)).to.include.members([
      `/${secrets.monitorPath}`,
      `/telling/${secrets.discord}`,
      `/bot123456:${secrets.telegramToken}/sendMessage`,
      `/notify/${secrets.apprise}`,
    ]);
    const topic = received.find(({ headers }) => headers["authorization"] === `Bearer ${secrets.ntfyToken}`);
    expect(topic?.path).to.equal("/");
    const upload = received.find(({ path }) => path.startsWith("/taking/"));
    expect(upload?.headers["authorization"]).to.include(`Credential=${secrets.storageKeyId}/`);
  });

  it("are in no reply", () => {
    for (const reply of replies) expect(secretsIn(reply)).to.deep.equal([]);
  });

  it("are in no workflow's history", async () => {
    const { temporalAddress: address, namespace } = running.stack.info;
    const { client, close } = lazyClient({ address, namespace });
    let events = 0;
    for await (const { workflowId, runId } of client.workflow.list()) {
      const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
      // Payloads are bytes of JSON; read as text, they would show a secret in clear.
      const text = JSON.stringify(history, (_key, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : value,
      );
      events += history.events?.length ?? 0;
      expect(secretsIn(text), workflowId).to.deep.equal([]);
    }
    await close();
    expect(events).to.be.greaterThan(20);
  });

  it("are in no file of the stack: logs, Temporal's database, MongoDB's, the object store", () => {
    const files = filesBelow(running.home);
    const found = files.flatMap((file) =>
      secretsIn(readFileSync(file, "latin1")).map((secret) => `${secret} in ${file}`),
    );
    expect(found).to.deep.equal([]);
    const names = files.map((file) => file.slice(running.home.length + 1));
    for (const part of ["api", "worker", "temporal", "mongo"]) expect(names).to.include(`logs/${part}.log`);
  });

  it("of the account's key are only in the files that hand it over", () => {
    const { apiKey } = running.stack.info;
    const holders = filesBelow(running.home).filter((file) => readFileSync(file, "latin1").includes(apiKey));
    expect(holders.map((file) => file.slice(running.home.length + 1)).toSorted()).to.deep.equal([
      "stack.json",
      "state.json",
    ]);
    for (const file of holders) expect((statSync(file).mode & 0o077).toString(8), file).to.equal("0");
  });
});

function secretsIn(text: string): string[] {
  return [...Object.values(secrets), basic, storedBasic].filter(
    (secret) => text.includes(secret) || text.includes(Buffer.from(secret).toString("base64").slice(0, -4)),
  );
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
