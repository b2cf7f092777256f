import { type BlockKind, blockKinds } from "#schemas/renders/blocking.ts";
import { blockingOf, openTestBrowser, type TestBrowser } from "#test/browser/support.ts";
import { measure, row } from "./capture.ts";
import { findChrome } from "./programs.ts";
import { timed } from "./statistics.ts";

const rounds = 3;
const count = 12;

const contestants: readonly [name: string, kinds: BlockKind[]][] = [
  ["nothing blocked", []],
  ["ads", ["ads"]],
  ["chat, popups, accessibility", ["chatWidgets", "popups", "accessibilityWidgets"]],
  ["cookie banners", ["cookieBanners"]],
  ["everything", [...blockKinds]],
];

/**
 * Captures a page of 62 requests with different kinds blocked. Half of the requests go to other sites, 24 of them to
 * hosts of advertising. The same page without those 24 shows the price of blocking alone.
 */
export async function blockingBench(): Promise<void> {
  const browser = await openTestBrowser({ executablePath: await findChrome(), everyName: true });
  try {
    const pages = {
      "62 requests, 24 of advertising": layPage(browser, 24),
      "38 requests, none of advertising": layPage(browser, 0),
    };
    for (const [what, url] of Object.entries(pages)) {
      console.log(`\n${what.padEnd(33)}Chromium     node    ms each`);
      const shots = contestants.map(([name, kinds]) => ({
        name,
        pid: () => browser.pool.health().browserPid ?? 0,
        shoot: () => browser.capture({ url, blocking: blockingOf(...kinds), viewport: { width: 1280, height: 720 } }),
        runs: new Array<number[]>(),
      }));
      for (const { shoot } of shots) await timed({ count: 4, width: 2 }, shoot);
      for (let round = 0; round < rounds; round += 1)
        for (const each of shots) each.runs.push(await measure(each, count));
      for (const { name, runs } of shots) console.log(`  ${name.padEnd(29)}${row(runs)}`);
    }
  } finally {
    await browser.close();
  }
}

/** Serves a page with 30 own pictures, 7 of another site, and `ads` scripts and pictures from hosts of advertising. */
function layPage({ site }: TestBrowser, ads: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="teal"/></svg>`;
  const picture = { headers: { "content-type": "image/svg+xml" } };
  site.page("/ad.js", `document.body.append(Object.assign(document.createElement("div"), { textContent: "ad" }))`, {
    headers: { "content-type": "text/javascript" },
  });
  const image = (path: string, host?: string) => {
    site.page(path, svg, picture);
    return `<img src="${site.url(path, host)}" width="40" height="40">`;
  };
  const hosts = ["securepubads.g.doubleclick.net", "static.criteo.net", "cdn.taboola.com", "ib.adnxs.com"];
  const own = Array.from({ length: 30 }, (_, index) => image(`/own/${index}.svg`));
  const other = Array.from({ length: 7 }, (_, index) =>
    image(`/other/${index}.svg`, `cdn${index % 3}.pictures.example`),
  );
  const sold = Array.from({ length: ads }, (_, index) => {
    const host = hosts[index % hosts.length];
    return index % 2 === 0
      ? `<script async src="${site.url("/ad.js", host)}?${index}"></script>`
      : image(`/ad/${index}.svg`, host);
  });
  const text = `<p>${"Some text of the page. ".repeat(200)}</p>`;
  return site.page(
    `/bench/${ads}`,
    `<!doctype html><title>Bench</title>${text}${[...own, ...other, ...sold].join("")}`,
  );
}
