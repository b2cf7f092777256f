import { expect } from "chai";
import type { ServerResponse } from "node:http";
import { failure, green, picture, useBrowser } from "./support.ts";

const attachment = { "content-type": "text/csv", "content-disposition": `attachment; filename="rows.csv"` };

/** Addresses that start something else than a document. */
const targets: ReadonlyArray<readonly [what: string, target: string]> = [
  ["a download", "/rows.csv"],
  ["a download after a redirect", "/to-rows"],
  ["a download of an address with a fragment", "/rows.csv#a"],
  ["a file of a type that is not shown", "/file.zip"],
  ["a PDF", "/paper.pdf"],
  ["a reply without content", "/no-content"],
  ["a reply without a change", "/not-modified"],
  ["mailto:", "mailto:someone@site.test"],
  ["tel:", "tel:+123"],
  ["an app", "shopapp://open/1"],
  ["an app after a redirect", "/to-app"],
];

describe("capture: pages that start something else than a document", () => {
  const browser = useBrowser();

  function serveTargets(): void {
    const { site } = browser;
    const reply =
      (status: number, headers: Record<string, string> = {}) =>
      (_request: unknown, response: ServerResponse) =>
        response.writeHead(status, headers).end(status === 200 ? "x" : "");
    site.route("/rows.csv", reply(200, attachment));
    site.route("/to-rows", reply(302, { location: "/rows.csv" }));
    site.route("/file.zip", reply(200, { "content-type": "application/zip" }));
    site.route("/paper.pdf", reply(200, { "content-type": "application/pdf" }));
    site.route("/no-content", reply(204));
    site.route("/not-modified", reply(304));
    site.route("/to-app", reply(302, { location: "shopapp://open/1" }));
  }

  const starts: ReadonlyArray<readonly [when: string, html: (target: string) => string, clicks: string[]]> = [
    ["while it loads", (to) => `<script>location.href = "${to}"</script>`, []],
    ["when it has loaded", (to) => `<script>onload = () => { location.href = "${to}" }</script>`, []],
    ["by a form", (to) => `<form action="${to}"></form><script>onload = () => document.forms[0].submit()</script>`, []],
    ["by a click", (to) => `<a href="${to}">go</a>`, ["a"]],
  ];
  for (const [what, target] of targets) {
    it(`${what}: the page is captured at once, with its own status`, async () => {
      serveTargets();
      const slow: string[] = [];
      for (const [when, html, clickSelectors] of starts) {
        const url = browser.site.page("/start", `<title>start</title><body style="background:green">${html(target)}`, {
          status: 201,
        });
        const startedAt = performance.now();
        const captured = await browser.capture({ url, clickSelectors });
        const seconds = (performance.now() - startedAt) / 1_000;
        if (seconds > 5) slow.push(`${when}: ${seconds.toFixed(1)} s`);
        expect(captured.page, when).to.deep.include({
          title: "start",
          statusCode: 201,
          finalUrl: url,
          contentType: "text/html; charset=utf-8",
          redirects: [],
        });
        expect((await picture(captured)).at(200, 150), when).to.deep.equal(green);
      }
      expect(slow).to.deep.equal([]);
    });
  }

  for (const [how, script] of [
    ["stops the navigation", `location = "/slow"; setTimeout(stop, 100)`],
    ["goes elsewhere instead", `location = "/slow"; setTimeout(() => { location = "/rows.csv" }, 100)`],
    [
      "opens an empty frame",
      `document.body.append(Object.assign(document.createElement("iframe"), { src: "/rows.csv" }))`,
    ],
  ] as const) {
    it(`a page that ${how} is captured at once`, async () => {
      serveTargets();
      browser.site.route("/slow", () => undefined);
      const url = browser.site.page("/start", `<title>start</title><script>onload = () => { ${script} }</script>`);
      const startedAt = performance.now();
      const { page } = await browser.capture({ url });
      expect(page).to.include({ title: "start", statusCode: 200 });
      expect(performance.now() - startedAt).to.be.below(5_000);
    });
  }

  it("follows a form that is sent when the page has loaded", async () => {
    browser.site.page("/sent", "<title>sent</title>");
    const url = browser.site.page(
      "/form",
      `<form action="/sent"></form><script>onload = () => document.forms[0].submit()</script>`,
    );
    expect((await browser.capture({ url })).page.title).to.equal("sent");
  });

  it("a click on a page that asks whether to leave leaves it", async () => {
    browser.site.page("/next", "<title>next</title>");
    const url = browser.site.page(
      "/asks",
      `<title>asks</title><a href="/next">go</a><script>onbeforeunload = (event) => { event.preventDefault(); return "stay" }</script>`,
    );
    const startedAt = performance.now();
    expect((await browser.capture({ url, clickSelectors: ["a"] })).page.title).to.equal("next");
    expect(performance.now() - startedAt).to.be.below(5_000);
  });
});

describe("capture: replies that show no document", () => {
  const browser = useBrowser();

  for (const status of [204, 205, 304]) {
    it(`${status} is unsupported_content with the status`, async () => {
      const url = browser.site.route("/none", (_request, response) => response.writeHead(status).end());
      const failed = await failure(browser.capture({ url }));
      expect(failed.code).to.equal("unsupported_content");
      expect(failed.message).to.include(`${status}`);
    });
  }

  for (const [what, location] of [
    ["mailto:", "mailto:someone@site.test"],
    ["an app", "shopapp://open/1"],
  ] as const) {
    it(`a redirect to ${what} is unsupported_content`, async () => {
      const url = browser.site.route("/away", (_request, response) => response.writeHead(302, { location }).end());
      expect((await failure(browser.capture({ url }))).code).to.equal("unsupported_content");
    });
  }

  it("early hints come before the document", async () => {
    const url = browser.site.route("/hints", (_request, response) => {
      response.writeEarlyHints({ link: "</style.css>; rel=preload; as=style" }, () =>
        response.writeHead(200, { "content-type": "text/html" }).end("<title>after hints</title>"),
      );
    });
    expect((await browser.capture({ url })).page).to.include({ statusCode: 200, title: "after hints" });
  });
});
