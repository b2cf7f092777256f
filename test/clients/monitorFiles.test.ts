import { expect } from "chai";
import { readMonitorFile } from "#clients/cli/src/monitorFiles/formats.ts";
import { cssOfXPath } from "#clients/cli/src/monitorFiles/xpath.ts";

const read = (text: string) =>
  readMonitorFile(new TextEncoder().encode(text), {
    limit: 100,
    readAddress: () => Promise.reject(new Error("These files have no further ones.")),
  });

const page = "https://lamps.example";

describe("monitor files: XPath", () => {
  const equals: Record<string, string> = {
    '//div[@id="x"]': 'div[id="x"]',
    "//*[@id='x']": '[id="x"]',
    '//*[contains(@class,"y")]': '[class*="y"]',
    "//p[starts-with(@data-kind, 'new')]": 'p[data-kind^="new"]',
    '//li[contains(concat(" ", normalize-space(@class), " "), " item ")]': 'li[class~="item"]',
    "//li[contains(concat(' ', @class, ' '), ' item ')]": 'li[class~="item"]',
    "/html/body/div[2]/p": "html > body > div:nth-of-type(2) > p",
    "/html/body/*[3]": "html > body > :nth-child(3)",
    "//table//tr[last()]/td[position()=1]": "table tr:last-of-type > td:nth-of-type(1)",
    "//a[@href and @rel='next']": 'a[href][rel="next"]',
    ".//main": "main",
    'id("top")': '[id="top"]',
    '//div[@title="a/b"]/span': 'div[title="a/b"] > span',
  };
  for (const [path, css] of Object.entries(equals))
    it(`${path} is ${css}`, () => expect(cssOfXPath(path)).to.equal(css));

  for (const path of [
    "//a/@href",
    "//p/text()",
    "//p[text()='x']",
    "//div/..",
    "//p/following-sibling::p",
    "//div[@class='a'][2]",
    "(//div)[2]",
    "//a|//b",
    "//a[@href='x' or @rel]",
    "//a[not(@rel)]",
    "/div",
    "//",
    "div",
    "",
  ])
    it(`${JSON.stringify(path)} has no equal in CSS`, () => expect(cssOfXPath(path)).to.equal(null));
});

describe("monitor files: changedetection.io", () => {
  const capturesOf = async (file: object) =>
    (await read(JSON.stringify(file))).entries.map(({ request, warnings }) => ({ ...request, warnings }));

  it("reads the names of old files: minutes, one selector, one text of groups", async () => {
    const watching = {
      a: { url: `${page}/a`, tag: "shop, news", minutes_between_check: 10_800, css_filter: "" },
      b: { url: `${page}/b`, minutes_between_check: null, css_filter: "#front" },
      c: { url: `${page}/c`, minutes_between_check: 0, css_filter: "xpath://div[@id='main']" },
      d: { url: `${page}/d`, css_filter: "json:$.price" },
    };
    const settings = { requests: { minutes_between_check: 180 } };
    const entries = await capturesOf({ watching, settings });
    expect(entries.map(({ intervalMinutes, capture }) => [intervalMinutes, capture?.selector])).to.deep.equal([
      [10_800, undefined],
      [180, "#front"],
      [180, 'div[id="main"]'],
      [180, undefined],
    ]);
    expect(entries[0]?.tags).to.deep.equal(["shop", "news"]);
    expect(entries.map(({ warnings }) => warnings.length)).to.deep.equal([0, 0, 0, 0]);
    expect(entries[3]?.capture?.values).to.deep.equal([{ name: "json1", jsonPath: "$.price" }]);
    const [one] = (await read(JSON.stringify({ url: `${page}/`, minutes_between_check: 30 }))).entries;
    expect(one?.request.intervalMinutes).to.equal(30);
  });

  it("adds the settings for all watches and those of groups", async () => {
    const watching = {
      a: { url: `${page}/a`, tags: ["g1"], ignore_text: ["Sponsored"], subtractive_selectors: [".own"] },
      b: { url: `${page}/b`, tags: ["g1", "g2"], include_filters: [".price"] },
      c: { url: `${page}/c`, tags: [] },
    };
    const settings = {
      requests: { time_between_check: { hours: 3 } },
      application: {
        global_ignore_text: ["visitors online"],
        global_subtractive_selectors: ["footer", "//nav[@id='top']"],
        tags: {
          g1: {
            title: "Lamps",
            include_filters: ["#price"],
            subtractive_selectors: [".ad"],
            ignore_text: ["Sponsored"],
          },
          g2: { title: "Sold", trigger_text: ["sold out"] },
        },
      },
    };
    const [a, b, c] = await capturesOf({ watching, settings });
    const regions = (...selectors: string[]) => selectors.map((selector) => ({ selector }));
    expect(a?.capture).to.deep.include({
      selector: "#price",
      ignoreText: ["(?i)^.*Sponsored.*$", "(?i)^.*visitors online.*$"],
      ignoreRegions: regions(".own", ".ad", "footer", 'nav[id="top"]'),
    });
    expect([a?.tags, a?.intervalMinutes, a?.warnings]).to.deep.equal([["Lamps"], 180, []]);
    expect(b?.capture?.selector).to.equal(".price");
    expect(b?.alertWhen).to.deep.equal({ all: [{ value: "trigger", is: "appears" }] });
    expect(b?.warnings).to.deep.equal([
      "Only the first element that matches .price is watched.",
      "The element #price is not watched, as a monitor watches one element.",
    ]);
    expect(c?.capture).to.deep.include({
      ignoreText: ["(?i)^.*visitors online.*$"],
      ignoreRegions: regions("footer", 'nav[id="top"]'),
    });
  });

  it("names each setting for all watches without an equivalent once", async () => {
    const watching = {
      a: { url: `${page}/a`, fetch_backend: "html_requests" },
      b: { url: `${page}/b`, fetch_backend: "html_requests" },
      c: { url: `${page}/c`, fetch_backend: "extra_browser_far" },
    };
    const settings = {
      requests: { proxy: "far", extra_proxies: [] },
      application: {
        notification_urls: ["slack://TokenA/TokenB/TokenC"],
        tags: {
          g1: { title: "Lamps", notification_urls: ["mailto://a"] },
          g2: { title: "Sold", notification_urls: [] },
        },
      },
    };
    const { entries, warnings } = await read(JSON.stringify({ watching, settings }));
    expect(warnings.map((text) => text.split(": ").slice(0, -1).join(": "))).to.deep.equal([
      "notification_urls",
      "proxy",
      "fetch_backend",
      "Group Lamps: notification_urls",
    ]);
    expect(warnings.join(" ")).not.to.include("TokenA");
    expect(entries.flatMap((entry) => entry.warnings)).to.have.lengthOf(1);
  });
});

