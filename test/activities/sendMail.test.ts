import { randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { expect } from "chai";
import { uuidv7 } from "uuidv7";
import { MailFailure } from "#activities/notify/mailer/mailFailure.ts";
import { createMailer } from "#activities/notify/mailer/mailer.ts";
import { sendMail } from "#activities/notify/sendMail.ts";
import type { ActivityPorts } from "#activities/ports.ts";
import { createAccount } from "#data/accounts.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import type { EmailDelivery } from "#schemas/events.ts";
import type { Env } from "#schemas/settings/env.ts";
import { createLogger } from "#telemetry/logger.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import { seal } from "#vault/seal.ts";
import { hashAddress } from "#vault/signatures.ts";
import { emailDelivery } from "../support/emailDelivery.ts";
import { servers } from "../support/servers.ts";

type Answer = { status: number; code?: number } | "hang up after taking it" | "hang up";

/** A mail service that answers as the test says, and the steps to record and send a mail. */
function useMails() {
  let database: Database;
  let postmark: Server;
  let ports: ActivityPorts;
  let logged: string[];
  /** Mails that the mail service took, and its next answers; 200 after the last. */
  let taken: { To: string; Metadata: Record<string, string> }[];
  let answers: Answer[];
  const signingKey = randomBytes(32);
  before(async () => {
    database = openDatabase((await servers()).info.mongoUrl);
    postmark = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const reply = (status: number, body: object) => response.writeHead(status).end(JSON.stringify(body));
        const { pathname, searchParams } = new URL(request.url ?? "", "http://postmark");
        if (request.method === "GET" && pathname === "/messages/outbound") {
          const found = taken.filter(({ Metadata }) => Metadata["delivery"] === searchParams.get("metadata_delivery"));
          return reply(200, {
            TotalCount: found.length,
            Messages: found.map((_, index) => ({ MessageID: `m${index}` })),
          });
        }
        const answer = answers.shift() ?? { status: 200 };
        const mail = JSON.parse(Buffer.concat(chunks).toString("utf8"));
        if (answer === "hang up after taking it" || (answer !== "hang up" && answer.status === 200)) taken.push(mail);
        if (typeof answer === "string") return response.destroy();
        const message = `You tried to send to ${mail.To}, which is inactive.`;
        return reply(answer.status, {
          ErrorCode: answer.code ?? 0,
          Message: message,
          MessageID: `m${taken.length - 1}`,
        });
      });
    });
    await new Promise<void>((resolve) => postmark.listen(0, "127.0.0.1", resolve));
    const address = postmark.address();
    const port = typeof address === "object" ? address?.port : 0;
    const env = {
      WATCHFRAME_SMTP_URL: "",
      WATCHFRAME_POSTMARK_TOKEN: "token",
      WATCHFRAME_POSTMARK_URL: `http://127.0.0.1:${port}`,
      WATCHFRAME_POSTMARK_STREAM: "outbound",
      WATCHFRAME_MAIL_FROM: "watch@example.com",
      WATCHFRAME_EGRESS_PROXY: "",
    } as Env;
    const url = () => "http://api.test/link";
    const signer = {
      addressHash: (email: string) => hashAddress(signingKey, email),
      verifyUrl: url,
      consoleUrl: url,
      alertActionUrl: url,
      reviewUrl: url,
      unsubscribeUrl: url,
    };
    ports = {
      database,
      mailer: createMailer(env),
      signer,
      keyRing: parseKeyRing(`test:${randomBytes(32).toString("base64")}`),
      logger: createLogger({ name: "test", level: "debug" }, { write: (line: string) => void logged.push(line) }),
    } as unknown as ActivityPorts;
  });
  beforeEach(() => {
    taken = [];
    answers = [];
    logged = [];
  });
  after(async () => {
    await database.close();
    postmark.close();
    postmark.closeAllConnections();
  });
  const email = () => `owner-${uuidv7()}@example.com`;
  const mailOf = async (to = email(), changes: Partial<EmailDelivery> = {}): Promise<EmailDelivery> => {
    const { _id: accountId } = await createAccount(database, { email: to, plan: "free" });
    const mail = emailDelivery(accountId, changes);
    await database.deliveries.insertOne(mail);
    return mail;
  };
  const send = async ({ _id }: EmailDelivery): Promise<string> => {
    try {
      return (await sendMail(ports, { mailId: _id })).outcome;
    } catch (error) {
      if (error instanceof MailFailure) return error.kind;
      throw error;
    }
  };
  const record = async ({ _id }: EmailDelivery): Promise<EmailDelivery> => {
    const found = await database.deliveries.findOne({ _id });
    if (found?.channel !== "email") throw new Error("no mail");
    return found;
  };
  return {
    get database() {
      return database;
    },
    get ports() {
      return ports;
    },
    get logged() {
      return logged;
    },
    get taken() {
      return taken;
    },
    get answers() {
      return answers;
    },
    set answers(value) {
      answers = value;
    },
    signingKey,
    email,
    mailOf,
    send,
    record,
  };
}

