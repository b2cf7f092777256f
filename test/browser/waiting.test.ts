import { expect } from "chai";
import type { ServerResponse } from "node:http";
import { failure, fullPage, green, picture, useBrowser, white } from "./support.ts";

/** A browser and a site with slow parts. */
function useSlowSite() {
  const browser = useBrowser();
  const paint = "document.body.style.background = 'green'";
  /** Adds a route that answers with an empty script after the given time. */
  function slow(path: string, milliseconds: number): void {
    browser.site.route(
      path,
      (_request, response) =>
        void setTimeout(() => response.writeHead(200, { "content-type": "text/javascript" }).end(""), milliseconds),
    );
  }
  return { browser, paint, slow };
}

describe("capture: waiting for parts", () => {
  const { browser, paint, slow } = useSlowSite();

  it("domcontentloaded does not wait for images, load does", async () => {
    slow("/slow.png", 700);
    const url = browser.site.page(
      "/images",
      `<body><img src="/slow.png"><script>onload = () => { document.title = "loaded" }</script>`,
    );
    expect((await browser.capture({ url, waitUntil: "domcontentloaded", screenshot: null })).page.title).to.equal("");
    expect((await browser.capture({ url, waitUntil: "load", screenshot: null })).page.title).to.equal("loaded");
  });

  it("networkidle0 waits for a script's requests after load, load does not", async () => {
    slow("/data", 1_500);
    const url = browser.site.page(
      "/fetches",
      `<body><script>onload = () => fetch("/data").then(() => { ${paint} })</script>`,
    );
    expect((await picture(await browser.capture({ url, waitUntil: "load" }))).at(200, 150)).to.deep.equal(white);
    expect((await picture(await browser.capture({ url, waitUntil: "networkidle0" }))).at(200, 150)).to.deep.equal(
      green,
    );
  });

  it("networkidle2 tolerates two connections that never end, networkidle0 does not", async () => {
    const open: ServerResponse[] = [];
    browser.site.route("/stream", (_request, response) => {
      open.push(response);
      response.writeHead(200, { "content-type": "text/event-stream" }).write(":\n\n");
    });
    const url = browser.site.page(
      "/streams",
      `<title>two</title><body><script>for (const i of [1, 2]) new EventSource("/stream?" + i); ${paint}</script>`,
    );
    const two = await browser.capture({ url, waitUntil: "networkidle2", timeout: 8 });
    expect(two.page.timedOut).to.equal(undefined);
    const none = await browser.capture({ url, waitUntil: "networkidle0", timeout: 2.5 });
    expect(none.page).to.include({ timedOut: true, statusCode: 200, title: "two" });
    expect((await picture(none)).at(200, 150)).to.deep.equal(green);
    for (const response of open) response.end();
  });

  it("fonts, images in view and animations have finished", async () => {
    const url = browser.site.page(
      "/animated",
      `<style>@keyframes show { from { opacity: 0 } } div { height: 300px; background: green; animation: show 5s }
        @keyframes pulse { 50% { background: red } } p { animation: pulse 1s infinite; background: green; height: 100px; margin: 0 }</style>
       <body style="margin:0"><p></p><div></div>`,
    );
    const { at } = await picture(await browser.capture({ url }));
    expect([at(10, 50), at(10, 200)]).to.deep.equal([green, green]);
  });

  it("pages without motion give the same bytes each time", async () => {
    const url = browser.site.page(
      "/still",
      `<body><h1>Still</h1><input autofocus><p style="animation:x 1s infinite">Text</p>`,
    );
    const shots = [await browser.capture({ url }), await browser.capture({ url }), await browser.capture({ url })];
    const distinct = new Set(shots.map(({ screenshot }) => screenshot?.bytes.toString("base64")));
    expect(distinct.size).to.equal(1);
  });
});

describe("capture: deadlines", () => {
  const { browser } = useSlowSite();

  it("a page with an image that never comes is captured at the deadline and marked as timed out", async () => {
    browser.site.route("/never.png", () => undefined);
    const url = browser.site.page(
      "/hangs",
      `<title>hangs</title><body style="background:green"><img src="/never.png">`,
    );
    const startedAt = performance.now();
    const captured = await browser.capture({ url, timeout: 2.5 });
    expect(performance.now() - startedAt).to.be.within(1_500, 2_600);
    expect(captured.page).to.include({ timedOut: true, title: "hangs" });
    expect((await picture(captured)).at(200, 250)).to.deep.equal(green);
  });

  it("a document with an endless body is captured up to the received part", async () => {
    const url = browser.site.route("/body", (_request, response) => {
      response
        .writeHead(200, { "content-type": "text/html" })
        .write(`<title>half</title><body style="background:green">${" ".repeat(4_096)}`);
    });
    const captured = await browser.capture({ url, timeout: 2.5 });
    expect(captured.page).to.include({ timedOut: true, title: "half" });
    expect((await picture(captured)).at(200, 250)).to.deep.equal(green);
  });

  it("a document that never comes is navigation_timeout, at the deadline", async () => {
    const url = browser.site.route("/silence", () => undefined);
    const startedAt = performance.now();
    const { code, message } = await failure(browser.capture({ url, timeout: 2 }));
    expect([code, message]).to.deep.equal([
      "navigation_timeout",
      "The page's document did not arrive in time. It had 1.4 of 2 seconds; the rest is reserved for the capture.",
    ]);
    expect(performance.now() - startedAt).to.be.within(1_000, 2_200);
  });

  it("a late document leaves two seconds for the picture, also with fullPage and with missing parts", async () => {
    browser.site.route("/never-late.png", () => undefined);
    const late = (path: string, rest: string) =>
      browser.site.route(path, (_request, response) => {
        const html = `<title>late</title><body style="background:green">${rest}`;
        setTimeout(() => response.writeHead(200, { "content-type": "text/html" }).end(html), 9_000);
      });
    const light = late("/late", "");
    const startedAt = performance.now();
    const captured = await Promise.all([
      browser.capture({ url: light, timeout: 12 }),
      browser.capture({ url: light, timeout: 12, ...fullPage }),
      browser.capture({ url: late("/late-and-slow", `<img src="/never-late.png">`), timeout: 12, ...fullPage }),
    ]);
    expect(performance.now() - startedAt).to.be.within(9_000, 12_100);
    expect(captured.map(({ page }) => [page.title, page.timedOut])).to.deep.equal([
      ["late", undefined],
      ["late", undefined],
      ["late", true],
    ]);
    for (const each of captured) expect((await picture(each)).at(200, 150)).to.deep.equal(green);
  });
});
