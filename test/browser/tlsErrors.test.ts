import { createServer, type Server } from "node:https";
import { expect } from "chai";
import { listen } from "#egress/listen.ts";
import { companyCertificates } from "../egress/certificate.ts";
import { failure, openTestBrowser, type TestBrowser } from "./support.ts";

const { cert, key } = companyCertificates;

describe("ignoreTlsErrors", function () {
  this.timeout(60_000);
  const servers: Server[] = [];
  let test: { port: number; received: string[] };
  let other: { port: number; received: string[] };
  const open: TestBrowser[] = [];

  /** A host with a certificate that no public authority signed. */
  async function startHost(html: () => string): Promise<{ port: number; received: string[] }> {
    const received: string[] = [];
    const server = createServer({ cert, key }, (request, response) => {
      received.push(request.url ?? "");
      if (request.url === "/elsewhere")
        return void response.writeHead(302, { location: `https://127.0.0.1:${other.port}/` }).end();
      response.setHeader("content-type", request.url === "/a.js" ? "text/javascript" : "text/html");
      response.end(request.url === "/a.js" ? "document.title += ' and script'" : html());
    });
    servers.push(server);
    return { port: await listen(server, "127.0.0.1"), received };
  }

  before(async () => {
    test = await startHost(
      () => `<title>Test system</title><script src=/a.js></script><script src=https://127.0.0.1:${other.port}/a.js></script>
      <iframe src=https://127.0.0.1:${other.port}/frame></iframe>`,
    );
    other = await startHost(() => "<title>Other</title>");
  });
  after(async () => {
    await Promise.all(open.map((browser) => browser.close()));
    for (const server of servers) server.close();
  });

  async function browserWith(tlsErrors: string): Promise<TestBrowser> {
    const browser = await openTestBrowser({ allow: `127.0.0.1:${test.port},127.0.0.1:${other.port}`, tlsErrors });
    open.push(browser);
    return browser;
  }

  it("shows a page of a host that the operator names, and nothing of others", async () => {
    const browser = await browserWith(`intranet.example,127.0.0.1:${test.port}`);
    const url = `https://127.0.0.1:${test.port}/`;
    expect((await browser.capture({ url, ignoreTlsErrors: true })).page.title).to.equal("Test system and script");
    expect(other.received).to.deep.equal([]);
    expect((await failure(browser.capture({ url }))).code, "without the option").to.equal("tls_error");
  });

  it("fails for all other hosts, with the setting's name, also after a redirect", async () => {
    const browser = await browserWith(`127.0.0.1:${test.port}`);
    const ofOther = await failure(browser.capture({ url: `https://127.0.0.1:${other.port}/`, ignoreTlsErrors: true }));
    expect(ofOther.code).to.equal("tls_error");
    expect(ofOther.message).to.include("WATCHFRAME_TLS_ERRORS");
    const url = `https://127.0.0.1:${test.port}/elsewhere`;
    const redirected = await failure(browser.capture({ url, ignoreTlsErrors: true }));
    expect(redirected.code).to.equal("tls_error");
    expect(other.received).to.deep.equal([]);
  });

  it("is not open for any host by default", async () => {
    const browser = await browserWith("");
    const refused = await failure(browser.capture({ url: `https://127.0.0.1:${test.port}/`, ignoreTlsErrors: true }));
    expect(refused.code).to.equal("tls_error");
  });
});
