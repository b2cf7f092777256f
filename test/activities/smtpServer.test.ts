import tls from "node:tls";
import { expect } from "chai";
import { MailFailure } from "#activities/notify/mailer/mailFailure.ts";
import { createMailer } from "#activities/notify/mailer/mailer.ts";
import type { Mail } from "#activities/ports.ts";
import { readMailEnv } from "#schemas/settings/readEnv.ts";
import { testCertificate } from "../egress/certificate.ts";
import { type MailServer, startMailServer, type TakenMail } from "../support/mailServer.ts";
import { until } from "../support/until.ts";

describe("e-mail by the distribution's SMTP server", function () {
  this.timeout(60_000);
  const system = tls.getCACertificates("default");
  let server: MailServer;

  before(async () => {
    server = await startMailServer();
    tls.setDefaultCACertificates([...system, testCertificate.cert]);
  });
  after(() => {
    tls.setDefaultCACertificates(system);
    server.stop();
  });
  beforeEach(() => {
    server.taken.length = 0;
    server.asked.length = 0;
  });

  const mailTo = (name: string): Mail => ({
    id: "eml_7",
    to: `${name}@example.com`,
    subject: "Preis: 39 € → 35 €",
    text: "Jetzt 35 €.\n.\nEnde\n",
    html: '<p>Jetzt 35&nbsp;€. <img src="cid:after"></p>',
    tag: "alert",
    headers: { "List-Unsubscribe": "<https://api.example/stop>" },
    pictures: [{ cid: "after", bytes: Buffer.from([0xff, 0xd8, 0x00, 0x0d, 0x0a, 0x2e]), contentType: "image/jpeg" }],
  });

  function mailer(address: string) {
    const env = { WATCHFRAME_SMTP_URL: address, WATCHFRAME_MAIL_FROM: "Watchframe <alerts@example.org>" };
    return createMailer(readMailEnv(env, () => ""));
  }

  /** The first mail that the server took. Its report may trail its answer. */
  function nextMail(): Promise<TakenMail> {
    return until(() => Promise.resolve(server.taken[0]));
  }

  async function kindOf(sending: Promise<unknown>): Promise<string> {
    try {
      await sending;
      return "sent";
    } catch (error) {
      return error instanceof MailFailure ? error.kind : String(error);
    }
  }

  it("has text, HTML and the picture inline, as another program reads them", async () => {
    await mailer(`smtp://127.0.0.1:${server.plain}`).send(mailTo("reader"));
    const mail = await nextMail();
    expect(mail).to.deep.include({ to: ["reader@example.com"], user: null, tls: false });
    expect(mail.headers).to.include({
      from: "Watchframe <alerts@example.org>",
      subject: "Preis: 39 € → 35 €",
      "message-id": "<eml_7@example.org>",
      "list-unsubscribe": "<https://api.example/stop>",
    });
    expect(mail.parts.map(({ type, disposition, cid }) => [type, disposition, cid])).to.deep.equal([
      ["text/plain", null, null],
      ["text/html", null, null],
      ["image/jpeg", "inline", "<after>"],
    ]);
    expect(mail.parts.map(({ text }) => text.replaceAll("\r\n", "\n"))).to.deep.equal([
      "Jetzt 35 €.\n.\nEnde\n",
      `<p>Jetzt 35&nbsp;€. <img src="cid:after"></p>`,
      "\u00ff\u00d8\u0000\n.",
    ]);
  });

  it("goes by TLS with a log-in, and not with a wrong password", async () => {
    await mailer(`smtps://me:pa%3Ass%2Fword@localhost:${server.secure}`).send(mailTo("reader"));
    expect(await nextMail()).to.deep.include({ user: "me", tls: true });
    expect(await kindOf(mailer(`smtps://me:no@localhost:${server.secure}`).send(mailTo("reader")))).to.equal("refused");
    expect(server.taken).to.have.length(1);
  });

  it("is sent once by the try after a greylisting", async () => {
    const { send } = mailer(`smtp://127.0.0.1:${server.plain}`);
    expect(await kindOf(send(mailTo("greylisted")))).to.equal("busy");
    expect(await kindOf(send(mailTo("greylisted")))).to.equal("sent");
    await nextMail();
    expect([server.asked, server.taken.length]).to.deep.equal([["greylisted", "greylisted"], 1]);
  });

  it("is not tried again for a receiver that the server refuses or does not have", async () => {
    const { send } = mailer(`smtp://127.0.0.1:${server.plain}`);
    expect(await kindOf(send(mailTo("denied")))).to.equal("refused");
    expect(await kindOf(send(mailTo("missing")))).to.equal("inactive");
    expect(server.taken).to.deep.equal([]);
  });

  it("is unknown if the connection is lost with the message", async () => {
    expect(await kindOf(mailer(`smtp://127.0.0.1:${server.plain}`).send(mailTo("dropped")))).to.equal("unknown");
  });
});