describe("sending a mail", function () {
  this.timeout(60_000);
  const service = useMails();
  const { email, mailOf, send, record } = service;

  it("happens once when it is repeated, and its try is recorded", async () => {
    const mail = await mailOf();
    expect([await send(mail), await send(mail)]).to.deep.equal(["delivered", "delivered"]);
    expect(service.taken).to.have.length(1);
    const { status, messageId, attempts, sendingSince } = await record(mail);
    expect([status, messageId, sendingSince, attempts.length]).to.deep.equal(["delivered", "m0", null, 1]);
    expect(attempts[0]).to.include({ statusCode: 200, error: null });
  });

  it("is retried when the service is busy or broken", async () => {
    const mail = await mailOf();
    service.answers = [{ status: 429 }, { status: 500 }, { status: 503 }, "hang up"];
    const outcomes = [];
    for (let time = 0; time < 5; time += 1) outcomes.push(await send(mail));
    expect(outcomes).to.deep.equal(["busy", "unknown", "unknown", "unknown", "delivered"]);
    expect(service.taken).to.have.length(1);
    const { attempts } = await record(mail);
    expect(attempts.map(({ statusCode }) => statusCode)).to.deep.equal([429, 500, 503, null, 200]);
  });

  it("asks the service about a try with an unknown outcome, and sends nothing twice", async () => {
    const unheard = await mailOf();
    service.answers = ["hang up after taking it"];
    expect([await send(unheard), await send(unheard)]).to.deep.equal(["unknown", "delivered"]);
    // A worker that died while it sent leaves no more than that it began.
    const unrecorded = await mailOf(email(), { sendingSince: new Date() });
    service.taken.push({ To: "", Metadata: { delivery: unrecorded._id } });
    const before = service.taken.length;
    expect(await send(unrecorded)).to.equal("delivered");
    expect(service.taken).to.have.length(before);
    expect(await record(unrecorded)).to.include({ status: "delivered", messageId: "m0", sendingSince: null });
  });
});

describe("a mail that is not sent", function () {
  this.timeout(60_000);
  const service = useMails();
  const { signingKey, email, mailOf, send, record } = service;

  it("ends when the address is inactive, and suppresses later mails to it", async () => {
    const to = email();
    const mail = await mailOf(to);
    service.answers = [{ status: 422, code: 406 }];
    expect(await send(mail)).to.equal("suppressed");
    expect(await record(mail)).to.include({ status: "suppressed" });
    expect((await record(mail)).attempts[0]).to.include({ statusCode: 422, error: "inactive (code 406)" });
    expect(await send(await mailOf(to.toUpperCase()))).to.equal("suppressed");
    expect(service.taken).to.deep.equal([]);
    expect(JSON.stringify([service.logged, (await record(mail)).attempts])).to.not.include(to);
  });

  it("ends when the service refuses the mail or the settings", async () => {
    for (const [status, code] of [
      [422, 300],
      [401, 10],
      [413, 0],
    ] as const) {
      const mail = await mailOf();
      service.answers = [{ status, code }];
      expect(await send(mail), String(status)).to.equal("refused");
      expect((await record(mail)).status).to.equal("failed");
    }
  });

  it("reads recipients when it sends: verified, not deleted, link not expired", async () => {
    const recipientId = uuidv7();
    const mail = await mailOf(email(), { recipientId });
    const { accountId } = mail;
    const address = email();
    const recipient = {
      _id: recipientId,
      recipientId,
      accountId,
      addressHash: hashAddress(signingKey, address),
      email: seal(service.ports.keyRing, address, { accountId, entityId: recipientId, field: "email" }),
      emailMasked: "o***@e***.com",
      token: null,
      createdAt: new Date(),
      verifiedAt: null,
      suppressed: null,
    };
    expect(await send(mail), "deleted").to.equal("suppressed");
    await service.database.recipients.insertOne(recipient);
    const again = async (changes: Partial<EmailDelivery> = {}): Promise<string> => {
      const next = emailDelivery(accountId, { recipientId, ...changes });
      await service.database.deliveries.insertOne(next);
      return send(next);
    };
    expect(await again(), "pending").to.equal("suppressed");
    const token = seal(service.ports.keyRing, "token", { accountId, entityId: recipientId, field: "token" });
    const asking = (expiresAt: number): Partial<EmailDelivery> => ({
      type: "recipient.verification",
      content: { kind: "verification", token, expiresAt: new Date(expiresAt) },
    });
    expect(await again(asking(Date.now() - 1)), "late").to.equal("expired");
    expect(service.taken).to.deep.equal([]);
    expect(await again(asking(Date.now() + 60_000))).to.equal("delivered");
    await service.database.recipients.updateOne({ _id: recipientId }, { $set: { verifiedAt: new Date() } });
    expect(await again()).to.equal("delivered");
    expect(service.taken.map(({ To }) => To)).to.deep.equal([address, address]);
  });
});
