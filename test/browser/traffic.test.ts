import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ajv } from "ajv";
import { expect } from "chai";
import type { Har } from "#schemas/extracts/traffic.ts";
import { useBrowser } from "./support.ts";

const png = { headers: { "content-type": "image/png" } };

/** The published JSON schema of HAR 1.2, with every part that it refers to. */
function harSchema(): Ajv {
  const folder = path.dirname(fileURLToPath(import.meta.resolve("har-schema/lib/har.json")));
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addMetaSchema(createRequire(import.meta.url)("ajv/lib/refs/json-schema-draft-06.json"));
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".json")))
    ajv.addSchema(JSON.parse(readFileSync(path.join(folder, name), "utf8")));
  return ajv;
}

describe("capture: the page's requests as HAR", () => {
  const browser = useBrowser();

  async function harOf(...[spec, extra]: Parameters<typeof browser.capture>): Promise<Har> {
    const { watched } = await browser.capture({ waitUntil: "networkidle0", ...spec }, { watches: ["har"], ...extra });
    if (watched?.har === undefined) throw new Error("no HAR was read");
    expect(watched.har.isCut).to.equal(false);
    return watched.har.har;
  }

  const shop = () => {
    const { site } = browser;
    site.page("/shop.css", "body { color: red }", { headers: { "content-type": "text/css" } });
    site.page("/missing.png", "", { ...png, status: 404 });
    site.page("/moved", "", { status: 302, headers: { location: "/frame" } });
    site.page("/frame", "<p>frame");
    return site.page(
      "/shop",
      `<title>Shop</title><link rel=stylesheet href=/shop.css><img src=/missing.png><iframe src=/moved></iframe>
      <script>fetch("http://missing.test/prices.json").catch(() => 0)</script>`,
    );
  };

  it("has each of them, in their order, with status, redirect and failure", async () => {
    const { log } = await harOf({ url: shop() });
    const told = log.entries.map(({ request, response, _resourceType }) => {
      const { host, pathname } = new URL(request.url);
      return [host.split(":")[0], pathname, _resourceType, response._error ?? response.status, response.redirectURL];
    });
    expect(told.slice(0, 1)).to.deep.equal([["site.test", "/shop", "document", 200, ""]]);
    expect(told.slice(1)).to.have.deep.members([
      ["site.test", "/shop.css", "stylesheet", 200, ""],
      ["site.test", "/missing.png", "image", 404, ""],
      ["site.test", "/moved", "document", 302, "/frame"],
      ["site.test", "/frame", "document", 200, ""],
      ["missing.test", "/prices.json", "fetch", "name_not_resolved", ""],
    ]);
    const css = log.entries.find(({ request }) => request.url.endsWith(".css"));
    expect(css?.response.content).to.deep.equal({ size: 19, mimeType: "text/css" });
    expect(css?.time).to.be.greaterThan(0);
    expect(log.pages[0]?.pageTimings.onLoad).to.be.greaterThan(0);
  });

  it("is valid by the published schema, and another program reads it", async () => {
    const har = await harOf({ url: shop() });
    const ajv = harSchema();
    expect(ajv.validate("har.json#", har), JSON.stringify(ajv.errors)).to.equal(true);
    const file = path.join(browser.scratchDir, "shop.har");
    await writeFile(file, JSON.stringify(har));
    const { stdout } = await promisify(execFile)(fileURLToPath(import.meta.resolve("pagexray/bin/index.js")), [file]);
    const [read]: { requests: number; transferSize: number; responseCodes: Record<string, number> }[] =
      JSON.parse(stdout);
    expect(read?.requests).to.equal(har.log.entries.length);
    expect(read?.transferSize).to.be.greaterThan(200);
    expect(read?.responseCodes).to.include({ "200": 3, "404": 1 });
  });

  it("has no secret: of headers, cookies, log-ins, filled fields and sessions", async () => {
    const { site } = browser;
    site.page("/in", "<p>in", { headers: { "set-cookie": "session=CANARY-reply" } });
    const url = site.page(
      "/form",
      `<p>in</p><form action=/in><input name=user aria-label=User><button>Go</button></form>
      <script>fetch("/echo?key=" + encodeURIComponent("CANARY header/1"), { headers: { "x-auth": "CANARY-session-token-1" } })</script>`,
    );
    const har = await harOf(
      { url },
      {
        headers: { "x-key": "CANARY header/1", authorization: "Basic CANARYbasic" },
        cookies: [{ name: "theme", value: "CANARY-cookie" }],
        steps: [
          { fill: { target: { label: "User" }, value: "CANARY filled & more" } },
          { click: { target: "button" } },
        ],
        signIn: {
          signedIn: { selector: "p" },
          totp: null,
          session: {
            cookies: [],
            storages: [
              { origin: new URL(url).origin, local: [["token", `{"jwt":"CANARY-session-token-1"}`]], session: [] },
            ],
          },
        },
      },
    );
    const [filled] = site.received("/in");
    expect(filled?.headers).to.include({ "x-key": "CANARY header/1", cookie: "theme=CANARY-cookie" });
    expect(site.received("/echo")[0]?.headers).to.include({
      "x-auth": "CANARY-session-token-1",
    });
    const text = JSON.stringify(har);
    expect(text).not.to.include("CANARY");
    expect(har.log.entries.map(({ request }) => new URL(request.url).search)).to.include.members([
      "?key=(hidden)",
      "?user=(hidden)",
    ]);
  });

  it("leaves out requests beyond a number, and says so", async () => {
    const url = browser.site.page(
      "/many",
      `<script>for (let n = 0; n < 2100; n += 1) fetch("/none").then((reply) => reply.text())</script>`,
    );
    const { watched } = await browser.capture({ url, waitUntil: "networkidle0" }, { watches: ["har"] });
    expect([watched?.har?.isCut, watched?.har?.har.log.entries.length]).to.deep.equal([true, 2_000]);
  });
});

