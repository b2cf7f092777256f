import { expect } from "chai";
import { standInUrl } from "#schemas/renders/texts.ts";
import { blue, green, picture, red, useBrowser, white } from "./support.ts";

describe("capture: the caller's style sheet, script and document", () => {
  const browser = useBrowser();
  const strict = { headers: { "content-security-policy": "default-src 'none'; style-src 'self'; script-src 'self'" } };

  describe("css", () => {
    it("applies past the page's security policy", async () => {
      const url = browser.site.page("/strict", `<body><p>text`, strict);
      const captured = await browser.capture({ url }, { texts: { css: "body { background: green }" } });
      expect((await picture(captured)).at(200, 150)).to.deep.equal(green);
    });

    it("waits for the pictures that it requests", async () => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path fill="blue" d="M0 0h9v9H0z"/></svg>`;
      browser.site.route("/tile.svg", (_request, response) => {
        setTimeout(() => response.writeHead(200, { "content-type": "image/svg+xml" }).end(svg), 400);
      });
      const css = `body { background: url("/tile.svg") }`;
      const captured = await browser.capture({ url: browser.site.page("/plain", `<body>`) }, { texts: { css } });
      expect((await picture(captured)).at(200, 150)).to.deep.equal(blue);
    });

    it("holds on the document to which a click leads", async () => {
      browser.site.page("/second", `<body>second`);
      const url = browser.site.page("/first", `<body><a href="/second">on</a>`);
      const texts = { css: "body { background: red }" };
      const captured = await browser.capture({ url, clickSelectors: ["a"] }, { texts });
      expect(captured.page.finalUrl).to.match(/\/second$/);
      expect((await picture(captured)).at(200, 150)).to.deep.equal(red);
    });
  });

  describe("script", () => {
    const run = (script: string, html = `<title>before</title><body>`) =>
      browser.capture({ url: browser.site.page("/page", html, strict), timeout: 12 }, { texts: { script } });

    it("runs in the page once it has loaded, past its security policy, and may await", async () => {
      const captured = await run(
        `await new Promise((done) => setTimeout(done, 200));
         document.title = [document.readyState, typeof process, globalThis.fromPage].join();
         document.body.style.background = "green";`,
        `<body>`,
      );
      expect(captured.page.title).to.equal("complete,undefined,");
      expect(captured.page).not.to.have.property("warnings");
      expect((await picture(captured)).at(200, 150)).to.deep.equal(green);
    });

    it("sees what the page's own scripts made", async () => {
      const url = browser.site.page("/own", `<body><script>var made = "by the page"</script>`);
      const captured = await browser.capture({ url }, { texts: { script: "document.title = made" } });
      expect(captured.page.title).to.equal("by the page");
    });

    for (const [what, script, message] of [
      ["throws", "document.title = 'changed'\nnull.x", "threw TypeError at line 2, column 6"],
      ["throws secrets", "throw 'canary'", "threw an error"],
      ["cannot be read", "this is not canary", /^threw SyntaxError at line 1, column \d+$/],
      ["rejects", "await Promise.reject(new RangeError('canary'))", /^threw RangeError at line 1, column 22$/],
    ] as const) {
      it(`one that ${what} is a warning without its text`, async () => {
        const { page, screenshot } = await run(script);
        expect(screenshot?.bytes.length).to.be.above(0);
        expect(page.title).to.equal(what === "throws" ? "changed" : "before");
        expect(page.warnings).to.have.length(1);
        expect(page.warnings?.[0]?.field).to.equal("script");
        expect(page.warnings?.[0]?.message).to.match(
          typeof message === "string" ? new RegExp(`^${message}$`) : message,
        );
      });
    }

    for (const [what, script] of [
      ["loops", "document.body.style.background = 'green'; while (true);"],
      ["waits for ever", "document.body.style.background = 'green'; await new Promise(() => {})"],
    ] as const) {
      it(`one that ${what} is cut, and the page is captured in time`, async () => {
        const startedAt = performance.now();
        const captured = await run(script);
        expect(performance.now() - startedAt).to.be.lessThan(12_500);
        expect((await picture(captured)).at(200, 150)).to.deep.equal(green);
        expect(captured.page.warnings?.[0]?.message).to.match(/^did not end within \d+(\.\d)? seconds; /);
      }).timeout(30_000);
    }

    it("may lead to another page, which is captured", async () => {
      browser.site.page("/next", `<title>next</title><body style="background:blue">`);
      const captured = await run(`location.href = "/next"`);
      expect(captured.page).to.include({ title: "next" });
      expect(captured.page).not.to.have.property("warnings");
      expect((await picture(captured)).at(200, 150)).to.deep.equal(blue);
    });
  });

  describe("html", () => {
    it("is shown without a request for its document, and its relative addresses start from the base", async () => {
      browser.site.page("/style.css", "body { background: green }", { headers: { "content-type": "text/css" } });
      const url = browser.site.url("/dir/page");
      const html = `<!doctype html><title>Größe</title><link rel=stylesheet href="/style.css"><p>text`;
      const captured = await browser.capture({ url }, { texts: { html } });
      expect(captured.page).to.deep.include({ finalUrl: url, statusCode: 200, title: "Größe", redirects: [] });
      expect((await picture(captured)).at(200, 150)).to.deep.equal(green);
      expect(browser.site.received("/dir/page")).to.have.length(0);
    });

    it("has the base's origin, its cookies and headers, and frames of its own address come from the site", async () => {
      const url = browser.site.page("/base", `<script>parent.document.title += "+frame"</script>`);
      browser.site.page("/data", "fetched");
      const html = `<iframe src="/base"></iframe><script>
        const load = fetch("/data").then((reply) => reply.text());
        onload = async () => { document.title = document.cookie + " " + (await load) + document.title }</script>`;
      const cookies = [{ name: "a", value: "b" }];
      const captured = await browser.capture(
        { url, waitUntil: "networkidle0" },
        { texts: { html }, cookies, headers: { "X-Team": "wf" } },
      );
      expect(captured.page.title).to.equal("a=b fetched+frame");
      expect(browser.site.received("/data")[0]?.headers).to.include({ "x-team": "wf", cookie: "a=b" });
    });

    it("has an origin of its own without a base, and reaches pictures by their addresses", async () => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"><path fill="red" d="M0 0h99v99H0z"/></svg>`;
      const src = browser.site.page("/red.svg", svg, { headers: { "content-type": "image/svg+xml" } });
      const html = `<body style="margin:0"><img src="${src}"><script>
        const storage = () => { try { return typeof localStorage } catch { return "no storage" } };
        document.title = [origin, storage()].join()</script>`;
      const captured = await browser.capture({ url: standInUrl }, { texts: { html } });
      expect(captured.page.title).to.equal("null,no storage");
      const shot = await picture(captured);
      expect([shot.at(50, 50), shot.at(200, 150)]).to.deep.equal([red, white]);
      expect(browser.site.received("/red.svg")[0]?.headers.referer).to.equal(undefined);
    });

    it("takes a document of 1 MB", async () => {
      const html = `<title>long</title><body style="background:green">${"<p>x".padEnd(1_000, " ").repeat(999)}`;
      const captured = await browser.capture({ url: standInUrl }, { texts: { html } });
      expect((await picture(captured)).at(200, 150)).to.deep.equal(green);
    });
  });
});
