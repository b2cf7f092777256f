import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { get as request } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect } from "chai";
import { buildConsole } from "#stack/consoleBuild.ts";
import { useApi } from "./support/useApi.ts";

const page = '<!doctype html><div id="root"></div>';
const script = "const answer = 42;\n".repeat(200);

describe("the console's files", () => {
  const { api } = useApi();
  let folder: string;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "watchframe-console-"));
    api.ports.consoleFolder = path.join(folder, "dist");
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const build = async (): Promise<void> => {
    await mkdir(path.join(folder, "dist", "assets"), { recursive: true });
    const files = { "index.html": page, "favicon.svg": "<svg/>", ".sources": "hash", "assets/main-1a2b.js": script };
    for (const [name, text] of Object.entries({ ...files, "assets/inter-3c4d.woff2": "font" }))
      await writeFile(path.join(folder, "dist", name), text);
    await writeFile(path.join(folder, "secret.js"), "secret");
  };
  const get = (address: string, headers: Record<string, string> = {}) => fetch(api.url + address, { headers });
  /** The reply's bytes as they were sent, without decompression. */
  const getRaw = (address: string, acceptEncoding: string) =>
    new Promise<{ encoding: string | undefined; etag: string | undefined; bytes: Buffer }>((resolve, reject) => {
      request(api.url + address, { headers: { "Accept-Encoding": acceptEncoding } }, (reply) => {
        const { "content-encoding": encoding, etag } = reply.headers;
        buffer(reply).then((bytes) => resolve({ encoding, etag, bytes }), reject);
      }).once("error", reject);
    });

  it("are replaced by a page that says what to run, until they are built", async () => {
    const reply = await get("/console/monitors");
    expect(await reply.text()).to.include("npm run console:build");
    expect((await get("/console/assets/main-1a2b.js")).status).to.equal(404);
    await build();
    expect(await (await get("/console/monitors")).text()).to.equal(page);
  });

  it("are one page under every path and query, which is asked for each time", async () => {
    for (const address of [
      "/console",
      "/console/",
      "/console/runs/7?mode=swipe",
      "/console/login",
      "/console/index.html",
    ]) {
      const reply = await get(address);
      expect([reply.status, reply.headers.get("Cache-Control")], address).to.deep.equal([200, "no-cache"]);
      expect(reply.headers.get("Content-Type")).to.equal("text/html; charset=utf-8");
      expect(await reply.text()).to.equal(page);
    }
  });

  it("come with a policy that runs only the console's own files", async () => {
    for (const address of ["/console", "/console/index.html", "/console/any"]) {
      const { headers } = await get(address);
      const policy = new Map(
        (headers.get("Content-Security-Policy") ?? "").split("; ").map((part): [string, string] => {
          const [name = "", ...sources] = part.split(" ");
          return [name, sources.join(" ")];
        }),
      );
      expect(Object.fromEntries(policy)).to.deep.equal({
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' blob: data:",
        "connect-src": "'self'",
        "font-src": "'self'",
        "manifest-src": "'self'",
        "media-src": "'self'",
        "frame-src": "'self'",
        "form-action": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": "'none'",
        "require-trusted-types-for": "'script'",
      });
      expect(headers.get("Referrer-Policy")).to.equal("no-referrer");
      expect(headers.get("X-Content-Type-Options")).to.equal("nosniff");
    }
  });

  it("have names that change with their content, so browsers keep them", async () => {
    const reply = await get("/console/assets/main-1a2b.js");
    expect(reply.headers.get("Cache-Control")).to.equal("public, max-age=31536000, immutable");
    expect(reply.headers.get("Content-Type")).to.equal("text/javascript; charset=utf-8");
    expect(await reply.text()).to.equal(script);
    const icon = await get("/console/favicon.svg");
    expect(["Cache-Control", "Content-Type"].map((name) => icon.headers.get(name))).to.deep.equal([
      "no-cache",
      "image/svg+xml",
    ]);
  });

  it("are compressed as the browser accepts it, each form with its own tag", async () => {
    const address = "/console/assets/main-1a2b.js";
    const forms = [
      [await getRaw(address, "gzip, deflate, br, zstd"), "br", brotliDecompressSync],
      [await getRaw(address, "gzip"), "gzip", gunzipSync],
      [await getRaw(address, "br;q=0, gzip;q=0.5"), "gzip", gunzipSync],
      [await getRaw(address, "identity"), undefined, (bytes: Buffer) => bytes],
    ] as const;
    for (const [{ encoding, bytes }, wanted, decompress] of forms) {
      expect(encoding).to.equal(wanted);
      expect(decompress(bytes).toString()).to.equal(script);
    }
    expect(new Set(forms.map(([{ etag }]) => etag)).size).to.equal(3);
    expect((await getRaw("/console/assets/inter-3c4d.woff2", "gzip, br")).encoding).to.equal(undefined);
    const { etag = "" } = forms[0][0];
    const headers = { "If-None-Match": etag, "Accept-Encoding": "br" };
    expect((await get(address, headers)).status).to.equal(304);
  });

  it("are 404 if the build has no such asset, and never come from outside the build", async () => {
    expect((await get("/console/assets/old-9z9z.js")).status).to.equal(404);
    for (const address of ["/console/..%2fsecret.js", "/console/%2e%2e/secret.js", "/console/.sources"])
      expect(await (await get(address)).text()).not.to.match(/secret|hash/);
  });
});

describe("the console's build", function () {
  this.timeout(180_000);
  const { api } = useApi();

  it("has a page with all scripts and styles in files of its own", async () => {
    await buildConsole(() => undefined);
    api.ports.consoleFolder = path.resolve(import.meta.dirname, "..", "..", "console", "dist");
    const text = await (await fetch(`${api.url}/console`)).text();
    expect(text)
      .to.include('<div id="root">')
      .and.not.match(/<style|<script(?![^>]* src=)/);
    const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address = ""]) => address);
    expect(addresses.filter((address) => address.endsWith(".js"))).not.to.have.length(0);
    for (const address of addresses) {
      expect(address).to.match(/^\/console\//);
      const reply = await fetch(api.url + address);
      expect([reply.status, reply.headers.get("Content-Type")], address).to.not.include("text/html; charset=utf-8");
      expect(reply.status, address).to.equal(200);
    }
  });
});
