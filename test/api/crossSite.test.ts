import { expect } from "chai";
import { type Browser, logIn, ownPage, tryLogIn } from "./support/browser.ts";
import { at, textAt } from "./support/fields.ts";
import { completeJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const url = "https://example.com/";
const from = (site: string, mode: string, destination: string) => ({
  "Sec-Fetch-Site": site,
  "Sec-Fetch-Mode": mode,
  "Sec-Fetch-Dest": destination,
});
/** Headers of a browser by the page that makes a request. */
const link = from("cross-site", "navigate", "document");
const siblingLink = from("same-site", "navigate", "document");
const foreignPicture = from("cross-site", "no-cors", "image");
const foreignFrame = from("cross-site", "navigate", "iframe");
const siblingFetch = from("same-site", "cors", "empty");
const typed = from("none", "navigate", "document");

describe("requests with a session's cookie", () => {
  const { api, account } = useApi({ publicUrl: "https://shots.example" });
  let browser: Browser;
  before(async () => {
    browser = await logIn(api, { apiKey: account.key });
  });

  type Kind = "read" | "charging read" | "write";
  /** Each kind's call, and its status if it is allowed. The charging one lacks its `url`, so it charges nothing. */
  const calls: Record<Kind, [method: string, path: string, body: object | undefined, allowed: number]> = {
    read: ["GET", "/usage", undefined, 200],
    "charging read": ["GET", "/render/screenshot", undefined, 400],
    write: ["POST", "/render", { url }, 202],
  };
  type Case = [kind: Kind, name: string, headers: Record<string, string>];
  const allowed: Case[] = [
    ["read", "of the own page", ownPage],
    ["read", "of an address that a person typed", typed],
    ["read", "by a link on a foreign page", link],
    ["read", "by a link on a sibling's page", siblingLink],
    ["read", "of a browser without these headers", {}],
    ["charging read", "of the own page", ownPage],
    ["charging read", "of an address that a person typed", typed],
    ["write", "of the own page", ownPage],
    ["write", "of the own page, with a foreign Origin that the browser overrules", { ...ownPage, Origin: "null" }],
    ["write", "with our Origin alone", { Origin: "https://shots.example" }],
  ];
  const refused: Case[] = [
    ["read", "by a picture in a foreign page", foreignPicture],
    ["read", "by a frame in a foreign page", foreignFrame],
    ["read", "by a script of a sibling's page", siblingFetch],
    ["read", "that claims to open a page but is no navigation", from("cross-site", "no-cors", "document")],
    ["charging read", "by a link on a foreign page", link],
    ["charging read", "by a picture in a foreign page", foreignPicture],
    ["charging read", "of a browser without these headers", {}],
    ["write", "by a form on a foreign page", link],
    ["write", "by a form on a sibling's page", siblingLink],
    ["write", "by a script of a foreign page", from("cross-site", "cors", "empty")],
    ["write", "that no page made", typed],
    ["write", "from a foreign page, with our Origin", { ...link, Origin: "https://shots.example" }],
    ["write", "with a foreign Origin alone", { Origin: "https://evil.example" }],
    ["write", "with our host and another scheme", { Origin: "http://shots.example" }],
    ["write", "with our host and another port", { Origin: "https://shots.example:8443" }],
    ["write", "with a longer name", { Origin: "https://shots.example.evil.example" }],
    ["write", "with an opaque Origin", { Origin: "null" }],
    ["write", "without any header", {}],
  ];
  const send = ([kind, , headers]: Case) => {
    const [method, path, body] = calls[kind];
    return browser.call(method, path, { headers, ...(body !== undefined && { body }) });
  };

  for (const each of allowed) {
    it(`are answered: a ${each[0]} ${each[1]}`, async () => {
      expect((await send(each)).status).to.equal(calls[each[0]][3]);
    });
  }
  for (const each of refused) {
    it(`are refused: a ${each[0]} ${each[1]}`, async () => {
      const { status, json } = await send(each);
      expect([status, at(json, "error")]).to.deep.equal([403, "cross_site_request"]);
    });
  }

  it("name both origins in the error, because the console may be open at another name of the host", async () => {
    const { json } = await browser.call("POST", "/render", { body: { url }, headers: { Origin: "http://shots" } });
    expect(textAt(json, "message")).to.include("http://shots,").and.include("https://shots.example");
  });

  it("need no such check with an API key, which browsers never add by themselves", async () => {
    const headers = { ...foreignPicture, Cookie: browser.cookie };
    expect((await account.client.call("GET", "/usage", { headers })).status).to.equal(200);
  });

  it("get an output for the own page only, while its signed address works on any page", async () => {
    const submitted = await browser.call("POST", "/render", { body: { url } });
    const id = textAt(submitted.json, "id");
    await completeJob(api.ports, id, { screenshot: { contentType: "image/jpeg", bytes: Buffer.from("picture") } });
    const path = `/jobs/${id}/outputs/screenshot`;
    const picture = from("same-origin", "no-cors", "image");
    const own = await browser.call("GET", path, { headers: picture });
    expect([own.status, own.headers.get("Cross-Origin-Resource-Policy")]).to.deep.equal([200, "same-origin"]);
    expect(own.headers.get("Vary")).to.include("Cookie");
    const etag = own.headers.get("ETag") ?? "";
    const again = await browser.call("GET", path, { headers: { ...picture, "If-None-Match": etag } });
    expect([again.status, again.headers.get("Cross-Origin-Resource-Policy")]).to.deep.equal([304, "same-origin"]);
    expect((await browser.call("GET", path, { headers: foreignPicture })).status).to.equal(403);
    const { json } = await browser.call("GET", `/status/${id}`);
    const signed = textAt(json, "job.result.screenshot.url").replace("https://shots.example", "");
    const shared = await browser.call("GET", signed, { headers: foreignPicture });
    expect([shared.status, shared.headers.get("Cross-Origin-Resource-Policy")]).to.deep.equal([200, "cross-origin"]);
  });

  it("do not begin on a foreign page, which could log a browser in as someone else", async () => {
    const codes = [ownPage, { Origin: "https://shots.example" }, link, { Origin: "https://evil.example" }].map(
      async (headers) => (await tryLogIn(api, { apiKey: account.key }, headers)).status,
    );
    expect(await Promise.all(codes)).to.deep.equal([201, 201, 403, 403]);
  });
});

describe("requests with a session's cookie on loopback", () => {
  const { api, account } = useApi({ publicUrl: "http://127.0.0.1:3000" });

  it("may come from each of its names, at the same port", async () => {
    const browser = await logIn(api, { apiKey: account.key });
    const origins = ["http://127.0.0.1:3000", "http://localhost:3000", "http://[::1]:3000", "http://localhost:3001"];
    const codes = origins.map(
      async (Origin) => (await browser.call("POST", "/render", { headers: { Origin }, body: { url } })).status,
    );
    expect(await Promise.all(codes)).to.deep.equal([202, 202, 202, 403]);
  });
});
