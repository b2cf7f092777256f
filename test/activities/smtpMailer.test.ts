import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import tls from "node:tls";
import { inspect } from "node:util";
import { expect } from "chai";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { MailFailure } from "#activities/notify/mailer/mailFailure.ts";
import { createMailer } from "#activities/notify/mailer/mailer.ts";
import type { Mail } from "#activities/ports.ts";
import { readMailEnv, SettingsError } from "#schemas/settings/readEnv.ts";
import { testCertificate } from "../egress/certificate.ts";
import { cli } from "../stack/support/cli.ts";

const mail: Mail = {
  id: "eml_1",
  to: "reader@example.com",
  subject: "Preis: 39 € → 35 €",
  text: "The text part.\n",
  html: '<p>The HTML part. <img src="cid:after"></p>',
  tag: "alert",
  headers: { "List-Unsubscribe": "<https://api.example/stop>" },
  pictures: [{ cid: "after", bytes: Buffer.from("a picture"), contentType: "image/jpeg" }],
};

type Received = { from: string; to: string[]; user: string | undefined; isSecure: boolean; message: string };

/** SMTP servers of a test. They end with it. */
function useSmtpServers() {
  const servers: SMTPServer[] = [];
  const received: Received[] = [];
  afterEach(async () => {
    received.length = 0;
    await Promise.all(servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(resolve))));
  });
  return {
    received,
    /** Starts a server and returns its port. */
    async start(options: SMTPServerOptions = {}): Promise<number> {
      const server = new SMTPServer({
        ...testCertificate,
        authOptional: true,
        closeTimeout: 1,
        onAuth: ({ username, password }, _session, done) =>
          password === "pa:ss/word" ? done(null, { user: username }) : done(new Error("no")),
        onData(stream, { envelope, user, secure }, done) {
          const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
          const to = envelope.rcptTo.map(({ address }) => address);
          text(stream).then(
            (message) => {
              received.push({ from, to, user: user === undefined ? user : String(user), isSecure: secure, message });
              done();
            },
            (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
          );
        },
        ...options,
      });
      // A client that leaves in the middle is an error of the server, too.
      server.on("error", () => undefined);
      servers.push(server);
      const { promise, resolve } = Promise.withResolvers<number>();
      const listener = server.listen(0, "127.0.0.1", () => {
        const address = listener.address();
        resolve(address !== null && typeof address === "object" ? address.port : 0);
      });
      return promise;
    },
  };
}

function mailerFor(url: string, more: Record<string, string> = {}) {
  const env = { WATCHFRAME_SMTP_URL: url, WATCHFRAME_MAIL_FROM: "Watchframe <alerts@example.org>", ...more };
  return createMailer(readMailEnv(env, () => ""));
}

async function failure(sending: Promise<unknown>): Promise<{ kind: string; message: string }> {
  const error = await sending.then(
    () => "sent",
    (reason: unknown) => reason,
  );
  if (!(error instanceof MailFailure)) throw new Error(`expected a MailFailure, not ${String(error)}`);
  return { kind: error.kind, message: error.message };
}

const refusal = (code: number, message: string) => Object.assign(new Error(message), { responseCode: code });

