import { expect } from "chai";
import { type RenderSpec } from "#schemas/renders/render.ts";
import { fullPage, green, picture, red, useBrowser } from "./support.ts";

type Rules = Pick<RenderSpec, "blockResources" | "blockUrls">;

/** A file of each kind that the page below requests. */
const files = {
  image: "/a.png",
  media: "/a.mp4",
  font: "/a.woff2",
  stylesheet: "/a.css",
  script: "/a.js",
  xhr: "/a.json",
  other: "/a.webmanifest",
} as const;

const kinds = Object.keys(files) as (keyof typeof files)[];

describe("capture: requests that the caller refuses", () => {
  const browser = useBrowser();

  /** Captures a page with a file of each kind and a frame. Returns the paths that the site received. */
  async function receivedWith(rules: Rules): Promise<string[]> {
    const { site } = browser;
    const types: Record<string, string> = { css: "text/css", js: "text/javascript", json: "application/json" };
    for (const path of Object.values(files))
      site.page(path, "", { headers: { "content-type": types[path.split(".")[1] ?? ""] ?? "image/png" } });
    site.page("/frame", "<p>frame");
    const url = site.page(
      "/page",
      `<link rel=stylesheet href=/a.css><link rel=manifest href=/a.webmanifest>
      <style>@font-face { font-family: own; src: url(/a.woff2) }</style><p style="font-family: own">text
      <img src=/a.png><video src=/a.mp4 preload=auto></video><iframe src=/frame></iframe>
      <script>fetch("/a.json")</script><script src=/a.js></script>`,
    );
    const paths = ["/page", "/frame", ...Object.values(files)];
    const counts = paths.map((path) => site.received(path).length);
    await browser.capture({ url, waitUntil: "networkidle0", ...rules });
    return paths.filter((path, index) => site.received(path).length > (counts[index] ?? 0));
  }

  it("are none by default", async () => {
    // A headless browser asks for no manifest.
    const asked = Object.values(files).filter((path) => path !== files.other);
    expect(await receivedWith({})).to.have.members(["/page", "/frame", ...asked]);
  });

  for (const kind of kinds.filter((each) => each !== "other")) {
    it(`are those of the kind ${kind}, and no others`, async () => {
      const paths = await receivedWith({ blockResources: [kind] });
      const others = kinds.filter((each) => each !== "other" && each !== kind).map((each) => files[each]);
      expect(paths).to.have.members(["/page", "/frame", ...others]);
    });
  }

  it("are those of addresses that match a glob, in frames too, but never the page's document", async () => {
    expect(await receivedWith({ blockUrls: ["*/a.*"] })).to.have.members(["/page", "/frame"]);
    const paths = await receivedWith({ blockUrls: ["http://site.test:*/frame", "*.p?g", "*/page"] });
    expect(paths).to.include("/page").and.to.not.include.members(["/frame"]);
    expect(paths).to.not.include("/a.png");
  });

  it("are those of beacons, as other", async () => {
    const url = browser.site.page("/beaconing", `<script>navigator.sendBeacon("/beacon")</script>`);
    browser.site.page("/beacon", "");
    await browser.capture({ url, waitUntil: "networkidle0", blockResources: ["other"] });
    expect(browser.site.received("/beacon")).to.have.length(0);
    await browser.capture({ url, waitUntil: "networkidle0" });
    expect(browser.site.received("/beacon")).to.have.length(1);
  });
});

describe("capture: a page without its scripts", () => {
  const browser = useBrowser();

  const body = `<body style="margin:0;background:red" onload="document.body.style.background='red'">
    <script>document.body.style.background = "red"; fetch("/called")</script>
    <noscript><style>body { background: green !important }</style></noscript>
    <img src="data:," onerror="document.body.style.setProperty('background', 'red', 'important')">`;

  it("shows what pages show then, and runs none", async () => {
    browser.site.page("/called", "");
    const url = browser.site.page("/scripted", body);
    const without = await browser.capture({ url, javascript: false, waitUntil: "networkidle0" });
    expect((await picture(without)).at(200, 250)).to.deep.equal(green);
    expect(browser.site.received("/called")).to.have.length(0);
    const withThem = await browser.capture({ url, waitUntil: "networkidle0" });
    expect((await picture(withThem)).at(200, 250)).to.deep.equal(red);
    expect(browser.site.received("/called")).to.have.length(1);
  });

  it("runs none of handlers, frames and the caller's document either", async () => {
    const { site } = browser;
    const ways = ["/by-frame", "/by-inner", "/by-handler"];
    for (const path of ways) site.page(path, "");
    site.page("/framed", `<script>fetch("/by-frame")</script>`);
    const text = `<div style="height:3000px"></div><iframe loading=lazy src=/framed></iframe>
      <iframe srcdoc='<script>fetch("/by-inner")</script>'></iframe>
      <img loading=lazy src=/missing.png onerror='fetch("/by-handler")'><button id=go onclick='fetch("/by-handler")'>go</button>`;
    const options = { ...fullPage, waitUntil: "networkidle0", clickSelectors: ["#go"] } satisfies Partial<RenderSpec>;
    const url = site.page("/late", text);
    const reached = () => ways.filter((path) => site.received(path).length > 0);
    await browser.capture({ url, ...options, javascript: false });
    expect(reached(), "page").to.deep.equal([]);
    await browser.capture({ url, ...options, javascript: false }, { texts: { html: text } });
    expect(reached(), "document of the caller").to.deep.equal([]);
    await browser.capture({ url, ...options });
    expect(reached()).to.deep.equal(ways);
  });

  it("runs none of frames of other sites and of further documents", async () => {
    const { site } = browser;
    const paths = ["/by-foreign", "/by-further"];
    for (const path of paths) site.page(path, "");
    site.page("/foreign", `<script>fetch("/by-foreign")</script>`);
    const text = `<iframe src="${site.url("/foreign", "other.test")}"></iframe>`;
    const url = site.page("/outer", text);
    const shown = `<body style="margin:0;background:red"><noscript><style>body { background: green !important }</style></noscript>`;
    const further = site.page(
      "/further",
      `${shown}<script>fetch("/by-further")</script><select><option>a<option>b</select>`,
    );
    const reached = () => paths.filter((path) => site.received(path).length > 0);
    const steps = [{ goto: further }, { select: { target: "select", values: ["b"] } }];
    const captured = await browser.capture({ url, javascript: false }, { steps });
    expect(reached()).to.deep.equal([]);
    expect((await picture(captured)).at(200, 250)).to.deep.equal(green);
    await browser.capture({ url }, { steps });
    expect(reached()).to.deep.equal(paths);
  });

  it("still takes selectors, style sheets, whole pages and outputs", async () => {
    const url = browser.site.page(
      "/long",
      `<body style="margin:0"><div style="height:2000px">long</div><p id=gone style="background:red;height:50px">x</p><p id=end>end</p>
      <script>document.title = "changed"</script><title>plain</title>`,
    );
    const captured = await browser.capture(
      {
        url,
        javascript: false,
        waitForSelector: "#end",
        hideSelectors: ["#gone"],
        screenshot: { format: "png", quality: 80, fullPage: true },
      },
      {
        texts: { css: "#end { background: green; height: 100px }" },
        probe: "document.querySelector('#end').textContent",
      },
    );
    expect(captured.page.title).to.equal("plain");
    expect(captured.probed).to.equal("end");
    const { height, count } = await picture(captured);
    expect(height).to.be.greaterThan(2_000);
    expect(count((color) => color.join() === red.join())).to.equal(0);
    expect(count((color) => color.join() === green.join())).to.be.greaterThan(30_000);
  });
});
