import { expect } from "chai";
import { at, problems, textAt } from "./support/fields.ts";
import { completeJob } from "./support/finishJob.ts";
import { monitorRequests } from "./support/monitorRequests.ts";
import { useApi } from "./support/useApi.ts";

type Body = Record<string, unknown>;
type Said = Record<string, string>;

const url = "https://example.com/";
const keys = { storage_access_key_id: "id", storage_secret_access_key: "key" };
const bucket = { store: true, storage_provider: "s3", storage_bucket: "captures", ...keys };

/** The warnings of a reply by field; none is an empty object. */
function warningsOf(json: unknown): Said {
  return problems({ fields: at(json, "warnings") });
}

/** Options of a render of which one has no effect, and the warnings. */
const ofRenders: [what: string, body: Body, said: Said][] = [
  [
    "a device with a size of its own",
    { device: "iphone-15-pro", width: 800, height: 600 },
    {
      width: "has no effect: device iphone-15-pro sets the width to 393",
      height: "has no effect: device iphone-15-pro sets the height to 659",
    },
  ],
  [
    "a device with a scale of its own",
    { device: "iphone-15-pro", deviceScaleFactor: 2 },
    { deviceScaleFactor: "has no effect: device iphone-15-pro has its own" },
  ],
  ["a png with a quality", { format: "png", quality: 50 }, { quality: "has no effect: a png has no quality" }],
  [
    "options of a picture that is not made",
    { screenshot: false, extractHtml: true, format: "png", fullPage: true },
    {
      format: "has no effect: screenshot is false, so no picture is made",
      fullPage: "has no effect: screenshot is false, so no picture is made",
    },
  ],
  [
    "an element to scroll to on a whole page",
    { fullPage: true, scrollToElement: "#end" },
    { scrollToElement: "has no effect on the picture: with fullPage it shows the whole page" },
  ],
  [
    "a bucket without store",
    { storage_bucket: "captures", storage_provider: "s3" },
    {
      storage_bucket: "has no effect without store: true",
      storage_provider: "has no effect without store: true",
    },
  ],
  [
    "a public domain without locations",
    { ...bucket, storage_public_domain: "cdn.example.com" },
    { storage_public_domain: "has no effect without storage_return_location: true" },
  ],
  ["nothing without effect", { width: 800, quality: 50, fullPage: true, device: undefined }, {}],
  ["a store that is off", { store: false, fullPage: false, screenshot: false, extractHtml: true }, {}],
];

describe("warnings of jobs", () => {
  const { api, account } = useApi();
  const post = (path: string, body: Body, headers: Record<string, string> = {}) =>
    account.client.call("POST", path, { body, headers });

  for (const [what, body, said] of ofRenders) {
    it(`of a render: ${what}`, async () => {
      const scheduleAt = new Date(Date.now() + 3_600_000).toISOString();
      const replies = [
        await post("/render", { url, ...body }),
        await post("/render/scheduled", { url, scheduleAt, ...body }),
        await post("/render/schedule-recurring", { url, pattern: "0 8 * * *", ...body }),
      ];
      expect(replies.map(({ status }) => status)).to.deep.equal([202, 201, 201]);
      for (const { json } of replies) expect(warningsOf(json)).to.deep.equal(said);
    });
  }

  it("are repeated with the first reply to an Idempotency-Key", async () => {
    const send = () => post("/render", { url, format: "png", quality: 5 }, { "Idempotency-Key": "warned" });
    const first = await send();
    const again = await send();
    expect(again.headers.get("idempotent-replayed")).to.equal("true");
    expect(warningsOf(first.json)).to.have.keys("quality");
    expect(again.json).to.deep.equal(first.json);
  });

  it("of a batch name a url that is beside urls", async () => {
    const { status, json } = await post("/render/smart-batch", { urls: [url], url, device: "ipad", width: 300 });
    expect(status).to.equal(200);
    expect(warningsOf(json)).to.deep.equal({
      url: "has no effect: a batch takes its pages from urls",
      width: "has no effect: device ipad sets the width to 768",
    });
  });

  it("of a crawl name paths that are never followed, and pages at once that the plan does not allow", async () => {
    const poor = await api.account({ plan: "free" });
    const body = { url, maxDepth: 0, excludePaths: ["/a"], maxConcurrentPages: 9, device: "ipad", height: 300 };
    const { status, json } = await poor.client.call("POST", "/crawl", { body });
    expect(status).to.equal(202);
    expect(warningsOf(json)).to.deep.equal({
      height: "has no effect: device ipad sets the height to 1024",
      maxConcurrentPages: "is more than the plan free allows, which is 2; the crawl has 2 at once",
      excludePaths: "has no effect: maxDepth 0 renders the start page alone",
    });
  });

  it("of a comparison name its capture's fields by their path", async () => {
    const capture = { device: "ipad", width: 300, scrollToElement: "#end" };
    const { status, json } = await post("/render/diff", { before: { url }, after: { url }, capture });
    expect(status).to.equal(202);
    expect(warningsOf(json)).to.have.keys("capture.width", "capture.scrollToElement");
  });

  it("of a synchronous screenshot are next to the job, or in a header next to the bytes", async () => {
    const picture = { screenshot: { contentType: "image/png", bytes: Buffer.from("picture") } };
    api.orchestrator.onStart = ({ jobId }) =>
      void completeJob(api.ports, jobId, picture).then(() => api.orchestrator.end(jobId));
    try {
      const wanted = [{ field: "quality", message: "has no effect: a png has no quality" }];
      const body = { url, format: "png", quality: 5 };
      const bytes = await post("/render/screenshot", body);
      expect(JSON.parse(bytes.headers.get("x-warnings") ?? "")).to.deep.equal(wanted);
      const json = await post("/render/screenshot", body, { Accept: "application/json" });
      expect(at(json.json, "warnings")).to.deep.equal(wanted);
      const query = `/render/screenshot?url=${encodeURIComponent(url)}&format=png&quality=5`;
      const asked = await account.client.call("GET", query);
      expect(JSON.parse(asked.headers.get("x-warnings") ?? "")).to.deep.equal(wanted);
    } finally {
      api.orchestrator.onStart = () => {};
    }
  });
});

