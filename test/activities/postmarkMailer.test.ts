import { createServer } from "node:https";
import { text } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect } from "chai";
import { MailFailure } from "#activities/notify/mailer/mailFailure.ts";
import { createMailer } from "#activities/notify/mailer/mailer.ts";
import type { Mail, Mailer } from "#activities/ports.ts";
import { readMailEnv } from "#schemas/settings/readEnv.ts";
import { testCertificate } from "../egress/certificate.ts";
import { closedPort, listenTcp, stopAfterTest, stopAll } from "../egress/support.ts";
import { startHttpProxy, startSocksProxy, type TestProxy, type TestProxyOptions } from "../support/upstreamProxies.ts";

const mail: Mail = {
  id: "eml_1",
  to: "reader@example.com",
  subject: "s",
  text: "t",
  html: "<p>t",
  tag: "alert",
  headers: {},
  pictures: [],
};
const login = { user: "ann", password: "canary-p@ss" };

describe("e-mail by Postmark behind the service's proxy", () => {
  const before = getCACertificates("default");
  beforeEach(() => setDefaultCACertificates([...before, testCertificate.cert]));
  afterEach(async () => {
    setDefaultCACertificates(before);
    await stopAll();
  });

  /** A server that speaks Postmark's API by TLS and keeps the mails. */
  async function startPostmark(): Promise<{ port: number; taken: unknown[]; connections(): number }> {
    const taken: unknown[] = [];
    const server = createServer(testCertificate, (request, response) => {
      const reply = (body: object) => response.end(JSON.stringify(body));
      if (request.method === "GET") return reply({ TotalCount: 1, Messages: [{ MessageID: "m0" }] });
      return void text(request).then((body) => {
        taken.push(JSON.parse(body));
        reply({ ErrorCode: 0, Message: "OK", MessageID: "m0" });
      });
    });
    return { ...(await listenTcp(server, { port: 0, address: "127.0.0.1" })), taken };
  }

  async function start(scheme: "http" | "socks5", options: TestProxyOptions = {}): Promise<TestProxy> {
    const proxy = await (scheme === "http" ? startHttpProxy(scheme, options) : startSocksProxy(options));
    stopAfterTest(() => proxy.stop());
    return proxy;
  }

  function mailer(port: number, more: Record<string, string>): Mailer {
    const env = {
      WATCHFRAME_POSTMARK_TOKEN: "token",
      WATCHFRAME_POSTMARK_URL: `https://localhost:${port}`,
      ...more,
    };
    return createMailer(readMailEnv(env, () => ""));
  }

  async function failure(sending: Promise<unknown>): Promise<MailFailure> {
    const error = await sending.then(
      () => "sent",
      (reason: unknown) => reason,
    );
    if (!(error instanceof MailFailure)) throw new Error(`expected a MailFailure, not ${String(error)}`);
    return error;
  }

  for (const scheme of ["http", "socks5"] as const) {
    it(`goes through a proxy of the scheme ${scheme}, and so does the question for a mail`, async () => {
      const [postmark, proxy] = [await startPostmark(), await start(scheme, { login })];
      const { send, find } = mailer(postmark.port, {
        WATCHFRAME_EGRESS_PROXY: `${scheme}://ann:${encodeURIComponent(login.password)}@127.0.0.1:${proxy.port}`,
        WATCHFRAME_EGRESS_PROXY_RESOLVES: "proxy",
      });
      expect(await send(mail)).to.equal("m0");
      expect(await find(mail.id)).to.equal("m0");
      expect(postmark.taken).to.have.length(1);
      expect(new Set(proxy.asked)).to.deep.equal(new Set([`localhost:${postmark.port}`]));
    });
  }

  it("does not go past a proxy that fails, is tried again, and the failure names the proxy without its password", async () => {
    const [postmark, proxy] = [await startPostmark(), await start("http", { login })];
    const wrong = `http://ann:canary-wrong@127.0.0.1:${proxy.port}`;
    const refused = await failure(mailer(postmark.port, { WATCHFRAME_EGRESS_PROXY: wrong }).send(mail));
    expect(refused).to.include({
      kind: "busy",
      message: "The mail service answered nothing: The service's proxy refused its user and password.",
    });
    const dead = `http://ann:canary@127.0.0.1:${await closedPort()}`;
    const unreached = await failure(mailer(postmark.port, { WATCHFRAME_EGRESS_PROXY: dead }).send(mail));
    expect(unreached).to.include({ kind: "busy" });
    expect(unreached.message).to.include("The service's proxy can't be reached.");
    for (const { message, stack } of [refused, unreached]) expect(`${message} ${stack}`).to.not.include("canary");
    expect(postmark.connections()).to.equal(0);
  });

  it("goes past the proxy where WATCHFRAME_EGRESS_NO_PROXY names the mail service", async () => {
    const [postmark, proxy] = [await startPostmark(), await start("http")];
    const { send } = mailer(postmark.port, {
      WATCHFRAME_EGRESS_PROXY: `http://127.0.0.1:${proxy.port}`,
      WATCHFRAME_EGRESS_NO_PROXY: "localhost",
    });
    expect(await send(mail)).to.equal("m0");
    expect(proxy.asked).to.deep.equal([]);
  });
});
