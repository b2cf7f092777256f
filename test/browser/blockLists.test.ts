import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { getDomain } from "tldts";
import { createBlockList, guessAdHost, loadBlockRules } from "#activities/browser/blocking/blockRules.ts";
import { blockKinds } from "#schemas/renders/blocking.ts";
import { useBrowser } from "./support.ts";

type List = Partial<Record<"hosts" | "keep" | "vendors" | "addresses" | "elements" | "slots" | "floating", string[]>>;

const folder = join(import.meta.dirname, "../../activities/browser/blocking/lists");
const readList = (name: string): List => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
const lists = new Map(blockKinds.map((kind) => [kind, readList(kind)]));
const observedAdHosts: string[] = JSON.parse(readFileSync(join(folder, "observedAdHosts.json"), "utf8"));

describe("block lists", () => {
  it("match a host, its subdomains, and addresses by their path", () => {
    const list = createBlockList({
      hosts: ["ads.example.com"],
      addresses: ["www.example.org/ads/*", "*.example.net/a.js", "x.example.io/s?k=*"],
    });
    const listed = [
      "ads.example.com/",
      "b.a.ads.example.com/x",
      "www.example.org/ads/1",
      "a.b.example.net/a.js",
      "x.example.io/s?k=1",
    ];
    const others = [
      "example.com/",
      "bads.example.com/",
      "ads.example.com.org/",
      "www.example.org/adsx",
      "example.net/a.js",
      "a.example.net/b.js",
      "x.example.io/s?l=1",
    ];
    const has = (address: string) => list.has(new URL(`https://${address}`));
    expect(listed.filter((address) => !has(address))).to.deep.equal([]);
    expect(others.filter(has)).to.deep.equal([]);
    expect(list.has(new URL("http://ads.example.com:8080/"))).to.equal(true);
  });

  it("guess advertising hosts only from names below a registrable domain", () => {
    const guess = (host: string, type: "Script" | "XHR" | "Document") => guessAdHost(host, getDomain(host), type);
    expect(guess("ads3.paper.example", "Document")).to.equal(true);
    expect(guess("eu.rtb.network.co.uk", "XHR")).to.equal(true);
    expect(guess("pixel.shop.example", "Script")).to.equal(true);
    expect(guess("metrics.shop.example", "XHR")).to.equal(false);
    for (const host of [
      "ads.com",
      "www.ads.com",
      "loads.paper.example",
      "adsl.provider.example",
      "cdn.paper.example",
      "127.0.0.1",
      "ads",
    ]) {
      expect(guess(host, "Script"), host).to.equal(false);
    }
  });

  describe("in the browser", () => {
    const browser = useBrowser();

    it("contain no selector that Chromium rejects or that matches the page itself", async () => {
      const selectors = [...lists.values()].flatMap(({ elements = [], slots = [], floating = [] }) => [
        ...elements,
        ...slots,
        ...floating,
      ]);
      const url = browser.site.page("/selectors", "<main id=content class=page></main>");
      const probe = `${JSON.stringify(selectors)}.filter((selector) => { try { return document.querySelector(selector) !== null } catch { return true } })`;
      const { probed } = await browser.capture({ url }, { probe });
      expect(probed).to.deep.equal([]);
      expect(selectors.filter((selector, index) => selectors.indexOf(selector) !== index)).to.deep.equal([]);
    });
  });
});

describe("the contents of block lists", () => {
  it("hold each host once, in order, in lower case and never a public suffix", () => {
    const named = [...lists].flatMap(([kind, { hosts = [] }]) => hosts.map((host) => [host, kind] as const));
    const all = [...named.map(([host]) => host), ...observedAdHosts];
    expect(all.filter((host, index) => all.indexOf(host) !== index)).to.deep.equal([]);
    expect(all.filter((host) => !/^[a-z\d-]+(?:\.[a-z\d-]+)+$/u.test(host) || getDomain(host) === null)).to.deep.equal(
      [],
    );
    for (const [kind, { hosts = [] }] of lists) expect(hosts, kind).to.deep.equal(hosts.toSorted());
  });

  it("contain only hosts seen by the HTTP Archive, and no advertising host that another list names", () => {
    const dist = join(dirname(createRequire(import.meta.url).resolve("third-party-web/package.json")), "dist");
    const seen = new Set(
      readFileSync(join(dist, "domain-map.csv"), "utf8")
        .split("\n")
        .flatMap((line) => {
          const labels = (line.split(",", 1)[0] ?? "").split(".");
          return labels.map((_, index) => labels.slice(index).join("."));
        }),
    );
    const named = [...lists.values()].flatMap(({ hosts = [], vendors = [] }) => [...hosts, ...vendors]);
    expect([...named, ...observedAdHosts].filter((host) => !seen.has(host))).to.deep.equal([]);
    const apart = new Set([...lists.values()].flatMap(({ keep = [], vendors = [] }) => [...keep, ...vendors]));
    expect(observedAdHosts.filter((host) => apart.has(host))).to.deep.equal([]);
  });

  it("block the most common trackers and keep the most common services", async () => {
    const { requests } = await loadBlockRules("ads");
    const refused = [
      "https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js",
      "https://securepubads.g.doubleclick.net/tag/js/gpt.js",
      "https://www.google-analytics.com/analytics.js",
      "https://www.googletagmanager.com/gtag/js?id=G-1",
      "https://connect.facebook.net/en_US/fbevents.js",
      "https://www.facebook.com/tr?id=1&ev=PageView",
      "https://static.criteo.net/js/ld/publishertag.js",
      "https://www.clarity.ms/tag/abc",
      "https://bat.bing.com/bat.js",
    ];
    const kept = [
      "https://www.googletagmanager.com/gtm.js?id=GTM-1",
      "https://connect.facebook.net/en_US/sdk.js",
      "https://www.google.com/recaptcha/api.js",
      "https://maps.googleapis.com/maps/api/js",
      "https://www.youtube.com/iframe_api",
      "https://cdn.cookielaw.org/scripttemplates/otSDKStub.js",
      "https://www.bing.com/maps/embed",
      "https://cdn.jwplayer.com/libraries/a.js",
      "https://platform.twitter.com/widgets.js",
      "https://dev.visualwebsiteoptimizer.com/j.php",
    ];
    expect(refused.filter((address) => requests?.has(new URL(address)) !== true)).to.deep.equal([]);
    expect(kept.filter((address) => requests?.has(new URL(address)) === true)).to.deep.equal([]);
  });
});
