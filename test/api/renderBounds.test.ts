import { expect } from "chai";
import { problems } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

/** `with` is sent beside the field, where it means nothing alone. */
type Row = { field: string; good: unknown[]; bad: unknown[]; with?: Record<string, unknown>; instead?: "html" };

const long = (length: number): string => "https://example.com/".padEnd(length, "x");
const flag = (field: string): Row => ({ field, good: [false], bad: ["true", 0, null] });

// Typed by hand from the contract, not taken from the schemas: each bound, one step inside and one outside, and a wrong type.
const rows: Row[] = [
  {
    field: "url",
    good: [long(2048), "http://example.com", "https://example.com:8443/a?b#c"],
    bad: [long(2049), "ftp://example.com/", "example.com", "HTTP://example.com/", "", 7, null],
  },
  { field: "timeout", good: [10, 60], bad: [9, 61, 10.5, "30", null] },
  {
    field: "waitUntil",
    good: ["load", "domcontentloaded", "networkidle0", "networkidle2"],
    bad: ["idle", "loaded", 1],
  },
  { field: "width", good: [100, 3840], bad: [99, 3841, 100.5, "1280"] },
  { field: "height", good: [100, 2160], bad: [99, 2161, 100.5, "720"] },
  { field: "device", good: ["iphone-15-pro", "desktop-full-hd"], bad: ["iphone-99", "", 15] },
  { field: "theme", good: ["light", "dark"], bad: ["auto", true] },
  flag("blockCookieBanners"),
  flag("blockAds"),
  flag("blockChatWidgets"),
  flag("blockPopups"),
  flag("blockAccessibilityWidgets"),
  {
    field: "hideSelectors",
    good: [[], [".ad", "a:not(.b) > c", "[d='e' i], :is(%)"]],
    bad: [[""], ".ad", [1], ["..x"], ["p { color: red }"]],
  },
  { field: "clickSelectors", good: [[], ["#more"]], bad: [[""], "#more", [null], ["//div"]] },
  { field: "scrollToElement", good: ["#end"], bad: ["", 1, [], " "] },
  { field: "headers", good: [{}, { "X-Team": "a" }], bad: [{ "X-Team": 1 }, [], "X-Team: a"] },
  {
    field: "cookies",
    good: [
      [],
      [{ name: "a", value: "b" }],
      [
        {
          name: "a",
          value: "",
          domain: "example.com",
          path: "/",
          expires: 2e9,
          httpOnly: true,
          secure: true,
          sameSite: "Lax",
        },
      ],
    ],
    bad: [
      {},
      [{ name: "a" }],
      [{ value: "b" }],
      [{ name: "a", value: "b", expires: "soon" }],
      [{ name: "a", value: "b", httpOnly: 1 }],
      [{ name: "a", value: "b", priority: "High" }],
    ],
  },
  {
    field: "httpAuth",
    good: [
      { username: "ada", password: "" },
      { username: "u".repeat(256), password: "p".repeat(1024) },
    ],
    bad: [
      { username: "ada" },
      { username: "", password: "x" },
      { username: "a:b", password: "x" },
      { username: "u".repeat(257), password: "x" },
      { username: "ada", password: "p".repeat(1025) },
      { username: "ada", password: "line\nbreak" },
      "ada:x",
    ],
  },
  { field: "css", good: ["p {}", "ü".repeat(50_000)], bad: ["", `${"ü".repeat(50_000)} `, " ".repeat(100_001), 1] },
  { field: "script", good: ["a", "ü".repeat(50_000)], bad: ["", `${"ü".repeat(50_000)} `, " ".repeat(100_001), []] },
  {
    field: "html",
    good: ["<p>", "ü".repeat(500_000)],
    bad: ["", `${"ü".repeat(500_000)} `, " ".repeat(1_000_001), 1],
    instead: "html",
  },
  {
    field: "baseUrl",
    good: [long(2048)],
    bad: [long(2049), "ftp://example.com/", "", 1, "http://10.0.0.1/", "http://localhost/"],
    with: { html: "<p>" },
    instead: "html",
  },
  { field: "waitForSelector", good: ["#ready"], bad: ["", 1, [], " ", "//div"] },
  { field: "delay", good: [0, 0.5, 30], bad: [-1, 30.1, "2", null], with: { timeout: 60 } },
  { field: "deviceScaleFactor", good: [1, 1.25, 3], bad: [0.75, 3.25, 1.1, "2"] },
  { field: "locale", good: ["de", "de-CH", "zh-Hans-CN"], bad: ["d", "de_CH!", "german language", 1] },
  { field: "timezone", good: ["Europe/Zurich", "UTC"], bad: ["", "Europe/Zurch", "+02:00", 2] },
  {
    field: "geolocation",
    good: [
      { latitude: -90, longitude: 180 },
      { latitude: 90, longitude: -180, accuracy: 0 },
      { latitude: 0, longitude: 0, accuracy: 100_000 },
    ],
    bad: [
      { latitude: 90.1, longitude: 0 },
      { latitude: 0, longitude: -180.1 },
      { latitude: 0, longitude: 0, accuracy: -1 },
      { latitude: 0, longitude: 0, accuracy: 100_001 },
      { latitude: 0 },
      "0,0",
    ],
  },
  { field: "userAgent", good: ["Checker/2.0", "u".repeat(512)], bad: ["", "u".repeat(513), "a\nb", "ü", 1] },
  { field: "media", good: ["screen", "print"], bad: ["paper", true] },
  flag("reducedMotion"),
  { field: "selector", good: ["main > h1"], bad: ["", 1, " ", "<div>"] },
  {
    field: "clip",
    good: [
      { x: 0, y: 0, width: 1, height: 1 },
      { x: 100_000, y: 100_000, width: 20_000, height: 100_000 },
    ],
    bad: [
      { x: -1, y: 0, width: 1, height: 1 },
      { x: 0, y: 100_001, width: 1, height: 1 },
      { x: 0, y: 0, width: 0, height: 1 },
      { x: 0, y: 0, width: 20_001, height: 1 },
      { x: 0, y: 0, width: 1, height: 100_001 },
      { x: 0, y: 0, width: 1 },
      [0, 0, 1, 1],
    ],
  },
  { field: "omitBackground", good: [true, false], bad: ["true", 1], with: { format: "png" } },
  {
    field: "recording",
    good: [{}, { seconds: 1 }, { seconds: 30, scroll: true, format: "webm" }, { seconds: 2.5, format: "gif" }],
    bad: [
      { seconds: 0 },
      { seconds: 0.99 },
      { seconds: 30.01 },
      { seconds: 31 },
      { seconds: "5" },
      { scroll: "true" },
      { format: "avi" },
      { fps: 60 },
      true,
      "mp4",
      null,
    ],
    with: { timeout: 60 },
  },
  {
    field: "pdf",
    good: [
      {},
      { format: "a0" },
      { width: "1in", height: "200in", margin: { top: "0px", right: "0px", bottom: "0px", left: "0px" } },
      { width: "96px", height: "14400pt", margin: { left: "1mm", right: "1mm" } },
      { scale: 0.1, landscape: true, printBackground: false, tagged: false },
      { scale: 2, outline: true, pageRanges: "1, 3-4,9999" },
      { header: "ü".repeat(5_000), footer: "x".repeat(10_000) },
      { margin: { top: "28cm" } },
      { fitOnePage: true },
      { fitOnePage: true, width: "5in" },
      { fitOnePage: true, format: "a3", landscape: true },
    ],
    bad: [
      true,
      { format: "a7" },
      { format: "a4", width: "1in", height: "1in" },
      { width: "1in" },
      { height: "1in" },
      { width: "0.99in", height: "5in" },
      { width: "5in", height: "200.1in" },
      { width: "5", height: "5in" },
      { width: "5em", height: "5in" },
      { fitOnePage: true, width: "5in", height: "5in" },
      { fitOnePage: true, pageRanges: "1" },
      { fitOnePage: true, height: "5in" },
      { fitOnePage: 1 },
      { scale: 0.09 },
      { scale: 2.01 },
      { pageRanges: "" },
      { pageRanges: "0" },
      { pageRanges: "3-1" },
      { pageRanges: "1-" },
      { header: "" },
      { header: "ü".repeat(5_001) },
      { footer: "x".repeat(10_001) },
      { outline: true, tagged: false },
      { margin: { top: "29cm" } },
      { margin: { left: "10cm", right: "11cm" } },
      { margin: { top: "-1cm" } },
      { margin: "1cm" },
      { paper: "a4" },
    ],
  },
  { field: "priority", good: ["low", "normal", "high"], bad: ["urgent", 1] },
  flag("cache"),
  {
    field: "webhookUrl",
    good: [long(2048), "http://example.com/hook"],
    bad: [long(2049), "ftp://example.com/", "", 1],
  },
  {
    field: "webhookSecret",
    good: ["sixteen letters!"],
    bad: ["fifteen letters", "", 1],
    with: { webhookUrl: "https://example.com/hook" },
  },
  flag("store"),
  { field: "storage_provider", good: [], bad: ["gcs", 1] },
  { field: "storage_path", good: [], bad: [1] },
  { field: "storage_bucket", good: [], bad: [1] },
  { field: "storage_endpoint", good: [], bad: [1] },
  { field: "storage_region", good: [], bad: [1] },
  { field: "storage_access_key_id", good: [], bad: [1] },
  { field: "storage_secret_access_key", good: [], bad: [1] },
  { field: "storage_public_domain", good: [], bad: [1] },
  flag("storage_return_location"),
  { field: "screenshot", good: [true, false], bad: ["true", 1, null] },
  { field: "format", good: ["jpg", "png"], bad: ["webp", "jpeg", 1] },
  { field: "quality", good: [1, 100], bad: [0, 101, 1.5, "80"] },
  { field: "maxHeight", good: [100, 60_000], bad: [99, 60_001, 100.5, "200"], with: { fullPage: true } },
  { field: "fullPage", good: [true, false], bad: ["true", 1] },
  { field: "extractMetadata", good: [true, false], bad: ["true", 1] },
  { field: "extractMarkdown", good: [true, false], bad: ["true", 1] },
  { field: "extractHtml", good: [true, false], bad: ["true", 1] },
  { field: "extractLinks", good: [true, false], bad: ["true", 1] },
  flag("extractStructure"),
  flag("extractImages"),
  flag("extractVideos"),
  flag("extractFonts"),
  flag("extractColors"),
  flag("extractDesign"),
  flag("extractElements"),
  flag("ignoreTlsErrors"),
  flag("extractConsole"),
  { field: "extractMhtml", good: [false], bad: [true, "true", 1] },
  flag("extractHar"),
  {
    field: "failOnRequests",
    good: [{ any: 1 }, { script: 1_000, xhr: 1 }],
    bad: [{}, { any: 0 }, { xhr: 1_001 }, { page: 1 }, 1],
  },
];

