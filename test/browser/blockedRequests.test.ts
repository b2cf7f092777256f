import { expect } from "chai";
import { createCapture } from "#activities/browser/capture/capture.ts";
import type { BrowserPool } from "#activities/browser/pool/pool.ts";
import { createLogger } from "#telemetry/logger.ts";
import { blockingOf, type TestBrowser, useBrowser } from "./support.ts";

const script = { headers: { "content-type": "text/javascript", "access-control-allow-origin": "*" } };
const vendor = "static.ads-twitter.com";
const blocking = blockingOf("ads");

/** A pool that records the protocol methods sent to its pages. */
function recordMethods(pool: BrowserPool, methods: string[]): BrowserPool {
  return {
    ...pool,
    policy: pool.policy,
    health: () => pool.health(),
    async lease(...args) {
      const lease = await pool.lease(...args);
      const send = lease.session.send.bind(lease.session);
      lease.session.send = (method, ...rest) => {
        methods.push(method);
        return send(method, ...rest);
      };
      return lease;
    },
  };
}

describe("capture: requests that are blocked", () => {
  // Desktop Chromium isolates sites by default; the headless shell only with the switch.
  for (const [how, extraArgs] of [
    ["frames in the page's process", []],
    ["out-of-process frames", ["--site-per-process"]],
  ] as const) {
    describe(`with ${how}`, () => {
      const browser = useBrowser({ everyName: true, extraArgs });

      const hosts = (path: string) => browser.site.received(path).map(({ host }) => host.split(":")[0]);

      it("are those of the page, its frames, their frames and their workers; the caller's headers go with the rest", async () => {
        const { site } = browser;
        for (const from of ["page", "frame", "inner", "worker", "frame-worker"])
          site.page(`/of-${from}.js`, "1", script);
        const fetchBoth = (from: string) =>
          `fetch("${site.url(`/of-${from}.js`, vendor)}").catch(() => 0); fetch("${site.url(`/of-${from}.js`, "frame.other.test")}").catch(() => 0)`;
        site.page("/worker.js", fetchBoth("worker"), script);
        site.page("/frame-worker.js", fetchBoth("frame-worker"), script);
        site.page("/inner", `<script>${fetchBoth("inner")}</script>`);
        site.page(
          "/frame",
          `<iframe src="${site.url("/inner", "inner.third.test")}"></iframe><script>${fetchBoth("frame")}; new Worker("/frame-worker.js")</script>`,
        );
        const url = site.page(
          "/page",
          `<iframe src="${site.url("/frame", "frame.other.test")}"></iframe><script>${fetchBoth("page")}; new Worker("/worker.js")</script>`,
        );
        const { page } = await browser.capture(
          { url, blocking, waitUntil: "networkidle0" },
          { headers: { "X-Token": "s3cret" } },
        );
        for (const from of ["page", "frame", "inner", "worker", "frame-worker"]) {
          expect(hosts(`/of-${from}.js`), from).to.deep.equal(["frame.other.test"]);
        }
        expect(page.blocked).to.deep.equal({ ads: 5 });
        const withToken = site.received().filter(({ headers }) => headers["x-token"] !== undefined);
        expect(withToken.map(({ path }) => path).toSorted()).to.deep.equal(["/page", "/worker.js"]);
      });

      it("are frames of a vendor, and their boxes collapse", async () => {
        const { site } = browser;
        site.page("/banner", `<body style="background:red">`);
        const url = site.page("/framed", `<p>Text</p><iframe src="${site.url("/banner", vendor)}"></iframe>`);
        const probe = `[document.querySelector("iframe").getClientRects().length, document.body.innerText]`;
        const { probed } = await browser.capture({ url, blocking }, { probe });
        expect(probed).to.deep.equal([0, "Text"]);
        expect(hosts("/banner")).to.deep.equal([]);
      });
    });
  }

  describe("leave alone", () => {
    const browser = useBrowser({ everyName: true });

    const requestedHosts = (path: string) => browser.site.received(path).map(({ host }) => host.split(":")[0]);

    it("the page itself, its redirects, and files of its own site", async () => {
      const { site } = browser;
      for (const path of ["/own.js", "/cousin.js"]) site.page(path, "1", script);
      site.page(
        "/jump",
        `<title>here</title><script src="/own.js"></script><script src="${site.url("/cousin.js", "ads.ads-twitter.com")}"></script>`,
      );
      const url = site.route("/start", (_request, response) =>
        response.writeHead(302, { location: site.url("/jump", vendor) }).end(),
      );
      const { page } = await browser.capture({ url, blocking });
      expect(page).to.deep.include({ title: "here", finalUrl: site.url("/jump", vendor), blocked: { ads: 0 } });
      expect([...requestedHosts("/own.js"), ...requestedHosts("/cousin.js")]).to.deep.equal([
        vendor,
        "ads.ads-twitter.com",
      ]);
    });

    it("names that only resemble a vendor's name", async () => {
      const { site } = browser;
      site.page("/look.js", "1", script);
      const hosts = [
        "notdoubleclick.net",
        "doubleclick.net.example.org",
        "ads.com",
        "pixel.org",
        "adsandmore.example.org",
      ];
      const url = site.page(
        "/looks",
        hosts.map((host) => `<script src="${site.url("/look.js", host)}"></script>`).join(""),
      );
      const { page } = await browser.capture({ url, blocking });
      expect(page.blocked).to.deep.equal({ ads: 0 });
      expect(requestedHosts("/look.js")).to.have.members(hosts);
    });

    it("data that a page shows, though a host that measures by its name serves it", async () => {
      const { site } = browser;
      site.page("/figures.json", `{"value": 42}`, {
        headers: { "content-type": "application/json", "access-control-allow-origin": "*" },
      });
      const url = site.page(
        "/shows",
        `<script>fetch("${site.url("/figures.json", "metrics.example.org")}").then((reply) => reply.json()).then(({ value }) => { document.title = value })</script>`,
      );
      const { page } = await browser.capture({ url, blocking, waitUntil: "networkidle0" });
      expect(page).to.deep.include({ title: "42", blocked: { ads: 0 } });
    });

    it("kinds that the request does not name", async () => {
      const { site } = browser;
      site.page("/widget.js", "1", script);
      const url = site.page(
        "/others",
        `<script src="${site.url("/widget.js", "embed.tawk.to")}"></script><div class="adsbygoogle"></div>`,
      );
      const { page } = await browser.capture({ url, blocking: blockingOf("popups", "accessibilityWidgets") });
      expect(requestedHosts("/widget.js")).to.deep.equal(["embed.tawk.to"]);
      expect(page.blocked).to.deep.equal({ popups: 0, accessibilityWidgets: 0 });
    });

    it("a job that blocks nothing: no request waits, and of the replies the document's alone", async () => {
      const methods: string[] = [];
      const ofDocument = ["Fetch.enable", "Fetch.continueRequest"];
      const logger = createLogger({ name: "test", level: "fatal" });
      const port = createCapture({ pool: recordMethods(browser.pool, methods), logger });
      const { url } = { url: browser.site.page("/plain", "plain <img src=/none.png>") };
      const captureWith = (spec: Parameters<TestBrowser["capture"]>[0]) => browser.captureBy(port, spec);
      await captureWith({ url });
      expect(methods.filter((method) => method.startsWith("Fetch."))).to.deep.equal(ofDocument);
      const calls = methods.filter((method) => method.startsWith("Runtime.")).length;
      methods.length = 0;
      // Consent dialogs are answered, so their requests are not intercepted.
      await captureWith({ url, blocking: blockingOf("cookieBanners") });
      expect(methods.filter((method) => method.startsWith("Fetch."))).to.deep.equal(ofDocument);
      expect(methods.filter((method) => method.startsWith("Runtime.")).length).to.be.greaterThan(calls);
      methods.length = 0;
      await captureWith({ url, blocking });
      expect(methods).to.include("Fetch.enable");
    });
  });
});
