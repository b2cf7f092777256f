import { expect } from "chai";
import { isCookieReadable } from "#api/http/sessionCookie.ts";
import { revokeKey } from "#data/accounts.ts";
import { createLoginToken } from "#data/sessions.ts";
import { hashApiKey } from "#vault/apiKey.ts";
import { logIn, ownPage, tryLogIn } from "./support/browser.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { testLimits } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Minutes that the clock of the tests is ahead. It only grows, because log-ins are limited per minute. */
let minutes = 0;

/** An API behind TLS with a clock that the tests set ahead; each test has its own minute. */
function useSessions() {
  let ahead = 0;
  const limits = { ...testLimits, proxies: 1 };
  const now = () => new Date(Date.now() + ahead);
  const { api, account } = useApi({ now, publicUrl: "https://shots.example", limits });
  beforeEach(() => {
    minutes += 1;
    ahead = minutes * minuteMs;
  });
  const enter = (apiKey = account.key) => logIn(api, { apiKey });
  const sessionIdOf = async (browser: Awaited<ReturnType<typeof logIn>>): Promise<string> =>
    textAt((await browser.call("GET", "/sessions/current")).json, "session.id");
  const makeToken = () => createLoginToken(api.ports.database, hashApiKey(account.key), now());
  return {
    get ahead() {
      return ahead;
    },
    set ahead(value) {
      ahead = value;
    },
    now,
    api,
    account,
    enter,
    sessionIdOf,
    makeToken,
  };
}

