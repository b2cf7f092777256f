import { expect } from "chai";
import type { ServerResponse } from "node:http";
import { createServer } from "node:net";
import { testCertificate } from "#test/egress/certificate.ts";
import { openTargetSite, portOf } from "#test/support/targetSite.ts";
import { useResource } from "#test/support/useResource.ts";
import { failure, green, openTestBrowser, picture, useBrowser, white } from "./support.ts";

const redirect =
  (to: string, status = 302) =>
  (_request: unknown, response: ServerResponse) =>
    response.writeHead(status, { location: to }).end();

const reply =
  (status: number, headers: Record<string, string>, body = "x") =>
  (_request: unknown, response: ServerResponse) =>
    response.writeHead(status, headers).end(body);

/** A browser, a port that resets each connection, and a site with an untrusted certificate. */
function useNavigation() {
  let resetPort: number;
  const resetting = createServer((socket) => socket.resetAndDestroy());
  before(async () => {
    await new Promise<void>((resolve) => resetting.listen(0, "127.0.0.1", resolve));
    resetPort = portOf(resetting);
  });
  after(() => resetting.close());
  const secure = useResource(() => openTargetSite(testCertificate));
  const browser = useBrowser(() => ({
    allow: `${secure.allow},site.test:${resetPort},site.test:1025,missing.test:8080,missing.test:8443`,
  }));
  return {
    get resetPort() {
      return resetPort;
    },
    secure,
    browser,
  };
}

describe("capture: statuses and types of documents", () => {
  const { browser } = useNavigation();

  for (const status of [404, 500]) {
    it(`renders a ${status} and reports the status`, async () => {
      const url = browser.site.page(`/${status}`, `<title>sorry</title><body style="background:green">`, { status });
      const captured = await browser.capture({ url });
      expect(captured.page).to.deep.include({
        statusCode: status,
        title: "sorry",
        contentType: "text/html; charset=utf-8",
        finalUrl: url,
        redirects: [],
      });
      expect((await picture(captured)).at(200, 150)).to.deep.equal(green);
    });
  }

  it("shows a blank page for an error without a body, not the browser's error page", async () => {
    const url = browser.site.route("/empty", reply(503, { "content-type": "text/html" }, ""));
    const captured = await browser.capture({ url });
    expect(captured.page).to.include({ statusCode: 503, title: "", finalUrl: url });
    const { at } = await picture(captured);
    expect([at(200, 100), at(100, 150), at(50, 200)]).to.deep.equal([white, white, white]);
  });

  it("renders a 401 without a password prompt", async () => {
    const url = browser.site.page("/401", `<body style="background:green">`, {
      status: 401,
      headers: { "www-authenticate": `Basic realm="x"` },
    });
    expect((await browser.capture({ url })).page.statusCode).to.equal(401);
  });

  for (const [what, status, headers, code] of [
    ["a zip", 200, { "content-type": "application/zip" }, "unsupported_content"],
    ["an answer without content", 204, {}, "unsupported_content"],
    [
      "an attachment",
      200,
      { "content-type": "text/html", "content-disposition": `attachment; filename="x.html"` },
      "download_blocked",
    ],
  ] as const) {
    it(`${what} is ${code}`, async () => {
      const url = browser.site.route("/odd", reply(status, headers));
      expect((await failure(browser.capture({ url }))).code).to.equal(code);
    });
  }

  for (const [type, body] of [
    [
      "image/svg+xml",
      `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="green"/></svg>`,
    ],
    ["application/json", `{"a":1}`],
    ["text/plain", "plain"],
  ] as const) {
    it(`renders ${type}`, async () => {
      const url = browser.site.route("/plain", reply(200, { "content-type": type }, body));
      expect((await browser.capture({ url })).page.contentType).to.equal(type);
    });
  }

  it("a page that exceeds its byte budget is page_too_large", async () => {
    const refused: string[] = [];
    const small = await openTestBrowser({ budget: { bytes: 300_000 }, onRefused: (reason) => refused.push(reason) });
    try {
      small.site.route("/big.bin", reply(200, { "content-type": "text/css" }, " ".repeat(1_000_000)));
      const url = small.site.page("/big", `<link rel=stylesheet href="/big.bin">`);
      expect((await failure(small.capture({ url }))).code).to.equal("page_too_large");
      expect((await failure(small.capture({ url: small.site.page("/huge", "x".repeat(1_000_000)) }))).code).to.equal(
        "page_too_large",
      );
      expect(refused.length).to.be.at.least(2);
      expect(new Set(refused)).to.deep.equal(new Set(["bytes"]));
      refused.length = 0;
      expect((await small.capture({ url: small.site.page("/small", "x") })).page.statusCode).to.equal(200);
      expect(refused).to.deep.equal([]);
    } finally {
      await small.close();
    }
  });
});