describe("warnings of monitors", () => {
  const { account } = useApi();
  const monitors = monitorRequests(account);

  it("of a new monitor name what its capture and alerts do not know, with the nearest name", async () => {
    const capture = {
      fullpage: true,
      hide_selectors: [".ad"],
      note: "mine",
      format: "png",
      quality: 5,
      device: "ipad",
    };
    const { status, json } = await monitors.create({ capture, alerts: { emails: [] } });
    expect(status).to.equal(201);
    expect(warningsOf(json)).to.deep.equal({
      "capture.quality": "has no effect: a png has no quality",
      "capture.fullpage": "is not a known field: it is kept and has no effect; did you mean fullPage?",
      "capture.hide_selectors": "is not a known field: it is kept and has no effect; did you mean hideSelectors?",
      "capture.note": "is not a known field: it is kept and has no effect",
      "alerts.emails": "is not a known field: it is kept and has no effect; did you mean email?",
    });
    const plain = await monitors.create({ capture: { format: "png" } });
    expect(at(plain.json, "warnings")).to.equal(undefined);
  });

  it("of a changed monitor consider its earlier fields", async () => {
    const id = await monitors.created({ capture: { width: 800, note: "mine" } });
    const phone = await monitors.patch(id, { capture: { device: "ipad", scrollToElement: "#end", full_page: true } });
    expect(warningsOf(phone.json)).to.deep.equal({
      "capture.width": "has no effect: device ipad sets the width to 768",
      "capture.scrollToElement": "has no effect on the picture: with fullPage it shows the whole page",
      "capture.full_page": "is not a known field: it is kept and has no effect; did you mean fullPage?",
    });
    const cleared = await monitors.patch(id, { capture: { width: null, scrollToElement: null, full_page: null } });
    expect([cleared.status, warningsOf(cleared.json)]).to.deep.equal([200, {}]);
    const renamed = await monitors.patch(id, { name: "Other" });
    expect(at(renamed.json, "warnings")).to.equal(undefined);
  });

  it("are not for a webhook's secret without an address: that is refused", async () => {
    const id = await monitors.created();
    const { status, json } = await monitors.patch(id, { alerts: { webhook: { secret: "sixteen letters!" } } });
    expect([status, problems(json)]).to.deep.equal([
      400,
      { "alerts.webhook.url": "is required: the monitor has no webhook yet" },
    ]);
  });
});

describe("options without a warning", () => {
  const { account } = useApi();
  const post = (path: string, body: Body, headers: Record<string, string> = {}) =>
    account.client.call("POST", path, { body, headers });

  it("name the value in use: the device's viewport", async () => {
    const { json } = await post("/render", { url, device: "iphone-15-pro", width: 800 });
    const shown = await account.client.call("GET", `/status/${textAt(json, "id")}`);
    expect(at(shown.json, "job.options")).to.include({ device: "iphone-15-pro", width: 393, height: 659 });
  });

  for (const option of [{ format: "png" }, { quality: 50 }, { fullPage: true }]) {
    it(`are not needed for ${Object.keys(option)[0]} beside an extract: the picture is made, too, and charged`, async () => {
      const { json, headers } = await post("/render", { url, extractMarkdown: true, ...option });
      expect([warningsOf(json), headers.get("x-credits-charged")]).to.deep.equal([{}, "2"]);
      const shown = await account.client.call("GET", `/status/${textAt(json, "id")}`);
      expect(at(shown.json, "job.options")).to.include({ screenshot: true, extractMarkdown: true, ...option });
    });
  }

  it("of an extract with a width add no picture", async () => {
    const { json, headers } = await post("/render", { url, extractMarkdown: true, width: 800 });
    expect(headers.get("x-credits-charged")).to.equal("1");
    const shown = await account.client.call("GET", `/status/${textAt(json, "id")}`);
    expect(at(shown.json, "job.options.screenshot")).to.equal(false);
  });
});
