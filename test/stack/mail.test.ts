import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { Errors, ServerClient } from "postmark";
import { startMailCatcher } from "#stack/mail/catcher.ts";

const message = {
  From: "watch@example.com",
  To: "a@example.com",
  Subject: "It has changed",
  TextBody: "Look.",
  HtmlBody: "<p>Look.</p>",
};

describe("the mail catcher", () => {
  let folder: string;
  let server: Server;
  let url: string;

  const open = async (): Promise<void> => {
    server = await startMailCatcher({ port: 0, file: path.join(folder, "mails.jsonl") });
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  };
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  const client = (token = "token"): ServerClient =>
    new ServerClient(token, { useHttps: false, requestHost: url.replace("http://", "") });
  const list = async (): Promise<unknown> => (await fetch(url, { headers: { Accept: "application/json" } })).json();

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "watchframe-mail-"));
    await open();
  });

  afterEach(async () => {
    close();
    await rm(folder, { recursive: true, force: true });
  });

  it("answers Postmark's client and keeps the mail", async () => {
    const reply = await client().sendEmail(message);
    expect(reply).to.include({ ErrorCode: 0, Message: "OK", To: "a@example.com" });
    expect(await list()).to.deep.equal([{ ...message, MessageID: reply.MessageID, SubmittedAt: reply.SubmittedAt }]);
  });

  it("answers a batch with one reply per mail, in order", async () => {
    const replies = await client().sendEmailBatch([
      message,
      { ...message, To: "no-address" },
      { ...message, To: "b@example.com" },
    ]);
    expect(replies.map(({ ErrorCode }) => ErrorCode)).to.deep.equal([0, 300, 0]);
    expect(await list()).to.have.length(2);
  });

  it("refuses as Postmark does: no token, no recipient, no body, no JSON", async () => {
    expect(await post(url, JSON.stringify(message))).to.nested.include({ status: 401, "reply.ErrorCode": 10 });
    expect(await post(url, "{", "token")).to.nested.include({ status: 422, "reply.ErrorCode": 402 });
    for (const wrong of [
      { ...message, To: "" },
      { ...message, TextBody: "", HtmlBody: "" },
    ]) {
      const failure = await client()
        .sendEmail(wrong)
        .catch((reason: unknown) => reason);
      expect(failure).to.be.instanceOf(Errors.ApiInputError).and.include({ code: 300, statusCode: 422 });
    }
  });

  it("still has the mails after a restart", async () => {
    await client().sendEmail(message);
    close();
    await open();
    expect(await list()).to.have.length(1);
  });

  it("shows browsers a page, and a mail's HTML without scripts, forms and an origin", async () => {
    const { MessageID } = await client().sendEmail({
      ...message,
      Subject: "<b>bold</b>",
      HtmlBody: "<script>alert(1)</script>",
    });
    expect(await page(url)).to.include("&lt;b&gt;bold&lt;/b&gt;");
    const part = await fetch(`${url}/messages/${MessageID}`, { headers: { Accept: "text/html" } });
    expect(part.headers.get("content-security-policy")).to.match(
      /sandbox (?!.*allow-(?:scripts|forms|top|same-origin))/,
    );
  });
});

async function post(url: string, body: string, token?: string): Promise<unknown> {
  const headers = { "Content-Type": "application/json", ...(token ? { "X-Postmark-Server-Token": token } : {}) };
  const response = await fetch(`${url}/email`, { method: "POST", headers, body });
  return { status: response.status, reply: await response.json() };
}

async function page(url: string): Promise<string> {
  return (await fetch(url, { headers: { Accept: "text/html" } })).text();
}