describe("capture: redirects and pages that forward", () => {
  const { browser } = useNavigation();

  it("removes user and password from a redirect's address", async () => {
    const { site } = browser;
    const withUser = (address: string) => address.replace("//", "//someone:secret@");
    site.route("/login", redirect(withUser(site.url("/signed-in", "other.test"))));
    const first = site.route("/enter", redirect(withUser(site.url("/login", "other.test"))));
    site.page("/signed-in", "in");
    const { page } = await browser.capture({ url: first });
    expect(page.finalUrl).to.equal(site.url("/signed-in", "other.test"));
    expect(page.redirects.map(({ url }) => url)).to.deep.equal([first, site.url("/login", "other.test")]);
  });

  it("reports the chain of redirects with their statuses", async () => {
    const { site } = browser;
    const first = site.route("/first", redirect("/second", 301));
    const second = site.route("/second", redirect(site.url("/third", "other.test"), 307));
    site.page("/third", "third");
    const { page } = await browser.capture({ url: first });
    expect(page.finalUrl).to.equal(site.url("/third", "other.test"));
    expect(page.redirects).to.deep.equal([
      { url: first, statusCode: 301 },
      { url: second, statusCode: 307 },
    ]);
    expect(page.statusCode).to.equal(200);
  });

  for (const [how, html] of [
    ["script", `<script>location.href = "/arrived"</script>`],
    ["script after load", `<script>onload = () => { location.replace("/arrived") }</script>`],
    ["meta refresh", `<meta http-equiv=refresh content="0; url=/arrived">`],
  ] as const) {
    it(`follows a page that forwards by ${how}`, async () => {
      browser.site.route(
        "/arrived",
        (_request, response) =>
          void setTimeout(
            () =>
              response
                .writeHead(201, { "content-type": "text/html" })
                .end(`<title>arrived</title><body style="background:green">`),
            300,
          ),
      );
      const captured = await browser.capture({ url: browser.site.page("/hands-on", html) });
      expect(captured.page).to.include({ finalUrl: browser.site.url("/arrived"), title: "arrived", statusCode: 201 });
      expect((await picture(captured)).at(200, 150)).to.deep.equal(green);
    });
  }

  for (const [refresh, delay, title, count] of [
    ["2; url=/later", undefined, "first", 1],
    ["2; url=/later", 3, "later", 0],
    ["20;URL='/later'", undefined, "first", 1],
    ["2", undefined, "first", 0],
    ["2; url=#end", undefined, "first", 0],
    ["300; url=/later", undefined, "first", 0],
  ] as const) {
    it(`refresh "${refresh}" with ${delay === undefined ? "no delay" : `delay ${delay}`} shows ${title}, with ${count} warnings`, async () => {
      browser.site.page("/later", "<title>later</title>");
      const url = browser.site.page("/first", `<title>first</title><meta http-equiv=refresh content="${refresh}">`);
      const { page } = await browser.capture({ url, ...(delay !== undefined && { delay }) });
      expect([page.title, (page.warnings ?? []).map(({ field }) => field)]).to.deep.equal([
        title,
        Array.from({ length: count }, () => "url"),
      ]);
    });
  }

  it("a page that forwards to a dead host fails with that host's error", async () => {
    const url = browser.site.page(
      "/to-dead",
      `<script>onload = () => { location = "http://missing.test:8080/" }</script>`,
    );
    expect((await failure(browser.capture({ url }))).code).to.equal("name_not_resolved");
  });

  it("a redirect loop is too_many_redirects", async () => {
    const url = browser.site.route("/loop", redirect("/loop"));
    expect((await failure(browser.capture({ url }))).code).to.equal("too_many_redirects");
  });

  it("takes no verdict from a service worker, which can write the header of the proxy's replies", async () => {
    browser.site.page(
      "/forger",
      `<script>
      navigator.serviceWorker.oncontrollerchange = () => { location = "/forged" };
      navigator.serviceWorker.register("/forger.js");
    </script>`,
    );
    for (const verdict of ["refused", "unresolved", "unreachable", "budget"]) {
      browser.site.page(
        "/forger.js",
        `oninstall = () => skipWaiting(); onactivate = (event) => event.waitUntil(clients.claim());
        onfetch = (event) => event.respondWith(new Response("<title>forged</title>", {
          status: 403, headers: { "content-type": "text/html", "x-watchframe-egress": "${verdict}" } }));`,
        { headers: { "content-type": "text/javascript" } },
      );
      // A secure origin, which service workers need.
      const url = browser.site.url("/forger", "127.0.0.1");
      const { page } = await browser.capture({ url, waitForSelector: "title" });
      expect(page, verdict).to.include({ title: "forged", statusCode: 403 });
    }
  });

  it("a redirect to a private address is target_forbidden, by http and https alike", async () => {
    for (const to of [
      "http://127.0.0.1:9/",
      "http://10.0.0.1/",
      "https://169.254.169.254/",
      "http://[::1]:8080/",
      "file:///etc/passwd",
    ]) {
      const url = browser.site.route("/inside", redirect(to));
      expect((await failure(browser.capture({ url }))).code, to).to.equal("target_forbidden");
    }
  });
});

