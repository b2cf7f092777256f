import { readFileSync } from "node:fs";
import { expect } from "chai";
import { signImageUrl, type ImageLink } from "#clients/typescript/src/imageLinks.ts";
import { isImageQuerySigned } from "#vault/signatures.ts";
import { at, problems, textAt } from "./support/fields.ts";
import { completeJob, failJob } from "./support/finishJob.ts";
import { useApi } from "./support/useApi.ts";

const picture = { screenshot: { contentType: "image/jpeg", bytes: Buffer.from("picture") } };
const url = "https://example.com/";
const minuteMs = 60_000;

describe("image links", () => {
  let clock = new Date();
  const { api, account } = useApi({ accountPerTest: true, plan: "free", now: () => clock });
  let signer = { baseUrl: "", keyId: "", secret: "" };
  beforeEach(async () => {
    clock = new Date();
    api.orchestrator.onStart = ({ jobId }) =>
      void completeJob(api.ports, jobId, picture).then(() => api.orchestrator.end(jobId));
    signer = await makeKey();
  });

  async function makeKey(client = account.client) {
    const { status, json } = await client.call("POST", "/account/signing-keys", { body: { name: "website" } });
    expect(status).to.equal(201);
    return { baseUrl: api.url, keyId: textAt(json, "key.id"), secret: textAt(json, "secret") };
  }
  const sign = (link: Partial<ImageLink> = {}, by = signer) => signImageUrl(by, { url, ...link });
  const get = (link: string, headers: Record<string, string> = {}, method = "GET") =>
    api.anyone.call(method, link.slice(api.url.length), { headers });
  const open = async (link: Partial<ImageLink> = {}, headers = {}) => get(await sign(link), headers);
  const jobsOf = () => api.ports.database.jobs.find({ accountId: account.accountId }).toArray();
  const usedCredits = async () => {
    const record = await api.ports.database.accounts.findOne({ _id: account.accountId });
    return record?.credits.used;
  };
  const later = (ms: number) => {
    clock = new Date(clock.getTime() + ms);
  };

  it("show the picture without a key, for other sites and caches, with the link's options", async () => {
    const { status, headers, bytes } = await open({ width: 800, format: "png", fullPage: true, ttl: 600 });
    expect([status, bytes.toString()]).to.deep.equal([200, "picture"]);
    expect(headers.get("cache-control")).to.equal("public, max-age=600");
    expect(headers.get("cross-origin-resource-policy")).to.equal("cross-origin");
    const [job] = await jobsOf();
    expect(job?.spec).to.deep.include({ url, viewport: { width: 800, height: 720 }, extracts: [] });
    expect(job?.spec.screenshot).to.deep.include({ format: "png", fullPage: true });
    const again = await open(
      { width: 800, format: "png", fullPage: true, ttl: 600 },
      { "If-None-Match": headers.get("etag") },
    );
    expect([again.status, again.bytes.length]).to.deep.equal([304, 0]);
    const head = await get(await sign(), {}, "HEAD");
    expect([head.status, head.headers.get("content-length")]).to.deep.equal([200, "7"]);
  });

  it("render once for many requests at once and for every order of options, until the ttl has passed", async () => {
    const links = [await sign({ width: 800, height: 600 }), await sign({ height: 600, width: 800, ttl: 60 })];
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => get(links[index % 2] ?? "")));
    expect(replies.map(({ status }) => status)).to.deep.equal(Array(20).fill(200));
    expect([(await jobsOf()).length, await usedCredits()]).to.deep.equal([1, 1]);
    later(2 * minuteMs);
    await get(links[0] ?? "");
    expect((await jobsOf()).length).to.equal(1);
    await Promise.all([get(links[1] ?? ""), get(links[1] ?? "")]);
    expect([(await jobsOf()).length, await usedCredits()]).to.deep.equal([2, 2]);
    await open({ width: 801, height: 600 });
    expect((await jobsOf()).length).to.equal(3);
  });

  it("are refused if anything of them was changed", async () => {
    const link = await sign({ width: 800, expires: Math.floor(clock.getTime() / 1_000) + 600 });
    const other = await makeKey();
    const changes = [
      link.replace("width=800", "width=801"),
      link.replace("width=800&", ""),
      `${link}&fullPage=true`,
      `${link}&`,
      link.replace("example.com", "example.org"),
      link.replace(/expires=\d+/, "expires=9999999999"),
      link.replace(/&expires=\d+/, ""),
      link.replace(/\?(.*?)&(.*?)&/, "?$2&$1&"),
      link.replace("%3A", "%3a"),
      link.replace(signer.keyId, other.keyId),
      link.replace(
        /\/([\w-])([\w-]{42})\?/,
        (_, first: string, rest: string) => `/${first === "a" ? "b" : "a"}${rest}?`,
      ),
      link.replace(/\/[\w-]{43}\?/, "/short?"),
    ];
    expect(new Set([link, ...changes]).size).to.equal(changes.length + 1);
    for (const changed of changes) {
      const { status, json } = await get(changed);
      expect([status, at(json, "error")], changed).to.deep.equal([400, "invalid_token"]);
    }
    expect(await jobsOf()).to.deep.equal([]);
    expect((await get(link)).status).to.equal(200);
  });

  it("end at their time, and with their key; other keys go on", async () => {
    const expires = Math.floor(clock.getTime() / 1_000) + 60;
    const [ending, lasting, otherKey] = [await sign({ expires }), await sign(), await sign({}, await makeKey())];
    expect((await get(ending)).status).to.equal(200);
    later(minuteMs);
    const ended = await get(ending);
    expect([ended.status, at(ended.json, "error")]).to.deep.equal([400, "invalid_token"]);
    expect(textAt(ended.json, "message")).to.contain(new Date(expires * 1_000).toISOString());
    expect((await get(lasting)).status).to.equal(200);
    expect((await account.client.call("DELETE", `/account/signing-keys/${signer.keyId}`)).status).to.equal(200);
    expect([(await get(lasting)).status, (await get(otherKey)).status]).to.deep.equal([400, 200]);
  });

  it("name the field of an option that does not hold, and take no option that an address can't hide", async () => {
    const fieldsOf = async (link: object) => {
      const { status, json } = await open(link);
      expect(status).to.equal(400);
      return Object.keys(problems(json));
    };
    expect(await fieldsOf({ width: 99 })).to.deep.equal(["width"]);
    expect(await fieldsOf({ ttl: 59 })).to.deep.equal(["ttl"]);
    expect(await fieldsOf({ ttl: 28 * 86_400 + 1 })).to.deep.equal(["ttl"]);
    expect(await fieldsOf({ url: "http://127.0.0.1/" })).to.deep.equal(["url"]);
    expect(await fieldsOf({ omitBackground: true })).to.deep.equal(["omitBackground"]);
    expect(await fieldsOf({ cookies: "a", script: "b", cache: true })).to.have.members(["cookies", "script", "cache"]);
    expect(await fieldsOf({ preset: "missing" })).to.deep.equal(["preset"]);
    for (const ttl of [60, 28 * 86_400]) expect((await open({ ttl })).status).to.equal(200);
  });

  it("have the options of a preset below their own, and follow its changes", async () => {
    const preset = (method: string, path: string, body: unknown) => account.client.call(method, path, { body });
    const options = { theme: "dark", width: 1440, hideSelectors: [".a"], css: "p {}" };
    await preset("POST", "/presets", { name: "press", options });
    await open({ preset: "press", width: 640 });
    const [job] = await jobsOf();
    expect(job?.spec).to.deep.include({ theme: "dark", viewport: { width: 640, height: 720 }, hideSelectors: [".a"] });
    expect(job?.spec.texts?.css).to.be.a("string");
    await open({ preset: "press", width: 640 });
    expect((await jobsOf()).length).to.equal(1);
    await preset("PATCH", "/presets/press", { options: { css: "p { color: red }" } });
    await open({ preset: "press", width: 640 });
    expect((await jobsOf()).length).to.equal(2);
  });

  it("say why a capture failed, for a minute, and then try again", async () => {
    api.orchestrator.onStart = ({ jobId }) =>
      void failJob(api.ports, jobId, { code: "navigation_timeout", message: "Too slow.", retryable: true }).then(() =>
        api.orchestrator.end(jobId),
      );
    for (const _ of [1, 2]) {
      const { status, json } = await open();
      expect([status, at(json, "error")]).to.deep.equal([422, "navigation_timeout"]);
    }
    expect((await jobsOf()).length).to.equal(1);
    later(2 * minuteMs);
    await open();
    expect((await jobsOf()).length).to.equal(2);
  });

  it("render again what a process left unfinished when it died, and what was refused", async () => {
    const links = api.ports.database.imageLinks;
    await open();
    const [kept] = await links.find({ accountId: account.accountId }).toArray();
    await api.ports.database.jobs.deleteMany({ accountId: account.accountId });
    await links.updateOne({ _id: kept?._id ?? "" }, { $set: { at: new Date(clock.getTime() - 16_000) } });
    expect((await open()).status).to.equal(200);
    await api.ports.database.accounts.updateOne({ _id: account.accountId }, { $set: { "credits.used": 1_000_000 } });
    const poor = await open({ width: 500 });
    expect([poor.status, at(poor.json, "error")]).to.deep.equal([402, "insufficient_credits"]);
    await api.ports.database.accounts.updateOne({ _id: account.accountId }, { $set: { "credits.used": 0 } });
    expect((await open({ width: 500 })).status).to.equal(200);
  });

  it("are limited each, not all together", async () => {
    clock = new Date(Math.ceil(clock.getTime() / minuteMs) * minuteMs);
    const link = await sign();
    const { signature } = /\/(?<signature>[\w-]{43})\?/.exec(link)?.groups ?? {};
    for (let count = 0; count < 599; count += 1)
      await api.ports.rates.take({ rateKey: `link:${signature}`, limit: 600, windowSeconds: 60 });
    expect((await get(link)).status).to.equal(200);
    const { status, headers } = await get(link);
    expect([status, headers.get("retry-after")]).to.deep.equal([429, "60"]);
    expect((await open({ width: 700 })).status).to.equal(200);
  });

  it("show what a paused account has, and render nothing more for it", async () => {
    await open();
    await api.ports.database.accounts.updateOne(
      { _id: account.accountId },
      { $set: { paused: { at: clock, monitors: [], schedules: [] } } },
    );
    expect((await open()).status).to.equal(200);
    const { status, json } = await open({ width: 700 });
    expect([status, at(json, "error")]).to.deep.equal([403, "account_paused"]);
  });
});