describe("capture: requests that failed", () => {
  const browser = useBrowser();

  it("are counted by kind, without the page's own document, aborted and blocked ones", async () => {
    const { site } = browser;
    site.page("/gone.js", "", { status: 500, headers: { "content-type": "text/javascript" } });
    site.page("/ok.png", "", png);
    const url = site.page(
      "/broken",
      `<script src=/gone.js></script><script src=http://missing.test/a.js></script><img src=/none.png><img src=/ok.png>
      <img src=/blocked.png><iframe src=http://missing.test/></iframe>
      <script>const stop = new AbortController(); fetch("/slow", { signal: stop.signal }).catch(() => 0); stop.abort()</script>`,
      { status: 503 },
    );
    const blockUrls = ["*/blocked.png"];
    const { contents } = await browser.capture(
      { url, waitUntil: "networkidle0", blockUrls },
      { watches: ["failedRequests"] },
    );
    expect(contents.failedRequests).to.deep.equal({ script: 2, image: 1, other: 1 });
  });
});

describe("capture: the page's console", () => {
  const browser = useBrowser();

  async function linesOf(html: string, extra: Parameters<typeof browser.capture>[1] = {}) {
    const url = browser.site.page("/console", html);
    const { watched } = await browser.capture({ url }, { watches: ["console"], ...extra });
    if (watched?.console === undefined) throw new Error("no console was read");
    return watched.console;
  }

  it("has messages and errors with level and place", async () => {
    const { lines } = await linesOf(`<script>
console.log("%s of %d", "one", 2, { price: 3, name: "x" }, [1, "a"], null, undefined);
console.error(new TypeError("wrong"));
console.warn("careful");
console.info("fact"); console.debug("detail"); console.assert(false, "unmet");
console.group("group"); console.groupEnd();
setTimeout(() => { throw new RangeError("late") });
Promise.reject(new Error("left"));
</script><img src=/none.png>`);
    const told = lines.map(({ level, source, text, line }) => [level, source, text.split("\n")[0], line]);
    expect(told).to.deep.include.members([
      ["log", "script", `one of 2 {price: 3, name: "x"} [1, "a"] null undefined`, 2],
      ["error", "script", "TypeError: wrong", 3],
      ["warning", "script", "careful", 4],
      ["info", "script", "fact", 5],
      ["debug", "script", "detail", 5],
      ["error", "script", "unmet", 5],
      ["log", "script", "group", 6],
      ["error", "exception", "Uncaught RangeError: late", 7],
      ["error", "exception", "Uncaught (in promise) Error: left", 8],
      ["error", "browser", "Failed to load resource: the server responded with a status of 404 (Not Found)", null],
    ]);
    expect(lines.map(({ at }) => Date.parse(at)).every((at) => Math.abs(at - Date.now()) < 60_000)).to.equal(true);
  });

  it("has no secret of the caller", async () => {
    const headers = { "x-key": "CANARY-header" };
    const { lines } = await linesOf(`<script>console.log("key CANARY-header", { key: "CANARY-header" })</script>`, {
      headers,
    });
    expect(lines.map(({ text }) => text)).to.deep.equal([`key (hidden) {key: "(hidden)"}`]);
  });

  it("ends after a number of lines, and says so", async () => {
    const { lines, isCut } = await linesOf(`<script>for (let n = 0; n < 3000; n += 1) console.log("line", n)</script>
      <iframe srcdoc="<script>for (let n = 0; n < 3000; n += 1) console.log('line', n)</script>"></iframe>
      <iframe srcdoc="<script>for (let n = 0; n < 3000; n += 1) console.log('line', n)</script>"></iframe>`);
    expect([lines.length, isCut]).to.deep.equal([2_000, true]);
  });
});