describe("e-mail by SMTP", () => {
  const smtp = useSmtpServers();

  it("has text, HTML, the picture inline, the headers and a Message-ID that stays", async () => {
    const { send, find } = mailerFor(`smtp://127.0.0.1:${await smtp.start()}`);
    expect(await send(mail)).to.equal("<eml_1@example.org>");
    expect(await send(mail)).to.equal("<eml_1@example.org>");
    expect(await find("eml_1")).to.equal(null);
    const [first] = smtp.received;
    expect(first).to.include({ from: "alerts@example.org", user: undefined });
    expect(first?.to).to.deep.equal(["reader@example.com"]);
    expect(first?.message).to.include("Message-ID: <eml_1@example.org>");
    expect(first?.message).to.include("From: Watchframe <alerts@example.org>");
    expect(first?.message).to.include("List-Unsubscribe: <https://api.example/stop>");
    expect(first?.message).to.include("The text part.").and.to.include("The HTML part.");
    expect(first?.message)
      .to.match(/Content-Id: <after>/iu)
      .and.to.match(/Content-Disposition: inline/iu);
    expect(first?.message).to.include(mail.pictures[0]?.bytes.toString("base64"));
  });

  it("goes by TLS with a log-in, also one with reserved characters", async () => {
    const system = tls.getCACertificates("default");
    tls.setDefaultCACertificates([...system, testCertificate.cert]);
    try {
      const port = await smtp.start({ secure: true });
      await mailerFor(`smtps://me%40example.com:pa%3Ass%2Fword@localhost:${port}`).send(mail);
      const [taken] = smtp.received;
      expect(taken).to.include({ user: "me@example.com", isSecure: true });
    } finally {
      tls.setDefaultCACertificates(system);
    }
  });

  it("sends no password to a server beyond loopback that has no TLS", async () => {
    const port = await smtp.start({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true });
    const { kind, message } = await failure(mailerFor(`smtp://me:secret@[::ffff:127.0.0.1]:${port}`).send(mail));
    expect(kind).to.equal("busy");
    expect(message).to.include("TLS was not possible");
    expect(smtp.received).to.deep.equal([]);
  });

  for (const [scheme, options] of [
    ["smtps", { secure: true }],
    ["smtp", {}],
  ] as const)
    it(`by ${scheme} does not go to a server whose certificate no known authority signed`, async () => {
      const port = await smtp.start(options);
      const { kind, message } = await failure(mailerFor(`${scheme}://[::ffff:127.0.0.1]:${port}`).send(mail));
      expect(kind).to.equal("busy");
      expect(message).to.include("certificate is not trusted");
      expect(smtp.received).to.deep.equal([]);
    });

  it("goes without TLS to a server of the same machine", async () => {
    await mailerFor(`smtp://me:pa%3Ass%2Fword@localhost:${await smtp.start({ allowInsecureAuth: true })}`).send(mail);
    const [taken] = smtp.received;
    expect(taken).to.include({ user: "me", isSecure: false });
  });

  for (const address of ["smtp://me:secret@host:99999", "smtp://me:secret%zz@host", "smtp://me:secret@"])
    it(`refuses the setting ${address} without a word of the password`, () => {
      let cause: unknown;
      try {
        mailerFor(address);
      } catch (error) {
        cause = error;
      }
      expect(cause).to.be.instanceOf(SettingsError);
      expect(inspect(cause)).to.include("WATCHFRAME_SMTP_URL").and.to.not.include("secret");
    });

  it("has a DKIM signature of the sender's domain", async () => {
    const { privateKey } = generateKeyPairSync("rsa", {
      modulusLength: 2048,
      publicKeyEncoding: { type: "spki", format: "pem" },
      privateKeyEncoding: { type: "pkcs8", format: "pem" },
    });
    const dkim = { WATCHFRAME_DKIM_SELECTOR: "wf1", WATCHFRAME_DKIM_KEY: privateKey };
    await mailerFor(`smtp://127.0.0.1:${await smtp.start()}`, dkim).send(mail);
    const signature = smtp.received[0]?.message.replaceAll(/\r\n\s+/gu, " ");
    expect(signature).to.match(/DKIM-Signature: v=1;.*d=example\.org;.*s=wf1;/u);
    expect(() => mailerFor("smtp://127.0.0.1", { WATCHFRAME_DKIM_SELECTOR: "wf1" })).to.throw(
      SettingsError,
      "WATCHFRAME_DKIM_KEY",
    );
  });

  describe("that is not taken", () => {
    const refused: readonly [name: string, options: SMTPServerOptions, kind: string][] = [
      [
        "a mailbox that the server does not know",
        { onRcptTo: (_to, _session, done) => done(refusal(550, "5.1.1 no such user")) },
        "inactive",
      ],
      [
        "a server's policy",
        { onRcptTo: (_to, _session, done) => done(refusal(550, "5.7.1 relaying denied")) },
        "refused",
      ],
      ["greylisting", { onRcptTo: (_to, _session, done) => done(refusal(451, "4.7.1 try again later")) }, "busy"],
      [
        "a refused message",
        { onData: (stream, _session, done) => (stream.resume(), done(refusal(554, "no"))) },
        "refused",
      ],
      ["a full mailbox", { onData: (stream, _session, done) => (stream.resume(), done(refusal(452, "full"))) }, "busy"],
    ];
    for (const [name, options, kind] of refused) {
      it(`${name} is ${kind}`, async () => {
        const sent = await failure(mailerFor(`smtp://127.0.0.1:${await smtp.start(options)}`).send(mail));
        expect(sent.kind).to.equal(kind);
        expect(sent.message).to.not.include("reader@example.com");
      });
    }

    it("a lost answer is unknown, as the mail may have been taken", async () => {
      const server = createServer((socket) => {
        let isMessage = false;
        socket.write("220 ready\r\n");
        socket.on("error", () => undefined);
        socket.on("data", (bytes) => {
          const said = bytes.toString("latin1");
          if (isMessage && said.endsWith("\r\n.\r\n")) return socket.destroy();
          if (isMessage) return socket;
          isMessage = said.startsWith("DATA");
          return socket.write(isMessage ? "354 go on\r\n" : "250 fine\r\n");
        });
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      try {
        const address = server.address();
        const port = address !== null && typeof address === "object" ? address.port : 0;
        expect((await failure(mailerFor(`smtp://127.0.0.1:${port}`).send(mail))).kind).to.equal("unknown");
      } finally {
        server.close();
      }
    });

    it("a wrong password is refused, and the message says so", async () => {
      const port = await smtp.start({ allowInsecureAuth: true, hideSTARTTLS: true });
      const { kind, message } = await failure(mailerFor(`smtp://me:wrong@127.0.0.1:${port}`).send(mail));
      expect(kind).to.equal("refused");
      expect(message).to.include("refused the log-in").and.to.not.include("wrong");
    });

    it("a server that does not listen is tried again", async () => {
      expect((await failure(mailerFor("smtp://127.0.0.1:1").send(mail))).kind).to.equal("busy");
    });
  });

  it("is tried by the operator's command line", async () => {
    const env = { WATCHFRAME_SMTP_URL: `smtp://127.0.0.1:${await smtp.start()}` };
    const { code, output } = await cli(["mail", "test", "you@example.com"], env);
    expect(output).to.match(/^the SMTP server took a mail to you@example\.com: </u);
    expect(code).to.equal(0);
    expect(smtp.received[0]?.to).to.deep.equal(["you@example.com"]);
    expect(await cli(["mail", "test", "you"], env)).to.include({ code: 2 });
    expect((await cli(["mail", "test", "you@example.com"], {})).output).to.include("set WATCHFRAME_SMTP_URL");
  });
});
