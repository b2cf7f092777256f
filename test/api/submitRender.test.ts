import { expect } from "chai";
import { optionsIn } from "#schemas/options/index.ts";
import { extractFlag, extractNames } from "#schemas/extracts/extracts.ts";
import { blockFlags } from "#schemas/renders/blocking.ts";
import { open } from "#vault/open.ts";
import { at, textAt } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";
import { until } from "../support/until.ts";

function useRenders() {
  const { api, account } = useApi();
  const submit = async (body: Record<string, unknown>) => {
    const reply = await account.client.call("POST", "/render", { body: { url: "https://example.com/", ...body } });
    const id = textAt(reply.json, "id");
    await api.ports.background.settled();
    const record = await api.ports.database.jobs.findOne({ _id: id });
    if (record === null) throw new Error("The job was not stored.");
    return { ...reply, id, record, input: api.orchestrator.started.find(({ jobId }) => jobId === id) };
  };
  return { api, account, submit };
}

describe("POST /render: the accepted job", () => {
  const { api, account, submit } = useRenders();

  it("answers 202 with a reference, its address and what it cost", async () => {
    const { status, json, headers, id } = await submit({});
    expect([status, json]).to.deep.equal([
      202,
      { success: true, id, status: "queued", statusUrl: `http://api.test/status/${id}` },
    ]);
    expect(headers.get("location")).to.equal(`http://api.test/status/${id}`);
    expect(["charged", "refunded", "remaining"].map((name) => headers.get(`x-credits-${name}`))).to.deep.equal([
      "1",
      "0",
      "unlimited",
    ]);
  });

  it("stores the job, charges it once, starts its workflow and notes that", async () => {
    const { id, record, input } = await submit({ extractMarkdown: true, screenshot: true, priority: "high" });
    expect(record).to.deep.include({
      accountId: account.accountId,
      kind: "render",
      host: "example.com",
      status: "queued",
      stage: "waiting",
      attempts: 1,
      price: 2,
      priority: "high",
    });
    await until(async () => (await api.ports.database.outbox.findOne({ _id: id })) === null);
    expect(record.expiresAt.getTime() - record.createdAt.getTime()).to.equal(30 * 24 * 60 * 60 * 1000);
    expect(await api.ports.database.ledger.findOne({ _id: `charge:${id}:1` })).to.deep.include({
      accountId: account.accountId,
      jobId: id,
      credits: 2,
      operation: "render",
    });
    expect(input).to.deep.include({ jobId: id, attempt: 1, host: "example.com", spec: record.spec });
  });

  it("applies every default", async () => {
    const { record } = await submit({});
    expect(record.spec).to.deep.equal({
      url: "https://example.com/",
      sealedFor: record._id,
      cache: false,
      timeout: 30,
      waitUntil: "load",
      viewport: { width: 1280, height: 720 },
      theme: "light",
      blocking: { ads: false, cookieBanners: false, chatWidgets: false, popups: false, accessibilityWidgets: false },
      hideSelectors: [],
      clickSelectors: [],
      screenshot: { format: "jpg", quality: 80, fullPage: false },
      extracts: ["metadata"],
    });
  });

  it("accepts the blocking options", async () => {
    const { record } = await submit({ blockAds: true, blockCookieBanners: true, blockPopups: false });
    expect(record.spec.blocking).to.deep.equal({
      ads: true,
      cookieBanners: true,
      chatWidgets: false,
      popups: false,
      accessibilityWidgets: false,
    });
  });

  it("shows every option of the reply as it was given", async () => {
    const given: Record<string, unknown> = {
      ...Object.fromEntries(Object.values(blockFlags).map((name) => [name, true])),
      ...Object.fromEntries(extractNames.map((name) => [extractFlag(name), true])),
      extractMhtml: false,
      timeout: 41,
      signIn: "shop",
      proxy: "germany",
      ignoreTlsErrors: true,
      cacheTtl: 600,
      cacheKey: "v2",
      waitUntil: "domcontentloaded",
      waitForSelector: "#ready",
      waitForHidden: ".spinner",
      delay: 2,
      failOnStatus: [404, "500-599"],
      failOnRequests: { script: 1, any: 20 },
      failOnText: { present: ["(?i)maintenance"], absent: ["Add to cart"] },
      hideSelectors: [".bar"],
      clickSelectors: ["#more"],
      hoverSelector: "#menu",
      scrollToElement: "#end",
      blockResources: ["font"],
      blockUrls: ["https://ads.example.com/*"],
      javascript: false,
      width: 800,
      height: 600,
      deviceScaleFactor: 2,
      theme: "dark",
      screenshot: true,
      format: "png",
      quality: 70,
      fullPage: true,
      maxHeight: 5_000,
      omitBackground: true,
      selector: "main",
      locale: "de-CH",
      timezone: "Europe/Zurich",
      geolocation: { latitude: 47, longitude: 8, accuracy: 5 },
      userAgent: "Checker/1.0",
      media: "print",
      reducedMotion: true,
      recording: { seconds: 3, scroll: true, format: "gif" },
      extractValues: [{ name: "price", selector: ".price", as: "list" }],
      priority: "low",
      cache: true,
      store: true,
      storage_provider: "s3",
      storage_path: "shots/{id}.{ext}",
      storage_bucket: "our-shots",
      storage_endpoint: "https://s3.eu-central-1.amazonaws.com",
      storage_region: "eu-central-1",
      storage_public_domain: "https://cdn.example.com",
      storage_return_location: true,
    };
    const signIn = { name: "shop", url: "https://example.com/", steps: [{ wait: 1 }], signedIn: { text: "Out" } };
    expect((await account.client.call("POST", "/sign-ins", { body: signIn })).status).to.equal(201);
    const proxy = { name: "germany", url: "http://proxy.example.com" };
    expect((await account.client.call("POST", "/proxies", { body: proxy })).status).to.equal(201);
    const keys = { storage_access_key_id: "id", storage_secret_access_key: "secret" };
    const { id } = await submit({ ...given, ...keys });
    const { json } = await account.client.call("GET", `/status/${id}`);
    expect(at(json, "job.options")).to.deep.equal(given);
    // These exclude others of the list, or stand for them. `pdf` adds its defaults.
    expect(Object.keys(optionsIn("reply"))).to.have.members([...Object.keys(given), "device", "clip", "pdf"]);
  });

  it("seals secrets to their job, and neither stores nor shows them in clear", async () => {
    const { id, record } = await submit({
      headers: { "X-Team": "canary-1" },
      cookies: [{ name: "sid", value: "canary-2" }],
      webhookUrl: "https://hooks.example.com/canary-3",
      webhookSecret: "canary-4-canary-4",
    });
    expect(JSON.stringify([record, api.orchestrator.started])).to.not.include("canary");
    const context = { accountId: account.accountId, entityId: id };
    const { spec, webhook } = record;
    if (spec.headers === undefined || spec.cookies === undefined || webhook?.secret === undefined)
      throw new Error("A secret was not stored.");
    expect(JSON.parse(open(api.ports.keyRing, spec.headers, { ...context, field: "headers" }))).to.deep.equal({
      "X-Team": "canary-1",
    });
    expect(JSON.parse(open(api.ports.keyRing, spec.cookies, { ...context, field: "cookies" }))).to.deep.equal([
      { name: "sid", value: "canary-2" },
    ]);
    expect(open(api.ports.keyRing, webhook.url, { ...context, field: "webhookUrl" })).to.equal(
      "https://hooks.example.com/canary-3",
    );
    expect(open(api.ports.keyRing, webhook.secret, { ...context, field: "webhookSecret" })).to.equal(
      "canary-4-canary-4",
    );
    const { json } = await account.client.call("GET", `/status/${id}`);
    expect(JSON.stringify(json)).to.not.include("canary");
    for (const hidden of ["headers", "cookies", "webhookUrl", "webhookSecret"])
      expect(at(json, `job.options.${hidden}`)).to.equal(undefined);
  });
});

