import { expect } from "chai";
import { failure, useBrowser } from "./support.ts";

/** Milliseconds by which each event of a reply's headers is held back. A later reply may come later still. */
const delaysMs = [1_200, 1_800];

describe("capture: the browser tells of a reply's headers late", () => {
  const browser = useBrowser();

  before(() => {
    const { pool } = browser;
    const lease = pool.lease.bind(pool);
    pool.lease = async (...options) => {
      const taken = await lease(...options);
      const { session } = taken;
      const emit = session.emit.bind(session);
      let count = 0;
      session.emit = (type, event) => {
        if (type !== "Network.responseReceivedExtraInfo") return emit(type, event);
        const delayMs = delaysMs[Math.min(count, delaysMs.length - 1)];
        count += 1;
        setTimeout(() => emit(type, event), delayMs);
        return true;
      };
      return taken;
    };
  });

  for (const to of ["https://169.254.169.254/", "https://10.0.0.1/", "https://[::1]:8080/#part", "http://10.0.0.1/"]) {
    it(`a redirect to ${to} is target_forbidden`, async () => {
      const url = browser.site.route("/inside", (_, response) => response.writeHead(302, { location: to }).end());
      expect((await failure(browser.capture({ url }))).code).to.equal("target_forbidden");
    });
  }

  it("a redirect to a page is told with the page's own status", async () => {
    browser.site.route("/gone", (_, response) => response.writeHead(410).end("Gone"));
    const url = browser.site.route("/to-gone", (_, response) => response.writeHead(302, { location: "/gone" }).end());
    const { page } = await browser.capture({ url });
    expect(page.statusCode).to.equal(410);
    expect(page.finalUrl).to.match(/\/gone$/u);
    expect(page.redirects).to.have.length(1);
  });

  for (const status of [204, 205, 304]) {
    it(`${status} is unsupported_content with the status`, async () => {
      const url = browser.site.route("/none", (_, response) => response.writeHead(status).end());
      const failed = await failure(browser.capture({ url }));
      expect(failed.code).to.equal("unsupported_content");
      expect(failed.message).to.include(`${status}`);
    });
  }

  it("a redirect to a 304 has the status of the last reply", async () => {
    browser.site.route("/none", (_, response) => response.writeHead(304).end());
    const url = browser.site.route("/to-none", (_, response) => response.writeHead(302, { location: "/none" }).end());
    const failed = await failure(browser.capture({ url }));
    expect(failed.code).to.equal("unsupported_content");
  });

  it("a download is download_blocked", async () => {
    const headers = { "content-type": "application/zip", "content-disposition": "attachment" };
    const url = browser.site.route("/rows.zip", (_, response) => response.writeHead(200, headers).end("x"));
    expect((await failure(browser.capture({ url }))).code).to.equal("download_blocked");
  });
});
