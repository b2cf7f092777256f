import { once } from "node:events";
import { createServer } from "node:https";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect } from "chai";
import { SMTPServer } from "smtp-server";
import { createMailer } from "#activities/notify/mailer/mailer.ts";
import { tryPost } from "#activities/notify/tryPost.ts";
import { createCallerStorage } from "#activities/store/callerStorage.ts";
import { openObjectStore } from "#data/objects.ts";
import { readAuthorities, trustAuthorities } from "#egress/authorities.ts";
import { createGuardedFetch } from "#egress/fetch.ts";
import { readMailEnv } from "#schemas/settings/readEnv.ts";
import { companyCertificates, testCertificate } from "./certificate.ts";
import { failureOf, listenTcp, openPolicy, stopAfterTest, stopAll } from "./support.ts";

const { authority, cert, key } = companyCertificates;

describe("authorities of a company", () => {
  const before = getCACertificates("default");
  afterEach(async () => {
    setDefaultCACertificates(before);
    await stopAll();
  });

  it("hold for pages that the service fetches, and for webhooks", async () => {
    const server = createServer({ cert, key }, (_, response) => response.end("secure"));
    const { port } = await listenTcp(server, { port: 0, address: "127.0.0.1" });
    const post = async () => {
      const fetch = createGuardedFetch(openPolicy([port]));
      stopAfterTest(() => fetch.close());
      const request = { url: `https://hooks.site.example:${port}/`, headers: {}, body: "{}", secrets: [] };
      return (await tryPost({ fetch, userAgent: "test" }, request, new Date())).attempt;
    };
    expect(await post()).to.include({ statusCode: null, error: "ConnectFailed (net::ERR_CERT_AUTHORITY_INVALID)" });
    trustAuthorities([authority]);
    expect(await post()).to.include({ statusCode: 200, error: null });
  });

  it("hold for the object store", async () => {
    const server = createServer({ cert, key }, (request, response) => {
      request.resume();
      request.once("end", () => response.writeHead(200, { ETag: '"1"' }).end());
    });
    const { port } = await listenTcp(server, { port: 0, address: "127.0.0.1" });
    const put = () =>
      openObjectStore({
        endpoint: `https://127.0.0.1:${port}`,
        region: "us-east-1",
        accessKeyId: "a",
        secretAccessKey: "b",
        bucket: "c",
      }).put("key", Buffer.from("bytes"), "text/plain");
    expect(await failureOf(put())).to.be.instanceOf(Error);
    trustAuthorities([authority]);
    await put();
  });

  it("hold for a caller's bucket", async () => {
    const server = createServer({ cert, key }, (request, response) => {
      request.resume();
      request.once("end", () => response.writeHead(200, { ETag: '"1"' }).end());
    });
    const { port } = await listenTcp(server, { port: 0, address: "127.0.0.1" });
    const put = () => {
      const storage = createCallerStorage(openPolicy([port]));
      stopAfterTest(() => storage.close());
      const keys = { accessKeyId: "a", secretAccessKey: "b", region: "us-east-1", bucket: "c" };
      const object = { key: "key", bytes: Buffer.from("bytes"), contentType: "text/plain" };
      const bucket = { ...keys, endpoint: `https://storage.site.example:${port}` };
      return storage.put(bucket, object, new AbortController().signal);
    };
    expect(await failureOf(put())).to.have.property("code", "storage_unreachable");
    trustAuthorities([authority]);
    await put();
  });

  it("hold for a mail server", async () => {
    const server = new SMTPServer({
      cert,
      key,
      secure: true,
      authOptional: true,
      closeTimeout: 1,
      onData: (stream, _session, done) => void stream.resume().once("end", () => done()),
    });
    server.on("error", () => undefined);
    server.listen(0, "127.0.0.1");
    await once(server.server, "listening");
    stopAfterTest(() => new Promise<void>((resolve) => server.close(resolve)));
    const address = server.server.address();
    const port = address !== null && typeof address === "object" ? address.port : 0;
    const env = readMailEnv(
      {
        WATCHFRAME_SMTP_URL: `smtps://127.0.0.1:${port}`,
        WATCHFRAME_MAIL_FROM: "a@example.com",
      },
      () => "",
    );
    const mail = { id: "eml_1", to: "b@example.com", subject: "s", text: "t", html: "<p>t", tag: "alert", headers: {} };
    const send = () => createMailer(env).send({ ...mail, pictures: [] });
    expect(await failureOf(send())).to.be.instanceOf(Error);
    trustAuthorities([authority]);
    expect(await send()).to.include("eml_1");
  });

  it("are read from a file or its content, several of them", () => {
    const both = `Some text\n${authority}\n${testCertificate.cert}`;
    expect(readAuthorities("/ca.pem", () => both)).to.have.length(2);
    expect(readAuthorities(both, () => "")).to.have.length(2);
    expect(readAuthorities("", () => both)).to.deep.equal([]);
  });

  const wrong: [content: string, message: RegExp][] = [
    ["", /has no certificate/u],
    ["-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", /certificate 1 can't be read/u],
    [`${authority}${cert}`, /certificate 2 .* is no authority's/u],
    [key, /has no certificate/u],
  ];
  for (const [content, message] of wrong) {
    it(`are refused with a reason: ${message.source}`, () =>
      expect(() => readAuthorities("/ca.pem", () => content))
        .to.throw(message)
        .with.property("name", "SettingsError"));
  }

  it("are refused if the file can't be read", () =>
    expect(() =>
      readAuthorities("/none.pem", () => {
        throw new Error("ENOENT");
      }),
    ).to.throw('the file "/none.pem" can\'t be read'));
});
