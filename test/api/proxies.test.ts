import { expect } from "chai";
import { at, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

const body = { name: "germany", url: "socks5://ann:CANARY-1@proxy.example.com", country: "DE", note: "Slow at night" };

describe("proxies", () => {
  const { account, api } = useApi({ accountPerTest: true });
  const call = (method: string, path: string, given?: object) =>
    account.client.call(method, path, given === undefined ? {} : { body: given });

  it("are made, read, listed, changed and deleted, and no reply and no record has the password", async () => {
    const made = await call("POST", "/proxies", body);
    expect(made.status).to.equal(201);
    const id = textAt(made.json, "proxy.id");
    expect(at(made.json, "proxy")).to.deep.include({
      id,
      name: "germany",
      scheme: "socks5",
      host: "proxy.example.com:1080",
      resolves: "here",
      country: "DE",
      note: "Slow at night",
      lastTest: null,
    });
    const listed = await call("GET", "/proxies");
    expect(at(listed.json, "proxies")).to.deep.equal([at((await call("GET", `/proxies/${id}`)).json, "proxy")]);
    const changed = await call("PATCH", `/proxies/${id}`, {
      url: "https://ann:CANARY-2@other.example.com",
      resolves: "proxy",
      note: null,
    });
    expect(at(changed.json, "proxy")).to.deep.include({
      scheme: "https",
      host: "other.example.com:443",
      resolves: "proxy",
      country: "DE",
      note: null,
    });
    const record = await api.ports.database.proxies.findOne({ _id: id });
    expect(JSON.stringify([made.json, listed.json, changed.json, record])).to.not.include("CANARY");
    expect(textAt((await call("POST", "/proxies", body)).json, "error")).to.equal("proxy_exists");
    expect((await call("DELETE", `/proxies/${id}`)).status).to.equal(200);
    expect((await call("GET", `/proxies/${id}`)).status).to.equal(404);
  });

  it("refuse what can't work, and name the field without the password", async () => {
    const wrong: [change: object, field: string][] = [
      [{ url: "ftp://ann:CANARY@proxy.example.com" }, "url"],
      [{ url: "proxy.example.com:3128" }, "url"],
      [{ url: "http://ann:CANARY@127.0.0.1:3128" }, "url"],
      [{ url: "http://ann:CANARY@proxy.internal:3128" }, "url"],
      [{ url: "http://ann:CANARY@proxy.example.com/path" }, "url"],
      [{ url: "http://ann:CANARY@proxy.example.com:22" }, "url"],
      [{ country: "Germany" }, "country"],
      [{ resolves: "browser" }, "resolves"],
      [{ note: "" }, "note"],
      [{ name: "Not a name" }, "name"],
    ];
    for (const [change, field] of wrong) {
      const { status, json } = await call("POST", "/proxies", { ...body, ...change });
      expect(status, JSON.stringify(change)).to.equal(400);
      expect(textAt(json, "fields.0.field"), JSON.stringify(change)).to.equal(field);
      expect(JSON.stringify(json)).to.not.include("CANARY");
    }
  });

  it("must exist when a capture, a sign-in or a sitemap names them", async () => {
    const page = "https://example.com/";
    const capture = { proxy: "germany" };
    const signIn = {
      name: "shop",
      url: page,
      steps: [{ click: { target: "#go" } }],
      signedIn: { text: "Sign out" },
      proxy: "germany",
    };
    const named: [path: string, body: object, field: string][] = [
      ["/render", { url: page, proxy: "germany" }, "proxy"],
      ["/render/smart-batch", { urls: [page], proxy: "germany" }, "proxy"],
      ["/crawl", { url: page, proxy: "germany" }, "proxy"],
      ["/render/monitors", { name: "m", url: page, intervalMinutes: 1_440, capture }, "capture.proxy"],
      [
        "/render/monitors/from-sitemap",
        { sitemapUrl: `${page}sitemap.xml`, monitor: { intervalMinutes: 1_440, capture } },
        "monitor.capture.proxy",
      ],
      ["/sign-ins", signIn, "proxy"],
      ["/render/diff", { before: { url: page }, after: { url: page }, capture }, "capture.proxy"],
    ];
    for (const [path, given, field] of named) {
      const { status, json } = await call("POST", path, given);
      expect([status, textAt(json, "fields.0.field")], path).to.deep.equal([400, field]);
    }
    await call("POST", "/proxies", body);
    for (const [path, given] of named) {
      const { status, json } = await call("POST", path, given);
      expect(status, `${path} ${JSON.stringify(json)}`).to.be.below(300);
    }
  });

  it("are named by presets, for renders and monitors that use those", async () => {
    const url = "https://example.com/";
    expect((await call("POST", "/presets", { name: "abroad", options: { proxy: "germany" } })).status).to.equal(201);
    const early = await call("POST", "/render", { url, preset: "abroad" });
    expect([early.status, textAt(early.json, "fields.0.field")]).to.deep.equal([400, "proxy"]);
    await call("POST", "/proxies", body);
    const { status, json } = await call("POST", "/render", { url, preset: "abroad" });
    expect(status).to.equal(202);
    const job = await api.ports.database.jobs.findOne({ _id: textAt(json, "id") });
    expect(job?.spec.proxy).to.equal("germany");
    const capture = { preset: "abroad" };
    const monitor = await call("POST", "/render/monitors", { name: "m", url, intervalMinutes: 1_440, capture });
    expect(textAt(monitor.json, "monitor.capture.proxy")).to.equal("germany");
  });
});