describe("monitor files: urlwatch", () => {
  const jobs = async (text: string) => (await read(text)).entries;

  it("keeps body as an element, as the text of a whole page is its main content", async () => {
    const [entry] = await jobs(`url: ${page}/\nfilter:\n  - css: body\n  - html2text\n`);
    expect(entry?.request.capture?.selector).to.equal("body");
    expect(entry?.warnings).to.deep.equal([]);
  });

  for (const [filter, selector, warnings] of [
    ["css: .entry-title", ".entry-title", 1],
    ["css: 'h2, h3'", "h2, h3", 1],
    ["css: '#main p'", "#main p", 1],
    ["css: 'div#main'", "div#main", 0],
    ["css: '#list > li:first-child'", "#list > li:first-child", 0],
    ["css: {selector: '.row', skip: 1, maxitems: 2}", ".row", 2],
    ["xpath: '//div[@id=\"x\"]'", 'div[id="x"]', 0],
    ["xpath: {path: '/html/body/main[1]', exclude: '//a[@rel]'}", "html > body > main:nth-of-type(1)", 0],
    ["xpath: '//a/@href'", undefined, 1],
    ["element-by-id: main", '[id="main"]', 0],
    ["element-by-class: post", '[class~="post"]', 1],
    ["element-by-tag: article", "article", 1],
    ["grep: price", undefined, 1],
  ] as const) {
    it(`${filter} is ${selector}, with ${warnings} warnings`, async () => {
      const [entry] = await jobs(`url: ${page}/\nfilter:\n  - ${filter}\n`);
      expect(entry?.request.capture?.selector).to.equal(selector);
      expect(entry?.warnings, entry?.warnings.join(" ")).to.have.lengthOf(warnings);
    });
  }

  it("reads tags and pauses, and names the other settings of a job", async () => {
    const [entry] = await jobs(`url: ${page}/\nenabled: false\ntags: [shop]\ntimeout: 90\nno_redirects: true\n`);
    expect(entry?.request).to.deep.include({ status: "paused", tags: ["shop"] });
    expect(entry?.warnings.map((text) => text.split(":", 1)[0])).to.deep.equal(["no_redirects", "timeout"]);
  });
});

describe("monitor files: sitemaps", () => {
  for (const [what, prefix] of [
    ["without a prefix", ""],
    ["with a prefix", "sit:"],
  ] as const) {
    it(`reads the pages of one ${what}, and no pictures`, async () => {
      const text = `<?xml version="1.0"?><${prefix}urlset xmlns="x"><${prefix}url><${prefix}loc>${page}/1</${prefix}loc>
        <image:image><image:loc>${page}/a.png</image:loc></image:image></${prefix}url></${prefix}urlset>`;
      expect((await read(text)).entries.map(({ request }) => request.url)).to.deep.equal([`${page}/1`]);
    });
  }
});
