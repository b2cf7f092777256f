import { expect } from "chai";
import sharp from "sharp";
import { blue, failure, green, picture, red, useBrowser, white } from "./support.ts";

describe("capture: the device of the page", () => {
  const browser = useBrowser();

  it("draws exactly the viewport", async () => {
    const url = browser.site.page("/size", `<body style="margin:0;height:3000px;background:red">`);
    const captured = await browser.capture({ url, viewport: { width: 640, height: 360 } });
    const { width, height, at } = await picture(captured);
    expect([width, height]).to.deep.equal([640, 360]);
    expect(captured.screenshot).to.include({ width: 640, height: 360, format: "png" });
    expect(at(639, 359)).to.deep.equal(red);
  });

  it("reports the same size for screen and window at any viewport", async () => {
    const url = browser.site.page("/screen", "x");
    const probe = "[innerWidth, innerHeight, screen.width, screen.height, devicePixelRatio]";
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
      [320, 480],
    ] as const) {
      const { probed, screenshot } = await browser.capture({ url, viewport: { width, height } }, { probe });
      expect(probed).to.deep.equal([width, height, width, height, 1]);
      expect(screenshot).to.include({ width, height });
    }
  });

  it("is a device: scale, screen, touch and user agent", async () => {
    const url = browser.site.page(
      "/device",
      `<meta name=viewport content="width=device-width"><body style="margin:0;background:blue">`,
    );
    const probe =
      "({ ratio: devicePixelRatio, width: innerWidth, touch: navigator.maxTouchPoints > 0 && 'ontouchstart' in window })";
    const captured = await browser.capture({ url, device: "iphone-15-pro" }, { probe });
    expect(captured.probed).to.deep.equal({ ratio: 3, width: 393, touch: true });
    expect(captured.screenshot).to.include({ width: 393 * 3, height: 659 * 3 });
    expect(browser.site.received("/device")[0]?.headers["user-agent"]).to.include("iPhone");
    expect((await picture(captured)).at(1100, 1900)).to.deep.equal(blue);
  });

  it("knows desktop screens too", async () => {
    const url = browser.site.page("/retina", `<title>x</title>`);
    const captured = await browser.capture({ url, device: "laptop-retina" });
    expect(captured.screenshot).to.include({ width: 2880, height: 1800 });
  });

  it("does not reveal headless mode to the page, its frames or its workers", async () => {
    const { site } = browser;
    const script = { headers: { "content-type": "text/javascript" } };
    const paths = [
      "/agent",
      "/agent/frame",
      "/agent/part",
      "/agent/worker.js",
      "/agent/from-worker",
      "/agent/service.js",
      "/agent/from-service",
    ];
    site.page(
      "/agent",
      `<iframe src="${site.url("/agent/frame", "other.test")}"></iframe><script>navigator.serviceWorker.register("/agent/service.js")</script>`,
    );
    site.page("/agent/frame", `<img src="/agent/part"><script>new Worker("/agent/worker.js")</script>`);
    site.page("/agent/worker.js", `fetch("/agent/from-worker?" + navigator.userAgent)`, script);
    site.page("/agent/service.js", `oninstall = () => fetch("/agent/from-service?" + navigator.userAgent)`, script);
    const probe = "({ agent: navigator.userAgent, brands: navigator.userAgentData.brands.map(({ brand }) => brand) })";
    // A secure origin, which service workers and client hints need.
    const captured = await browser.capture(
      { url: site.url("/agent", "127.0.0.1"), waitUntil: "networkidle0" },
      { probe },
    );
    for (const path of paths) {
      const [request] = site.received(path);
      expect(request?.headers["user-agent"], path).to.match(/Chrome\/\d+\.0\.0\.0 /u);
      expect(request?.headers["accept-language"], path).to.include("en-US");
      expect(JSON.stringify(request), path).to.not.match(/headless/iu);
    }
    expect(site.received("/agent")[0]?.headers).to.have.property("sec-ch-ua");
    expect(JSON.stringify(captured.probed))
      .to.include("Chromium")
      .and.not.match(/headless/iu);
  });

  for (const [theme, color] of [
    ["light", white],
    ["dark", green],
  ] as const) {
    it(`prefers the ${theme} theme`, async () => {
      const html = `<style>@media (prefers-color-scheme: dark) { body { background: green } }</style><body>`;
      const url = browser.site.page("/theme", html);
      expect((await picture(await browser.capture({ url, theme }))).at(200, 150)).to.deep.equal(color);
    });
  }
});