const page = { url: "https://example.com/" };

describe("POST /render: the bounds of the contract", () => {
  const { api, account } = useApi();

  const submit = (row: Row, value: unknown) =>
    account.client.call("POST", "/render", {
      body: { ...(row.instead === undefined && page), ...row.with, [row.field]: value },
    });

  for (const row of rows) {
    it(`${row.field}: takes ${row.good.length} values on the bounds, refuses ${row.bad.length} beyond them`, async () => {
      for (const value of row.good) {
        const reply = await submit(row, value);
        expect(reply.status, JSON.stringify([value, reply.json])).to.equal(202);
      }
      await api.ports.background.settled();
      const before = await counts();
      for (const value of row.bad) {
        const { status, json } = await submit(row, value);
        const named = Object.keys(problems(json)).map((field) => field.split(".", 1)[0]);
        expect([status, named], JSON.stringify(value)).to.deep.equal([400, [row.field]]);
      }
      await api.ports.background.settled();
      expect(await counts()).to.deep.equal(before);
    });
  }

  for (const [path, method] of [
    ["/render", "POST"],
    ["/render/screenshot", "POST"],
    ["/render/screenshot", "GET"],
  ] as const) {
    it(`${method} ${path} needs a url${method === "POST" ? " or a document" : ""}`, async () => {
      const body = method === "POST" ? { body: {} } : {};
      const { status, json } = await account.client.call(method, path, body);
      const message = method === "POST" ? "is required, or html in its place" : "is required";
      expect([status, problems(json)]).to.deep.equal([400, { url: message }]);
    });
  }

  for (const [what, body, expected] of [
    ["both a url and a document", { ...page, html: "<p>" }, { html: "excludes url: leave one of the two out" }],
    ["a base without a document", { ...page, baseUrl: page.url }, { baseUrl: "is only for html: leave it out" }],
    [
      "secrets that no origin gets",
      { html: "<p>", headers: { "X-Key": "a" }, httpAuth: { username: "a", password: "b" } },
      {
        headers: "needs baseUrl: html alone has no origin that could get it",
        httpAuth: "needs baseUrl: html alone has no origin that could get it",
      },
    ],
  ] as const) {
    for (const path of ["/render", "/render/screenshot"]) {
      it(`POST ${path} refuses ${what}`, async () => {
        const { status, json } = await account.client.call("POST", path, { body });
        expect([status, problems(json)]).to.deep.equal([400, expected]);
      });
    }
  }

  for (const path of ["/render/smart-batch", "/render/scheduled", "/crawl", "/render/monitors"]) {
    it(`POST ${path} takes no document`, async () => {
      const { status, json } = await account.client.call("POST", path, { body: { html: "<p>", baseUrl: page.url } });
      expect(status).to.equal(400);
      expect(problems(json)["html"]).to.match(/^is not a known field/);
    });
  }

  it("refuses an unknown field by name and suggests the nearest known one", async () => {
    const { status, json } = await account.client.call("POST", "/render", {
      body: { url: "https://example.com/", fullpage: true, zzz: 1 },
    });
    expect([status, problems(json)]).to.deep.equal([
      400,
      { fullpage: "is not a known field; did you mean fullPage?", zzz: "is not a known field" },
    ]);
  });

  it("names the nearest devices for an unknown one", async () => {
    const { json } = await account.client.call("POST", "/render", {
      body: { url: "https://example.com/", device: "iphone-15-pr" },
    });
    expect(problems(json)["device"]).to.match(/iphone-15-pro/);
  });

  async function counts(): Promise<number[]> {
    const { accountId } = account;
    const { jobs, ledger, accounts } = api.ports.database;
    const credits = (await accounts.findOne({ _id: accountId }))?.credits.used ?? -1;
    return [
      await jobs.countDocuments({ accountId }),
      await ledger.countDocuments({ accountId }),
      credits,
      api.orchestrator.started.length,
    ];
  }
});