describe("POST /render: price and fingerprint", () => {
  const { submit } = useRenders();

  const print = async (body: Record<string, unknown>) => (await submit(body)).record.fingerprint;

  const pictures: [body: Record<string, unknown>, screenshot: boolean, extracts: string[], price: number][] = [
    [{}, true, ["metadata"], 1],
    [{ extractMetadata: false }, true, [], 1],
    [{ extractMetadata: true }, false, ["metadata"], 0],
    [{ extractMarkdown: true }, false, ["metadata", "markdown"], 1],
    [{ extractMarkdown: false }, true, ["metadata"], 1],
    [{ extractLinks: true, extractMetadata: false }, false, ["links"], 1],
    [{ extractHtml: true, screenshot: true }, true, ["metadata", "html"], 2],
    [{ screenshot: false }, false, ["metadata"], 0],
  ];

  for (const [body, screenshot, extracts, price] of pictures) {
    it(`${JSON.stringify(body)} ${screenshot ? "takes" : "takes no"} picture, extracts ${extracts.join(", ") || "nothing"}, costs ${price}`, async () => {
      const { record } = await submit(body);
      expect([record.spec.screenshot !== null, record.spec.extracts, record.price]).to.deep.equal([
        screenshot,
        extracts,
        price,
      ]);
    });
  }

  it("gives identical renders one fingerprint and different ones others, secrets included", async () => {
    const plain = await print({});
    expect(await print({ priority: "high", webhookUrl: "https://example.com/" })).to.equal(plain);
    expect(await print({ headers: {} })).to.equal(plain);
    const others = await Promise.all([
      print({ width: 800 }),
      print({ headers: { A: "1" } }),
      print({ headers: { A: "2" } }),
      print({ cookies: [{ name: "a", value: "b" }] }),
      print({ url: "https://example.com/?a" }),
    ]);
    expect(new Set([plain, ...others]).size).to.equal(6);
  });
});