describe("capture: the picture and its stages", () => {
  const browser = useBrowser();

  it("returns jpg of the given quality, and png", async () => {
    const url = browser.site.page(
      "/format",
      `<body style="background:linear-gradient(45deg,red,blue,green,yellow)"><h1>Some text</h1>`,
    );
    const shot = async (format: "jpg" | "png", quality: number) => {
      const { screenshot } = await browser.capture({ url, screenshot: { format, quality, fullPage: false } });
      const bytes = screenshot?.bytes ?? Buffer.alloc(0);
      return { format: (await sharp(bytes).metadata()).format, length: bytes.length };
    };
    const [poor, fine, lossless] = [await shot("jpg", 10), await shot("jpg", 95), await shot("png", 80)];
    expect([poor.format, fine.format, lossless.format]).to.deep.equal(["jpeg", "jpeg", "png"]);
    expect(fine.length).to.be.greaterThan(poor.length * 1.5);
  });

  it("takes no picture when `screenshot` is null", async () => {
    const url = browser.site.page("/none", `<title>only text</title>`);
    const captured = await browser.capture({ url, screenshot: null });
    expect(captured).to.deep.include({ screenshot: null, probed: null });
    expect(captured.page.title).to.equal("only text");
  });

  it("reports its stages in order with their durations", async () => {
    const url = browser.site.page("/stages", `x`);
    const stages: string[] = [];
    const { timings } = await browser.capture({ url }, { probe: "1", onStage: (stage) => stages.push(stage) });
    expect(stages).to.deep.equal(["navigating", "capturing", "extracting"]);
    expect(timings.navigation).to.be.greaterThan(0);
    expect(timings.capture).to.be.greaterThan(0);
  });
});

describe("capture: isolation of jobs", () => {
  const browser = useBrowser();

  it("sends cookies only to the host unless a domain is given", async () => {
    const { site } = browser;
    site.page("/cookies/other", "x");
    const url = site.page("/cookies", `<img src="${site.url("/cookies/other", "other.test")}">`);
    await browser.capture(
      { url },
      {
        cookies: [
          { name: "session", value: "c00kie" },
          { name: "wide", value: "w", domain: "site.test", path: "/" },
        ],
      },
    );
    expect(site.received("/cookies")[0]?.headers.cookie).to.include("session=c00kie").and.to.include("wide=w");
    expect(site.received("/cookies/other")[0]?.headers.cookie).to.equal(undefined);
  });

  it("isolates jobs: no storage of one job reaches the next", async () => {
    const url = browser.site.page(
      "/storage",
      `<script>document.title = localStorage.seen ?? "new"; localStorage.seen = "old"; document.cookie = "left=1"</script>`,
    );
    const titles = [await browser.capture({ url }), await browser.capture({ url })].map(({ page }) => page.title);
    expect(titles).to.deep.equal(["new", "new"]);
    expect(browser.site.received("/storage").map(({ headers }) => headers.cookie)).to.deep.equal([
      undefined,
      undefined,
    ]);
  });

  it("refuses private addresses and schemes other than http and https before any request", async () => {
    for (const url of [
      "file:///etc/passwd",
      "chrome://version",
      "data:text/html,x",
      "http://127.0.0.1:1/",
      "http://169.254.169.254/",
    ]) {
      expect((await failure(browser.capture({ url }))).code, url).to.equal("target_forbidden");
    }
  });
});
