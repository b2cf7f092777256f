import { createServer, type Server } from "node:https";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createTrustStore } from "#activities/browser/pool/trustStore.ts";
import { listen } from "#egress/listen.ts";
import { companyCertificates } from "../egress/certificate.ts";
import { openTestBrowser, type TestBrowser } from "./support.ts";

const { authority, cert, key } = companyCertificates;

describe("a page whose certificate a company's authority signed", function () {
  this.timeout(60_000);
  let server: Server;
  let port: number;
  const open: TestBrowser[] = [];

  before(async () => {
    server = createServer({ cert, key }, (_, response) => {
      response.setHeader("content-type", "text/html").end("<title>Intranet</title><p>Inside");
    });
    port = await listen(server, "127.0.0.1");
  });
  after(async () => {
    await Promise.all(open.map((browser) => browser.close()));
    server.close();
  });

  async function browserWith(trustStore: string | undefined): Promise<TestBrowser> {
    const browser = await openTestBrowser({
      allow: `127.0.0.1:${port}`,
      ...(trustStore !== undefined && { trustStore }),
    });
    open.push(browser);
    return browser;
  }

  it("fails with the remedy without that authority", async () => {
    const browser = await browserWith(undefined);
    const failure = await browser.capture({ url: `https://127.0.0.1:${port}/` }).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).to.include({ code: "tls_error" });
    expect(failure)
      .to.have.property("message")
      .that.includes("WATCHFRAME_EXTRA_CA")
      .and.includes("ERR_CERT_AUTHORITY_INVALID");
  });

  it("is rendered with it", async () => {
    const store = await createTrustStore(await mkdtemp(join(tmpdir(), "watchframe-test-")), [authority]);
    const browser = await browserWith(store);
    const captured = await browser.capture({ url: `https://127.0.0.1:${port}/` });
    expect(captured.page.title).to.equal("Intranet");
  });
});