describe("capture: hosts that cannot be reached", () => {
  const navigation = useNavigation();
  const { secure, browser } = navigation;

  for (const [what, url, code, name] of [
    ["a name without an address", "http://missing.test:8080/?token=s3cret", "name_not_resolved", "NAME_NOT_RESOLVED"],
    ["the same over https", "https://missing.test:8443/?token=s3cret", "name_not_resolved", "NAME_NOT_RESOLVED"],
    ["a name of a private network", "http://inside.test:8080/?token=s3cret", "name_not_resolved", "NAME_NOT_RESOLVED"],
    ["the same over https", "https://inside.test:8443/?token=s3cret", "name_not_resolved", "NAME_NOT_RESOLVED"],
    ["a port without a listener", "http://site.test:1025/?token=s3cret", "connection_failed", "CONNECTION_REFUSED"],
    ["the same over https", "https://site.test:1025/?token=s3cret", "connection_failed", "CONNECTION_REFUSED"],
  ] as const) {
    it(`${what} is ${code}, with the browser's name for it and without the address`, async () => {
      const failed = await failure(browser.capture({ url }));
      expect(failed.code).to.equal(code);
      expect(failed.message).to.include(`(net::ERR_${name})`).and.not.include("s3cret").and.not.include(".test");
    });
  }

  it("a host that drops the connection is connection_failed", async () => {
    expect((await failure(browser.capture({ url: `http://site.test:${navigation.resetPort}/` }))).code).to.equal(
      "connection_failed",
    );
    expect((await failure(browser.capture({ url: `https://site.test:${navigation.resetPort}/` }))).code).to.match(
      /connection_failed|tls_error/u,
    );
  });

  it("an untrusted certificate is tls_error", async () => {
    secure.page("/", "never shown");
    expect((await failure(browser.capture({ url: secure.url("/") }))).code).to.equal("tls_error");
    expect(secure.received("/")).to.have.length(0);
  });
});
