import { expect } from "chai";
import { revokeKey } from "#data/accounts.ts";
import { createLoginToken } from "#data/sessions.ts";
import { hashApiKey } from "#vault/apiKey.ts";
import { at, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

describe("browser sessions", () => {
  let [ahead, minutes] = [0, 0];
  const { api, account } = useApi({ now: () => new Date(Date.now() + ahead), publicUrl: "https://shots.example" });
  beforeEach(() => {
    // Another minute, because log-ins are limited per minute.
    minutes += 1;
    ahead = minutes * minuteMs;
  });

  const logIn = async (body: object = { apiKey: account.key }, headers: Record<string, string> = {}) =>
    api.anyone.call("POST", "/sessions", { body, headers });
  /** The Cookie header of a browser that logged in. */
  const cookie = async (): Promise<string> => cookieOf(await logIn());
  const cookieOf = ({ headers }: { headers: Headers }): string => headers.get("Set-Cookie")?.split(";")[0] ?? "";
  const as = (Cookie: string, headers: Record<string, string> = {}) => ({
    headers: { Cookie, "Sec-Fetch-Site": "same-origin", ...headers },
  });
  const status = async (Cookie: string): Promise<number> =>
    (await api.anyone.call("GET", "/sessions/current", as(Cookie))).status;

  it("logs in with a key, and names the account, the key and the session", async () => {
    const reply = await logIn({ apiKey: account.key }, { "User-Agent": "Browser/1" });
    expect(reply.status).to.equal(201);
    expect(reply.headers.get("Set-Cookie")).to.match(
      /^__Host-watchframe=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/,
    );
    const { json } = await api.anyone.call("GET", "/sessions/current", as(cookieOf(reply)));
    expect(at(json, "account.id")).to.equal(account.accountId);
    expect(at(json, "key.id")).to.equal(account.keyId);
    expect(at(json, "session")).to.include({ userAgent: "Browser/1", current: true });
    expect(textAt(json, "temporalUiUrl")).to.include("/workflows");
    expect(JSON.stringify(await api.ports.database.sessions.find().toArray())).not.to.include(
      cookieOf(reply).split("=")[1] ?? "the secret",
    );
  });

  it("calls any route as the key does, within the key's scopes", async () => {
    const reader = await api.account({ scopes: ["read"] });
    const Cookie = cookieOf(await logIn({ apiKey: reader.key }));
    const list = await api.anyone.call("GET", "/jobs", as(Cookie));
    expect(list.status).to.equal(200);
    expect(list.headers.get("Cross-Origin-Resource-Policy")).to.equal("same-origin");
    expect(list.headers.get("Vary")).to.include("Cookie");
    const render = await api.anyone.call("POST", "/render", { ...as(Cookie), body: { url: "https://example.com" } });
    expect(at(render.json, "error")).to.equal("scope_missing");
  });

  it("refuses a wrong key, and a request with no or two credentials, by field", async () => {
    expect((await logIn({ apiKey: "wf_live_wrong" })).status).to.equal(401);
    for (const body of [{}, { apiKey: account.key, loginToken: "x" }]) {
      const { status: code, json } = await logIn(body);
      expect([code, at(json, "fields.0.field")]).to.deep.equal([400, "apiKey"]);
    }
  });

  it("logs in once with a link's token, and not after 15 minutes", async () => {
    const token = () => createLoginToken(api.ports.database, hashApiKey(account.key), api.ports.now());
    const loginToken = await token();
    expect((await logIn({ loginToken })).status).to.equal(201);
    expect((await logIn({ loginToken })).status).to.equal(401);
    const late = await token();
    ahead += 15 * minuteMs + 1;
    expect((await logIn({ loginToken: late })).status).to.equal(401);
  });

  it("ends after 12 hours without use, and after 7 days of use", async () => {
    const [idle, used] = [await cookie(), await cookie()];
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      ahead += 6 * hourMs;
      expect(await status(used), `after ${hours + 6} hours`).to.equal(200);
    }
    expect(await status(idle)).to.equal(401);
    ahead += 6 * hourMs;
    expect(await status(used)).to.equal(401);
    minutes = ahead / minuteMs;
  });

  it("ends with its key", async () => {
    const { key, keyId } = await api.account();
    const Cookie = cookieOf(await logIn({ apiKey: key }));
    expect(await status(Cookie)).to.equal(200);
    await revokeKey(api.ports.database, keyId);
    ahead += 6_000;
    expect(await status(Cookie)).to.equal(401);
  });

  it("logs out, and ends another session of the account at once", async () => {
    const [own, other] = [await cookie(), await cookie()];
    const { json } = await api.anyone.call("GET", "/sessions/current", as(other));
    const list = await api.anyone.call("GET", "/sessions", as(own));
    expect(JSON.stringify(list.json)).to.include(textAt(json, "session.id"));
    const ended = await api.anyone.call("DELETE", `/sessions/${textAt(json, "session.id")}`, as(own));
    expect([ended.status, await status(other), await status(own)]).to.deep.equal([204, 401, 200]);
    const out = await api.anyone.call("DELETE", "/sessions/current", as(own));
    expect([out.status, await status(own)]).to.deep.equal([204, 401]);
    expect(out.headers.get("Set-Cookie")).to.include("Max-Age=0");
  });

  it("shows and ends no session of another account", async () => {
    const { json } = await api.anyone.call("GET", "/sessions/current", as(await cookie()));
    const id = textAt(json, "session.id");
    const stranger = await api.account();
    expect(JSON.stringify((await stranger.client.call("GET", "/sessions")).json)).not.to.include(id);
    expect((await stranger.client.call("DELETE", `/sessions/${id}`)).status).to.equal(404);
  });

  it("allows ten log-ins per minute and address", async () => {
    const tries = [];
    for (let count = 0; count < 12; count += 1) tries.push((await logIn({ apiKey: "wf_live_wrong" })).status);
    expect(tries).to.deep.equal([...Array<number>(10).fill(401), 429, 429]);
    ahead += minuteMs;
    expect((await logIn()).status).to.equal(201);
    minutes += 1;
  });

  describe("and pages of other sites", () => {
    type Case = [name: string, method: "GET" | "POST", headers: Record<string, string>, isRefused: boolean];
    const navigation = { "Sec-Fetch-Dest": "document" };
    const cases: Case[] = [
      ["reads of the own page", "GET", { "Sec-Fetch-Site": "same-origin" }, false],
      ["an address that a person typed", "GET", { "Sec-Fetch-Site": "none", ...navigation }, false],
      ["a link on a foreign page", "GET", { "Sec-Fetch-Site": "cross-site", ...navigation }, false],
      ["a picture in a foreign page", "GET", { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image" }, true],
      ["a frame in a sibling's page", "GET", { "Sec-Fetch-Site": "same-site", "Sec-Fetch-Dest": "iframe" }, true],
      ["a read of a browser without these headers", "GET", {}, false],
      ["writes of the own page", "POST", { "Sec-Fetch-Site": "same-origin" }, false],
      ["a form of a foreign page", "POST", { "Sec-Fetch-Site": "cross-site", ...navigation }, true],
      ["a form of a sibling's page", "POST", { "Sec-Fetch-Site": "same-site", ...navigation }, true],
      ["a write that no page made", "POST", { "Sec-Fetch-Site": "none" }, true],
      ["a write with our origin alone", "POST", { Origin: "https://shots.example" }, false],
      ["a write with a foreign origin", "POST", { Origin: "https://evil.example" }, true],
      ["a write with an opaque origin", "POST", { Origin: "null" }, true],
      ["a write without any header", "POST", {}, true],
    ];
    for (const [name, method, headers, isRefused] of cases) {
      it(`${isRefused ? "refuses" : "accepts"} ${name}`, async () => {
        const sent = { headers: { Cookie: await cookie(), ...headers } };
        const body = { url: "https://example.com/" };
        const { json, status: code } =
          method === "GET"
            ? await api.anyone.call("GET", "/usage", sent)
            : await api.anyone.call("POST", "/render", { ...sent, body });
        expect(code).to.equal(isRefused ? 403 : method === "GET" ? 200 : 202);
        if (isRefused) expect(at(json, "error")).to.equal("cross_site_request");
      });
    }

    it("accepts any origin with an API key, which browsers never add by themselves", async () => {
      const headers = { "Sec-Fetch-Site": "cross-site", Cookie: await cookie() };
      expect((await account.client.call("GET", "/usage", { headers })).status).to.equal(200);
    });

    it("refuses to log in a browser for a foreign page", async () => {
      expect((await logIn({ apiKey: account.key }, { "Sec-Fetch-Site": "cross-site" })).status).to.equal(403);
    });
  });
});

describe("browser sessions on plain http", () => {
  const { api, account } = useApi({ publicUrl: "http://127.0.0.1:3000" });

  it("use a cookie without the prefix that needs TLS, and count the loopback's names as one origin", async () => {
    const { headers } = await api.anyone.call("POST", "/sessions", { body: { apiKey: account.key } });
    expect(headers.get("Set-Cookie")).to.match(/^watchframe=[\w-]{43}; .*SameSite=Lax$/);
    const Cookie = headers.get("Set-Cookie")?.split(";")[0] ?? "";
    const sent = (Origin: string) => ({ headers: { Cookie, Origin }, body: { url: "https://example.com/" } });
    const codes = ["http://localhost:3000", "http://localhost:3001"].map(
      async (origin) => (await api.anyone.call("POST", "/render", sent(origin))).status,
    );
    expect(await Promise.all(codes)).to.deep.equal([202, 403]);
  });
});
