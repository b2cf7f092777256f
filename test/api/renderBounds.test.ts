import { expect } from "chai";
import { problems } from "./support/fields.ts";
import { useApi } from "./support/useApi.ts";

/** `with` is sent beside the field, where it means nothing alone. */
type Row = { field: string; good: unknown[]; bad: unknown[]; with?: Record<string, unknown> };

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
  { field: "waitUntil", good: ["load", "domcontentloaded", "networkidle0", "networkidle2"], bad: ["idle", "Load", 1] },
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
];

describe("POST /render: the bounds of the contract", () => {
  const { api, account } = useApi();

  const submit = (row: Row, value: unknown) =>
    account.client.call("POST", "/render", { body: { url: "https://example.com/", ...row.with, [row.field]: value } });

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

  it("needs a url", async () => {
    const { status, json } = await account.client.call("POST", "/render", { body: {} });
    expect([status, problems(json)]).to.deep.equal([400, { url: "is required" }]);
  });

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