describe("browser sessions: rights", () => {
  const { api, account, enter, makeToken } = useSessions();

  it("begin with a cookie that only TLS carries and no script reads", async () => {
    const { status, headers } = await tryLogIn(api, { apiKey: account.key });
    expect(status).to.equal(201);
    expect(headers.get("Set-Cookie")).to.match(
      /^__Host-watchframe=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it("name the account, the key and the browser", async () => {
    const browser = await logIn(api, { apiKey: account.key });
    const headers = { "Sec-Fetch-Site": "same-origin", "User-Agent": "Browser/1" };
    const { json } = await browser.call("GET", "/sessions/current", { headers });
    expect(at(json, "account")).to.deep.include({ id: account.accountId, plan: "unlimited", paused: false });
    expect(at(json, "key")).to.include({ id: account.keyId, name: "test" });
    expect(at(json, "session")).to.include({ keyId: account.keyId, current: true });
    expect(textAt(json, "temporalUiUrl")).to.match(/\/namespaces\/watchframe\/workflows$/);
    const named = await tryLogIn(api, { apiKey: account.key }, { "User-Agent": `Browser/1 ${"x".repeat(300)}` });
    expect(textAt(named.json, "session.userAgent")).to.match(/^Browser\/1 x{190}$/);
  });

  it("keep neither the cookie, the key nor the link's token in the database or the log", async () => {
    const loginToken = await makeToken();
    const { cookie } = await logIn(api, { loginToken });
    await tryLogIn(api, { loginToken });
    await tryLogIn(api, { apiKey: account.key });
    const { sessions, loginTokens } = api.ports.database;
    const stored = await Promise.all([sessions.find().toArray(), loginTokens.find().toArray()]);
    for (const secret of [cookie.split("=")[1] ?? "", account.key, loginToken]) {
      expect(secret).to.have.length.above(40);
      expect(JSON.stringify(stored)).not.to.include(secret);
      expect(api.logged.join("\n")).not.to.include(secret);
    }
  });

  it("can do what their key can do", async () => {
    const reader = await enter((await api.account({ scopes: ["read"] })).key);
    const list = await reader.call("GET", "/jobs");
    expect(list.status).to.equal(200);
    expect(list.headers.get("Cross-Origin-Resource-Policy")).to.equal("same-origin");
    expect(list.headers.get("Vary")).to.include("Cookie");
    const render = await reader.call("POST", "/render", { body: { url: "https://example.com" } });
    expect([render.status, at(render.json, "error")]).to.deep.equal([403, "scope_missing"]);
  });

  it("give way to an API key in the header, right or wrong", async () => {
    const { cookie } = await enter();
    const other = await api.account();
    const call = (Authorization: string) =>
      api.anyone.call("GET", "/account/keys", { headers: { Cookie: cookie, Authorization } });
    expect((await call("Bearer wf_live_wrong")).status).to.equal(401);
    const { json, headers } = await call(`Bearer ${other.key}`);
    expect(at(json, "keys.0.id")).to.equal(other.keyId);
    expect(headers.get("Cross-Origin-Resource-Policy")).to.equal("cross-origin");
  });
});

describe("browser sessions: beginning", () => {
  const visits = useSessions();
  const { api, account, makeToken } = visits;

  it("need a known key or token, and exactly one of both", async () => {
    for (const [body, said] of [
      [{ apiKey: "wf_live_wrong" }, "unknown, revoked or expired"],
      [{ loginToken: "unknown" }, "was used or has expired"],
    ] as const) {
      const { status, headers, json } = await tryLogIn(api, body);
      expect([status, at(json, "error"), headers.get("Set-Cookie")]).to.deep.equal([401, "unauthorized", null]);
      expect(textAt(json, "message")).to.include(said);
    }
    for (const body of [{}, { apiKey: account.key, loginToken: "x" }]) {
      const { status, json } = await tryLogIn(api, body);
      expect([status, problems(json)]).to.deep.equal([400, { apiKey: "give exactly one of apiKey and loginToken" }]);
    }
  });

  it("begin once with a link's token, for 15 minutes, even if two browsers open it at once", async () => {
    const loginToken = await makeToken();
    const replies = await Promise.all([tryLogIn(api, { loginToken }), tryLogIn(api, { loginToken })]);
    expect(replies.map(({ status }) => status)).to.have.members([201, 401]);
    const [last, late] = [await makeToken(), await makeToken()];
    visits.ahead += 15 * minuteMs - 10_000;
    expect((await tryLogIn(api, { loginToken: last })).status).to.equal(201);
    visits.ahead += 10_000;
    expect((await tryLogIn(api, { loginToken: late })).status).to.equal(401);
    minutes += 15;
  });

  it("begin at most ten times a minute from one address, right or wrong", async () => {
    const from = (address: string) => tryLogIn(api, { apiKey: "wf_live_wrong" }, { "X-Forwarded-For": address });
    const tries = [];
    for (let count = 0; count < 12; count += 1) tries.push(await from("198.51.100.7"));
    expect(tries.map(({ status }) => status)).to.deep.equal([...Array<number>(10).fill(401), 429, 429]);
    const refused = tries.at(-1);
    expect(Number(refused?.headers.get("Retry-After"))).to.be.within(1, 60);
    expect(textAt(refused?.json, "message")).to.include("Wait a minute");
    expect((await from("198.51.100.8")).status).to.equal(401);
    visits.ahead += minuteMs;
    expect((await from("198.51.100.7")).status).to.equal(401);
    minutes += 1;
  });
});

describe("browser sessions: end", () => {
  const visits = useSessions();
  const { now, api, enter } = visits;

  it("end after 12 hours without use, and after 7 days of use", async () => {
    const [idle, used] = [await enter(), await enter()];
    for (let hours = 6; hours < 7 * 24; hours += 6) {
      visits.ahead += 6 * hourMs;
      expect(await used.status(), `after ${hours} hours`).to.equal(200);
      if (hours === 12) expect(await idle.status()).to.equal(401);
    }
    const { json } = await used.call("GET", "/sessions/current");
    // The end is near, so it comes before that of an unused session.
    expect(at(json, "session.idleExpiresAt")).to.equal(at(json, "session.expiresAt"));
    visits.ahead += 6 * hourMs;
    expect(await used.status()).to.equal(401);
    minutes = Math.ceil(visits.ahead / minuteMs);
  });

  it("note their last use once a minute", async () => {
    const browser = await enter();
    const lastSeen = async () => at((await browser.call("GET", "/sessions/current")).json, "session.lastSeenAt");
    const first = await lastSeen();
    visits.ahead += minuteMs - 10_000;
    expect(await lastSeen()).to.equal(first);
    visits.ahead += 10_000;
    expect(await lastSeen())
      .to.be.a("string")
      .and.not.equal(first);
    minutes += 1;
  });

  it("end with their key, revoked or expired", async () => {
    const revoked = await api.account();
    const expiring = await api.account({ expiresAt: new Date(now().getTime() + minuteMs) });
    const browsers = [await enter(revoked.key), await enter(expiring.key)];
    await revokeKey(api.ports.database, revoked.keyId);
    visits.ahead += 6_000;
    expect(await Promise.all(browsers.map((browser) => browser.status()))).to.deep.equal([401, 200]);
    visits.ahead += minuteMs;
    const replies = await Promise.all(browsers.map((browser) => browser.call("GET", "/usage")));
    expect(replies.map(({ status, json }) => [status, at(json, "error")])).to.deep.equal([
      [401, "session_ended"],
      [401, "session_ended"],
    ]);
    expect(replies.map(({ json }) => at(json, "message"))).to.deep.equal([
      "The session's API key “test” was revoked; log in with another key.",
      "The session's API key “test” has expired; log in with another key.",
    ]);
    expect((await tryLogIn(api, { apiKey: revoked.key })).status).to.equal(401);
    minutes += 1;
  });

  it("end at log-out, which removes the cookie", async () => {
    const [one, other] = [await enter(), await enter()];
    expect(one.cookie).not.to.equal(other.cookie);
    const { status, headers } = await one.call("DELETE", "/sessions/current");
    expect([status, await one.status(), await other.status()]).to.deep.equal([204, 401, 200]);
    expect(headers.get("Set-Cookie")).to.match(/^__Host-watchframe=; Path=\/; Max-Age=0; .*Secure$/);
  });
});

describe("browser sessions: lists", () => {
  const { api, account, enter, sessionIdOf } = useSessions();

  it("are listed page by page, and each can be ended at once", async () => {
    const { key } = await api.account();
    const browsers = [await enter(key), await enter(key), await enter(key)];
    const [first = browsers[0], second = first] = browsers;
    if (first === undefined || second === undefined) throw new Error("no browser");
    const page = await first.call("GET", "/sessions?limit=2");
    const rest = await first.call("GET", `/sessions?limit=2&cursor=${textAt(page.json, "nextCursor")}`);
    const seen = [at(page.json, "sessions.0"), at(page.json, "sessions.1"), at(rest.json, "sessions.0")];
    expect(seen.map((session) => at(session, "current"))).to.deep.equal([false, false, true]);
    expect([at(rest.json, "sessions.1"), at(rest.json, "nextCursor")]).to.deep.equal([undefined, null]);
    const id = await sessionIdOf(second);
    expect(at(seen[1], "id")).to.equal(id);
    expect((await first.call("DELETE", `/sessions/${id}`)).status).to.equal(204);
    expect((await first.call("DELETE", `/sessions/${id}`)).status).to.equal(404);
    expect([await second.status(), await first.status()]).to.deep.equal([401, 200]);
    const left = await first.call("GET", "/sessions");
    expect(JSON.stringify(left.json)).not.to.include(id);
  });

  it("of another account are neither shown nor ended", async () => {
    const browser = await enter();
    const id = await sessionIdOf(browser);
    const stranger = await api.account();
    expect(JSON.stringify((await stranger.client.call("GET", "/sessions")).json)).not.to.include(id);
    expect((await stranger.client.call("DELETE", `/sessions/${id}`)).status).to.equal(404);
    expect(await browser.status()).to.equal(200);
  });

  it("of a key with more scopes are not ended by a key with fewer", async () => {
    const owner = await enter();
    const reader = await account.client.call("POST", "/account/keys", { body: { name: "reader", scopes: ["read"] } });
    const browser = await enter(textAt(reader.json, "apiKey"));
    const { status, json } = await browser.call("DELETE", `/sessions/${await sessionIdOf(owner)}`);
    expect([status, at(json, "error")]).to.deep.equal([403, "scope_missing"]);
    expect((await owner.call("DELETE", `/sessions/${await sessionIdOf(browser)}`)).status).to.equal(204);
  });
});

describe("browser sessions on plain http", () => {
  const { api, account } = useApi({ publicUrl: "http://127.0.0.1:3000" });

  it("have a cookie without the prefix that needs TLS", async () => {
    const { headers } = await tryLogIn(api, { apiKey: account.key });
    expect(headers.get("Set-Cookie")).to.match(
      /^watchframe=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    );
    expect(await (await logIn(api, { apiKey: account.key })).status()).to.equal(200);
  });

  it("are refused if the cookie comes twice, whatever the other says and wherever it is", async () => {
    const browser = await logIn(api, { apiKey: account.key });
    for (const other of [`watchframe=${"x".repeat(43)}`, "watchframe=", "watchframe", browser.cookie]) {
      for (const cookies of [`${other}; ${browser.cookie}`, `a=1; ${browser.cookie};${other}`]) {
        const headers = { ...ownPage, Cookie: cookies };
        const reply = await fetch(`${api.url}/sessions/current`, { headers });
        const json: unknown = await reply.json();
        expect([reply.status, at(json, "error")], cookies).to.deep.equal([401, "session_ended"]);
        expect(at(json, "message")).to.match(/two session cookies.*Delete the cookies of this host/);
        const listed = await fetch(`${api.url}/jobs`, { headers });
        expect(listed.status, cookies).to.equal(401);
      }
    }
    const headers = { Cookie: `${browser.cookie}; ${browser.cookie}`, Authorization: `Bearer ${account.key}` };
    expect((await fetch(`${api.url}/jobs`, { headers })).status).to.equal(200);
    expect(await browser.status()).to.equal(200);
  });

  it("are warned of unless the address is loopback", () => {
    const urls = ["https://shots.example", "http://127.0.0.1:3000", "http://localhost", "http://[::1]:3000"];
    for (const url of urls) expect(isCookieReadable(url), url).to.equal(false);
    for (const url of ["http://shots.example", "http://192.168.1.7:3000"])
      expect(isCookieReadable(url), url).to.equal(true);
  });
});
