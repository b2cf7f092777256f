import { expect } from "chai";
import sharp from "sharp";
import type { CapturedPage } from "#activities/ports.ts";
import type { RenderSpec } from "#schemas/renders/render.ts";
import { testCertificate } from "../egress/certificate.ts";
import { openTargetSite } from "../support/targetSite.ts";
import { useResource } from "../support/useResource.ts";
import { failure, fullPage, green, picture, useBrowser } from "./support.ts";

/** Complements `hostile.test.ts` and `navigation.test.ts`. */
let pages = 0;

/** A browser and a site with parts that never come, loop or ask. After each test, the next job must work. */
function useRuleBreakers() {
  const secure = useResource(() => openTargetSite(testCertificate));
  const browser = useBrowser(() => ({ allow: secure.allow }));
  before(() => {
    const { site } = browser;
    site.route("/never", () => undefined);
    site.page("/worker.js", "while (true);", { headers: { "content-type": "text/javascript" } });
    site.page("/poll", "x");
    site.route("/nested", (request, response) => {
      const depth = Number(new URL(request.url ?? "", "http://x").searchParams.get("depth"));
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<iframe src="/nested?depth=${depth + 1}"></iframe>`);
    });
    for (const status of [401, 407])
      site.page(`/asks-${status}`, "who are you?", {
        status,
        headers: { "www-authenticate": `Basic realm="x"`, "proxy-authenticate": `Basic realm="x"` },
      });
    site.route("/other-self", (_request, response) => response.writeHead(302, { location: "/self-other" }).end());
    site.route("/self-other", (_request, response) => response.writeHead(302, { location: "/other-self" }).end());
  });
  afterEach("whatever it was, the next job works", async () => {
    const next = await browser.capture({ url: browser.site.page("/next", `<title>next</title>`), screenshot: null });
    expect(next.page.title).to.equal("next");
  });
  const body = `<body style="margin:0;background:green">`;
  const shoot = (html: string, spec: Partial<RenderSpec> = {}): Promise<CapturedPage> =>
    browser.capture({ url: browser.site.page(`/page-${(pages += 1)}`, html), timeout: 10, ...spec });
  return {
    secure,
    browser,
    body,
    shoot,
  };
}

describe("capture: pages that break rules", () => {
  const { secure, browser, body, shoot } = useRuleBreakers();

  for (const [what, html] of [
    [
      "has images and frames that ask who one is",
      `${body}<img src="/asks-401"><iframe src="/asks-401" hidden></iframe><img src="/asks-407">`,
    ],
    ["has parts that redirect in a loop", `${body}<img src="/other-self"><link rel=stylesheet href="/self-other">`],
    ["has a worker that spins", `${body}<script>new Worker("/worker.js")</script>`],
    ["spins when it is left", `${body}<script>onpagehide = onunload = () => { while (true); }</script>`],
    [
      "rewrites its history all the time",
      `${body}<script>setInterval(() => { history.pushState(0, "", "?" + Math.random()); location.hash = Math.random() }, 0)</script>`,
    ],
    [
      "throws all the time",
      `${body}<script>onerror = null; setInterval(() => { throw new Error("again") }, 0); Promise.reject(new Error("never caught"))</script>`,
    ],
    [
      "writes to the console without end",
      `${body}<script>setInterval(() => { for (let i = 0; i < 500; i += 1) console.log("x".repeat(1000)) }, 0)</script>`,
    ],
    [
      "writes to the console of a frame without end",
      `${body}<iframe hidden srcdoc="<script>setInterval(() => { for (let i = 0; i < 500; i += 1) console.error('x'.repeat(1000)) }, 0)</script>"></iframe>`,
    ],
    [
      "counts on the console without end",
      `${body}<script>setInterval(() => { for (let i = 0; i < 500; i += 1) console.count("x".repeat(1000)) }, 0)</script>`,
    ],
    [
      "replaces what every page is built with",
      `${body}<script>for (const name of ["requestAnimationFrame", "setTimeout", "Promise", "CSSStyleSheet", "JSON", "Map", "MutationObserver"]) try { window[name] = undefined } catch {} Element.prototype.getBoundingClientRect = document.getAnimations = document.querySelectorAll = () => { throw 1 }</script>`,
    ],
    ["holds a debugger statement", `${body}<script>debugger; setInterval(() => { debugger }, 10)</script>`],
    [
      "has a picture of a million pixels a side",
      `${body}<svg width=1000000 height=10 style="position:absolute;left:500px"></svg><canvas width=60000 height=60000 hidden></canvas>`,
    ],
  ] as const) {
    it(`one that ${what} is captured`, async () => {
      const captured = await shoot(html);
      expect((await picture(captured)).at(350, 280)).to.deep.equal(green);
      expect(captured.page.timedOut).to.equal(undefined);
    });
  }

  it("captures a page without its parts from hosts with an untrusted certificate", async () => {
    secure.page("/part.css", "body { background: red !important }", { headers: { "content-type": "text/css" } });
    const captured = await shoot(`<link rel=stylesheet href="${secure.url("/part.css")}">${body}`);
    expect((await picture(captured)).at(200, 150)).to.deep.equal(green);
  });

  it("pictures, XML and JSON are shown, also with fullPage", async () => {
    const image = await sharp({ create: { width: 700, height: 900, channels: 3, background: "#008000" } })
      .png()
      .toBuffer();
    const serve = (path: string, type: string, content: string | Buffer) =>
      browser.site.route(path, (_request, response) => response.writeHead(200, { "content-type": type }).end(content));
    const shown = await picture(await browser.capture({ url: serve("/i.png", "image/png", image) }));
    expect(shown.at(200, 150)).to.deep.equal(green);
    for (const [type, content] of [
      ["application/json", JSON.stringify({ list: Array.from({ length: 200 }, (_, index) => index) }, null, 2)],
      ["application/xml", `<list>${"<entry>one</entry>".repeat(100)}</list>`],
      [
        "image/svg+xml",
        `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="800"><rect width="300" height="800" fill="green"/></svg>`,
      ],
      ["text/plain; charset=utf-8", "line\n".repeat(200)],
    ] as const) {
      const captured = await browser.capture({ url: serve("/content", type, content), ...fullPage });
      expect(captured.screenshot?.height, type).to.be.greaterThan(700);
      expect(captured.page.contentType).to.equal(type);
    }
  });

  for (const type of ["application/pdf", "application/octet-stream", "application/msword", "font/woff2"]) {
    it(`${type} is unsupported_content, and the message names the type`, async () => {
      const url = browser.site.route("/file", (_request, response) =>
        response.writeHead(200, { "content-type": type }).end("%PDF-1.7"),
      );
      const { code, message } = await failure(browser.capture({ url }));
      expect(code).to.equal("unsupported_content");
      expect(message).to.include(type);
    });
  }
});

describe("capture: pages that never finish", () => {
  const { browser, body, shoot } = useRuleBreakers();

  for (const [what, html, spec] of [
    [
      "asks its server again and again",
      `${body}<script>setInterval(() => fetch("/poll?" + Math.random()), 50)</script>`,
      { waitUntil: "networkidle0" },
    ],
    ["waits for an image, as a whole page", `${body}<div style="height:900px"></div><img src="/never">`, fullPage],
    [
      "waits for a style sheet",
      `${body}<p>text</p><script>setTimeout(() => { const link = document.createElement("link"); link.rel = "stylesheet"; link.href = "/never"; document.head.append(link) })</script>`,
      { waitUntil: "networkidle2" },
    ],
    [
      "has frames in frames without end",
      `${body}<iframe src="/nested?depth=0" style="width:50px;height:50px"></iframe>`,
      { waitUntil: "networkidle0" },
    ],
    [
      "grows without end",
      `${body}<script>setInterval(() => { for (let i = 0; i < 50; i += 1) document.body.append(document.createElement("i")); fetch("/poll") }, 20)</script>`,
      { waitUntil: "networkidle0" },
    ],
  ] as const) {
    it(`one that ${what} is captured in time`, async () => {
      const startedAt = performance.now();
      const captured = await shoot(html, { ...spec, timeout: 4 });
      expect(performance.now() - startedAt).to.be.lessThan(5_000);
      expect((await picture(captured)).at(350, 280)).to.deep.equal(green);
      if (!what.includes("style sheet") && !what.includes("frames")) expect(captured.page.timedOut).to.equal(true);
    });
  }

  for (const [what, start] of [
    ["has sent nothing of its document yet", ""],
    ["stops in the middle of its head", `<!doctype html><title>begun</title><meta name=author content=Ada>`],
    ["waits for a script in its head", `<!doctype html><title>begun</title><script src="/never"></script>${body}`],
  ] as const) {
    it(`one that ${what} is captured, empty`, async () => {
      const url = browser.site.route(`/begun-${(pages += 1)}`, (_request, response) => {
        response.writeHead(200, { "content-type": "text/html" }).write(start.padEnd(4_096));
      });
      const probe = `({ title: document.title, authors: document.querySelectorAll("[name=author]").length })`;
      const captured = await browser.capture({ url, timeout: 4 }, { probe });
      expect((await picture(captured)).at(350, 280)).to.deep.equal([255, 255, 255]);
      expect(captured.page.timedOut).to.equal(true);
      const title = start === "" ? "" : "begun";
      expect(captured.probed).to.deep.equal({ title, authors: start.includes("Ada") ? 1 : 0 });
    });
  }
});

describe("capture: pages that reload or redirect without end", () => {
  const { browser, body, shoot } = useRuleBreakers();

  for (const [what, script] of [
    ["before it has loaded", `location.reload()`],
    ["as often as it can", `setInterval(() => location.reload(), 0)`],
    ["once it has drawn a frame", `requestAnimationFrame(() => requestAnimationFrame(() => location.reload()))`],
    ["in a frame and itself", `document.write("<iframe src=/next hidden></iframe>"); onload = () => location.reload()`],
  ] as const) {
    it(`one that reloads itself ${what} is captured in time, also with fullPage`, async () => {
      const html = `${body}<div style="height:900px"></div><script>${script}</script>`;
      const all = await Promise.all([shoot(html), shoot(html, fullPage)]);
      for (const captured of all) expect((await picture(captured)).at(350, 280)).to.deep.equal(green);
      expect(all[1].screenshot?.height).to.equal(900);
    });
  }

  it("one that redirects endlessly is too_many_redirects by HTTP, and captured by script", async () => {
    expect((await failure(browser.capture({ url: browser.site.url("/other-self") }))).code).to.equal(
      "too_many_redirects",
    );
    browser.site.page("/ping", `${body}<script>location.replace("/pong")</script>`);
    browser.site.page("/pong", `${body}<script>location.replace("/ping")</script>`);
    const captured = await browser.capture({ url: browser.site.url("/ping"), timeout: 6 });
    expect((await picture(captured)).at(200, 150)).to.deep.equal(green);
  });
});