describe("signing keys", () => {
  const { api, account } = useApi({ accountPerTest: true });
  const call = (method: string, path: string, body?: unknown) =>
    account.client.call(method, path, { ...(body !== undefined && { body }) });

  it("are listed without their secrets, which one reply shows", async () => {
    const options = { body: { name: "website" }, headers: { "Idempotency-Key": "a" } };
    const { json } = await account.client.call("POST", "/account/signing-keys", options);
    const repeat = await account.client.call("POST", "/account/signing-keys", options);
    expect(repeat.json).to.deep.equal(json);
    const list = await call("GET", "/account/signing-keys");
    expect(at(list.json, "keys")).to.deep.equal([at(json, "key")]);
    const secret = textAt(json, "secret");
    const stored = JSON.stringify(await api.ports.database.signingKeys.find().toArray());
    expect(JSON.stringify(list.json) + stored + api.logged.join("\n")).not.to.contain(secret);
  });

  it("are at most 20, and an account sees and deletes only its own", async () => {
    for (let index = 0; index < 20; index += 1)
      expect((await call("POST", "/account/signing-keys", { name: `k${index}` })).status).to.equal(201);
    const full = await call("POST", "/account/signing-keys", { name: "more" });
    expect([full.status, at(full.json, "error")]).to.deep.equal([409, "too_many_signing_keys"]);
    const stranger = await api.account();
    const list = await call("GET", "/account/signing-keys");
    const path = `/account/signing-keys/${textAt(list.json, "keys.0.id")}`;
    expect((await stranger.client.call("DELETE", path)).status).to.equal(404);
    expect(at((await stranger.client.call("GET", "/account/signing-keys")).json, "keys")).to.deep.equal([]);
    expect([(await call("DELETE", path)).status, (await call("DELETE", path)).status]).to.deep.equal([200, 404]);
    expect((await call("POST", "/account/signing-keys", { name: "more" })).status).to.equal(201);
  });
});

describe("the vectors of image links", () => {
  const vectors: { keyId: string; secret: string; links: { query: string; signature: string }[] } = JSON.parse(
    readFileSync("clients/imageLinks.json", "utf8"),
  );

  it("are signed as the service checks them", () => {
    for (const { query, signature } of vectors.links) {
      expect(isImageQuerySigned(vectors.secret, { query, signature }), query).to.equal(true);
      expect(isImageQuerySigned(vectors.secret, { query: `${query}&`, signature }), query).to.equal(false);
    }
  });
});
