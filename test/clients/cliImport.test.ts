import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { strToU8, zipSync } from "fflate";
import type { Monitor, MonitorRequest } from "#schemas/monitor/monitor.ts";
import { portOf } from "../support/targetSite.ts";
import { useResource } from "../support/useResource.ts";
import { useAccountCommands } from "./support/accountCommands.ts";

type Imported = {
  action: string;
  name: string;
  url?: string;
  id?: string;
  reason?: string;
  warnings: string[];
  request?: MonitorRequest;
};

/** A page that no browser reaches, as the monitors are paused. */
const page = "https://lamps.example";

/** A server of sitemaps. `files` are its replies by their paths. */
async function startFiles() {
  const files = new Map<string, string | Buffer>();
  const server = createServer(({ url = "" }, response) => {
    const file = files.get(url);
    response.writeHead(file === undefined ? 404 : 200).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { files, url: `http://127.0.0.1:${portOf(server)}`, stop: () => server.close() };
}

describe("the import of monitors", function () {
  this.timeout(120_000);
  const sitemaps = useResource(startFiles);
  const commands = useAccountCommands();

  const run = (args: string[], input?: string | Buffer) => commands.run(["monitor", ...args], input);
  const importFrom = async (input: string | Buffer, ...args: string[]): Promise<Imported[]> => {
    const { text, stderr } = await run(["import", "-", "--paused", "--json", ...args], input);
    expect(text, stderr).to.match(/^\[/);
    return JSON.parse(text);
  };
  const listed = async (): Promise<Monitor[]> => JSON.parse((await run(["list", "--json"])).text);
  const dryRun = async (input: string | Buffer): Promise<(Imported & { request: MonitorRequest })[]> => {
    const rows = await importFrom(input, "--dry-run");
    return rows.flatMap((row) => (row.request === undefined ? [] : [{ ...row, request: row.request }]));
  };

  it("creates a monitor for each address of a list once, and says which lines it can't use", async () => {
    const list = `# our pages\n${page}/a\n${page}/b Second page\n\nftp://lamps.example/c\n`;
    const first = await run(["import", "-", "--paused", "--json", "--interval", "90", "--tag", "shop"], list);
    expect(first.code).to.equal(5);
    expect(first.stderr).to.include("2 created, 0 skipped, 1 failed");
    expect(
      (await listed()).map(({ name, intervalMinutes, tags, status }) => [name, intervalMinutes, tags, status]),
    ).to.deep.equal([
      ["Second page", 90, ["shop"], "paused"],
      ["lamps.example/a", 90, ["shop"], "paused"],
    ]);
    const again = await importFrom(list);
    expect(again.map(({ action }) => action)).to.deep.equal(["failed", "skipped", "skipped"]);
    expect(await listed()).to.have.lengthOf(2);
  });

  it("creates nothing in a dry run, and shows no secrets", async () => {
    const watch = {
      url: `${page}/`,
      title: "Lamps",
      time_between_check: { minutes: 5 },
      headers: { "X-Key": "hidden words", Cookie: "a=1; b=2" },
    };
    const [row] = await dryRun(JSON.stringify(watch));
    expect(row?.action).to.equal("would create");
    expect(row?.request.capture?.headers).to.deep.equal({ "X-Key": "(secret)" });
    expect(row?.request.capture?.cookies?.map(({ name }) => name)).to.deep.equal(["a", "b"]);
    expect(JSON.stringify(row)).not.to.include("hidden words");
    expect(await listed()).to.deep.equal([]);
  });

  it("follows the sitemaps of an index, also packed ones, and takes no addresses of pictures", async () => {
    const { files, url } = sitemaps;
    files.set(
      "/index.xml",
      `<?xml version="1.0"?><sitemapindex xmlns="x"><sitemap><loc>${url}/one.xml.gz</loc></sitemap><sitemap><loc>${url}/two.xml</loc></sitemap></sitemapindex>`,
    );
    files.set(
      "/one.xml.gz",
      gzipSync(
        `<urlset xmlns="x"><url><loc>${page}/?a=1&amp;b=2</loc><image:image><image:loc>${page}/a.png</image:loc></image:image></url></urlset>`,
      ),
    );
    files.set(
      "/two.xml",
      `<urlset><url><loc><![CDATA[${page}/two]]></loc></url><url><loc> ${page}/three </loc></url></urlset>`,
    );
    const { code, text } = await run(["import", `${url}/index.xml`, "--dry-run", "--json"]);
    expect(code).to.equal(0);
    expect(JSON.parse(text).map((row: Imported) => row.url)).to.deep.equal([
      `${page}/?a=1&b=2`,
      `${page}/two`,
      `${page}/three`,
    ]);
    const cut = await run(["import", `${url}/index.xml`, "--dry-run", "--jsonl", "--limit", "1"]);
    expect(cut.text.trimEnd().split("\n")).to.have.lengthOf(1);
    const missing = await run(["import", `${url}/none.xml`, "--dry-run"]);
    expect([missing.code, missing.stderr]).to.deep.equal([1, `watchframe: ${url}/none.xml answers with status 404.\n`]);
  });

  it("reads sitemaps as the service does, and fails if one names no page", async () => {
    const urls = async (file: string | Buffer) => (await dryRun(file)).map(({ request }) => request.url);
    const prefixed = `<?xml version="1.0"?><sm:urlset xmlns:sm="x"><sm:url><sm:loc>${page}/1</sm:loc></sm:url></sm:urlset>`;
    expect(await urls(prefixed)).to.deep.equal([`${page}/1`]);
    expect(await urls(Buffer.from(`\ufeff${prefixed}`, "utf16le"))).to.deep.equal([`${page}/1`]);
    const latin = prefixed.replace('"1.0"', '"1.0" encoding="iso-8859-1"').replace("/1", "/caf\u00e9");
    expect(await urls(Buffer.from(latin, "latin1"))).to.deep.equal([`${page}/caf\u00e9`]);
    expect(await urls(`<rss><channel><item><link>${page}/news</link></item></channel></rss>`)).to.deep.equal([
      `${page}/news`,
    ]);
    const { code, stderr } = await run(["import", "-", "--dry-run"], "<urlset><url><link>x</link></url></urlset>");
    expect([code, stderr.startsWith("watchframe: The sitemap names no page.")]).to.deep.equal([2, true]);
  });

  it("reads a backup of changedetection.io, old and new", async () => {
    const watch = {
      url: `${page}/prices`,
      title: "Prices",
      tags: ["7b1c"],
      paused: true,
      processor: "text_json_diff",
      time_between_check: { weeks: null, days: null, hours: 3, minutes: null, seconds: 30 },
      time_between_check_use_default: false,
      ignore_text: ["Visitors: (", "/\\d+ views/i", "/(?<=a)b/"],
      subtractive_selectors: [".clock", "//div/.."],
      include_filters: ["#main", "xpath://p"],
      notification_urls: [],
    };
    const settings = {
      requests: { time_between_check: { weeks: null, days: 1, hours: null, minutes: null, seconds: null } },
      application: { tags: { "7b1c": { title: "Shop" } } },
    };
    const picture = {
      url: `${page}/look`,
      title: null,
      processor: "image_ssim_diff",
      time_between_check_use_default: true,
    };
    const old = JSON.stringify({ watching: { one: watch, two: picture }, settings });
    const fresh = zipSync({
      "changedetection.json": strToU8(JSON.stringify({ settings: { requests: settings.requests } })),
      "0f9d/watch.json": strToU8(JSON.stringify(watch)),
      "1a2b/watch.json": strToU8(JSON.stringify(picture)),
      "7b1c/tag.json": strToU8(JSON.stringify({ title: "Shop" })),
      "0f9d/1700000000.txt": strToU8("a snapshot"),
      "secret.txt": strToU8("not read"),
    });
    const fromOld = await dryRun(old);
    expect(await dryRun(Buffer.from(fresh))).to.deep.equal(fromOld);
    expect(await dryRun(Buffer.from(zipSync({ "url-watches.json": strToU8(old) })))).to.deep.equal(fromOld);
    const [prices, look] = fromOld;
    expect(prices?.request).to.deep.equal({
      intervalMinutes: 181,
      name: "Prices",
      url: `${page}/prices`,
      tags: ["Shop"],
      status: "paused",
      capture: {
        selector: "#main",
        text: true,
        changeOn: "text",
        ignoreText: ["(?i)^.*Visitors: \\(.*$", "(?i)^.*(?:\\d+ views).*$"],
        ignoreRegions: [{ selector: ".clock" }],
      },
    });
    expect(prices?.warnings.map((warning) => warning.split(" ", 1)[0])).to.deep.equal([
      "The",
      "The",
      "subtractive_selectors:",
    ]);
    expect(look?.request).to.deep.include({ name: "lamps.example/look", intervalMinutes: 1440, capture: {} });
    const created = await importFrom(old);
    expect(
      created.map(({ action }) => action),
      JSON.stringify(created),
    ).to.deep.equal(["created", "created"]);
  });

  it("makes a cron of the hours in which changedetection.io checks, where a cron can say them", async () => {
    const day = (start: string, hours: string, enabled = true) => ({
      enabled,
      start_time: start,
      duration: { hours, minutes: "00" },
    });
    const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday"];
    const limitOf = (one: object, names: readonly string[]) => ({
      enabled: true,
      timezone: "Europe/Berlin",
      ...Object.fromEntries(names.map((name) => [name, one])),
      sunday: day("00:00", "24", false),
    });
    let count = 0;
    const watchOf = (limit: object, span: object) => ({
      url: `${page}/prices`,
      title: `Prices ${(count += 1)}`,
      time_between_check: span,
      time_schedule_limit: limit,
    });
    const cases: [watch: object, cron: string | null][] = [
      [watchOf(limitOf(day("9:00", "8"), weekdays), { minutes: 30 }), "*/30 9-16 * * 1,2,3,4,5"],
      [watchOf(limitOf(day("09:00", "8"), weekdays), { hours: 2 }), "0 9-16/2 * * 1,2,3,4,5"],
      [watchOf(limitOf(day("09:00", "8"), ["saturday"]), { days: 1 }), "0 9 * * 6"],
      [watchOf(limitOf(day("00:00", "24"), [...weekdays, "saturday"]), { minutes: 1 }), "* * * * 1,2,3,4,5,6"],
      [watchOf(limitOf(day("22:00", "8"), weekdays), { hours: 1 }), null],
      [watchOf(limitOf(day("09:30", "8"), weekdays), { hours: 1 }), null],
      [watchOf(limitOf(day("09:00", "8"), weekdays), { minutes: 45 }), null],
      [watchOf({ ...limitOf(day("09:00", "8"), weekdays), saturday: day("10:00", "2") }, { hours: 1 }), null],
    ];
    const read = await dryRun(
      JSON.stringify({ watching: Object.fromEntries(cases.map(([watch], index) => [index, watch])) }),
    );
    for (const [index, [, cron]] of cases.entries()) {
      const { request, warnings } = read[index] ?? {};
      if (cron === null) expect(request).to.have.property("intervalMinutes");
      else expect(request).to.include({ cron, timezone: "Europe/Berlin" }).and.not.have.property("intervalMinutes");
      const hasWarning = warnings?.some((warning) => warning.startsWith("time_schedule_limit: ")) ?? false;
      expect(hasWarning, String(cron)).to.equal(cron === null);
    }
  });

  it("reads the jobs of urlwatch", async () => {
    const file = `name: Prices
url: "${page}/prices"
headers: {X-One: 1}
cookies: {theme: dark}
filter:
  - css: {selector: body, exclude: .clock}
  - html2text
  - grepi: "(?i)visitors"
  - re.sub: '\\d+ views'
  - re.sub: {pattern: a, repl: b}
---
name: Files
command: ls -al ~
---
navigate: ${page}/app
wait_until: networkidle0
filter: element-by-id:main,html2text
`;
    const rows = await importFrom(file, "--dry-run");
    expect(rows.map(({ action, name }) => [action, name])).to.deep.equal([
      ["failed", "Files"],
      ["would create", "Prices"],
      ["would create", "lamps.example/app"],
    ]);
    expect(rows[1]?.request?.capture).to.deep.equal({
      selector: "body",
      text: true,
      changeOn: "text",
      ignoreText: ["(?i)^.*(?:visitors).*$", "\\d+ views"],
      ignoreRegions: [{ selector: ".clock" }],
      headers: { "X-One": "(secret)" },
      cookies: [{ name: "theme", value: "(secret)" }],
    });
    expect(rows[1]?.warnings).to.deep.equal(["filter re.sub: It has no equivalent."]);
    expect(rows[2]?.request?.capture).to.include({ waitUntil: "networkidle0", selector: '[id="main"]' });
    expect(rows[2]?.warnings).to.deep.equal([]);
    expect((await importFrom(file)).map(({ action }) => action)).to.deep.equal(["failed", "created", "created"]);
  });

  it("reads the scenarios of BackstopJS, one monitor for each viewport", async () => {
    const file = JSON.stringify({
      viewports: [
        { label: "phone", width: 320, height: 480 },
        { label: "wide", width: 1600, height: 900 },
      ],
      misMatchThreshold: 1,
      scenarios: [
        {
          label: "Start",
          url: `${page}/`,
          removeSelectors: [".ad"],
          hideSelectors: [".clock"],
          clickSelector: "#menu",
        },
        {
          label: "Top",
          url: `${page}/top`,
          selectors: ["viewport", "header nav"],
          viewports: [{ width: 800, height: 600 }],
          misMatchThreshold: 5,
        },
        { label: "Local", url: "../index.html" },
      ],
    });
    const rows = await dryRun(file);
    expect(rows.map(({ name }) => name)).to.deep.equal(["Start phone", "Start wide", "Top viewport", "Top header nav"]);
    expect(rows[0]?.request).to.deep.include({
      changeThreshold: 0.01,
      capture: { width: 320, height: 480, hideSelectors: [".clock", ".ad"], clickSelectors: ["#menu"] },
    });
    expect(rows[2]?.request).to.deep.include({
      changeThreshold: 0.05,
      capture: { width: 800, height: 600, fullPage: false },
    });
    expect(rows[3]?.request.capture).to.deep.equal({ width: 800, height: 600, selector: "header nav" });
    const created = await importFrom(file);
    expect(
      created.filter(({ action }) => action === "created"),
      JSON.stringify(created),
    ).to.have.lengthOf(4);
  });

  it("refuses a file of no known format", async () => {
    for (const text of ["<html><body>https://lamps.example</body></html>", "", "{}", "PK\u0003\u0004 damaged"]) {
      const { code, stderr } = await run(["import", "-"], text);
      expect([code, stderr]).to.deep.equal([2, stderr]);
    }
  });
});
