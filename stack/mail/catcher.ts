import { randomUUID } from "node:crypto";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import path from "node:path";
import { Router } from "@koa/router";
import Koa, { type Context } from "koa";
import rawBody from "raw-body";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { type CaughtMail, MailAttachment, MailMessage } from "./message.ts";
import { htmlPart, listHeaders, listPage, partHeaders } from "./page.ts";

type Reply = {
  status: number;
  body: { ErrorCode: number; Message: string; [field: string]: unknown };
};

/** Options of the catcher. */
export type MailCatcherOptions = {
  /** Address to listen on. Default: loopback. */
  host?: string;
  port: number;
  /** File with one JSON line per mail. Read at start, so mails survive a restart. */
  file: string;
};

/** Postmark accepts 50 MB per batch. A local stand-in needs less. */
const maxBodyBytes = "10mb";
const maxBatchMails = 500;
/** Mails in memory. Older mails stay in the file only. */
const maxKeptMails = 1_000;

/** Starts a stand-in for Postmark's HTTP API that keeps every mail and sends none. */
export async function startMailCatcher({ host = "127.0.0.1", port, file }: MailCatcherOptions): Promise<Server> {
  const mails = await readMails(file);
  const keep = async (mail: CaughtMail): Promise<void> => {
    mails.push(mail);
    if (mails.length > maxKeptMails) mails.shift();
    await appendFile(file, `${JSON.stringify(mail)}\n`, { mode: 0o600 });
  };
  const app = new Koa();
  const routes = mailRoutes(mails, keep);
  app.use(routes.routes()).use(routes.allowedMethods());
  // Koa replies with error details outside production. The catcher is local, so that is fine.
  const server = createServer(app.callback());
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return server;
}

function mailRoutes(mails: readonly CaughtMail[], keep: (mail: CaughtMail) => Promise<void>): Router {
  const router = new Router();
  router.post("/email", async (context) => {
    answer(context, await withBody(context, (body) => accept(body, keep)));
  });
  router.post("/email/batch", async (context) => {
    const reply = await withBody(context, async (body) => {
      if (!Array.isArray(body)) return failure(422, 402, "Invalid JSON: an array of messages is expected.");
      if (body.length > maxBatchMails) return failure(422, 410, "Too many batch messages (at most 500).");
      const replies: Reply[] = [];
      for (const message of body) replies.push(await accept(message, keep));
      context.body = replies.map((one) => one.body);
      return undefined;
    });
    if (reply) answer(context, reply);
  });
  router.get("/", (context) => {
    const newestFirst = mails.toReversed();
    if (wantsJson(context)) context.body = newestFirst;
    else showPage(context, listHeaders, listPage(newestFirst));
  });
  router.get("/messages/outbound", (context) => {
    const found = mails.filter((mail) => hasMetadata(mail, context.query));
    context.body = { TotalCount: found.length, Messages: found.map(({ MessageID }) => ({ MessageID })) };
  });
  router.get("/messages/:id", (context) => {
    const mail = mails.find((one) => one.MessageID === context["params"].id);
    if (!mail) return;
    if (wantsJson(context) || !mail.HtmlBody) context.body = mail;
    else showPage(context, partHeaders, htmlPart(mail));
  });
  router.get("/messages/:id/attachments/:index", (context) => {
    const mail = mails.find((one) => one.MessageID === context["params"].id);
    const attachment = mail?.Attachments?.[Number(context["params"].index)];
    if (attachment) sendAttachment(context, attachment);
  });
  return router;
}

function showPage(context: Context, headers: Record<string, string>, page: string): void {
  context.set(headers);
  context.body = page;
}

/** Sends an attachment unchanged. Only pictures open in the browser: an attached page must not run as the catcher's. */
function sendAttachment(context: Context, { Name, Content, ContentType }: Static<typeof MailAttachment>): void {
  const isPicture = /^image\/(png|jpeg|gif|webp)$/.test(ContentType);
  if (!isPicture) context.attachment(Name);
  context.set("X-Content-Type-Options", "nosniff");
  context.body = Buffer.from(Content, "base64");
  context.type = isPicture ? ContentType : "application/octet-stream";
}

/** Whether a mail matches each `metadata_<name>=<value>` of a search. */
function hasMetadata({ Metadata = {} }: CaughtMail, query: Context["query"]): boolean {
  const asked = Object.entries(query).filter(([name]) => name.startsWith("metadata_"));
  return asked.every(([name, value]) => Metadata[name.slice("metadata_".length)] === value);
}

/** Scripts get JSON. A browser asks for HTML and gets the page. */
function wantsJson(context: Context): boolean {
  return context.accepts("json", "html") === "json";
}

async function withBody<T extends Reply | undefined>(
  context: Context,
  handle: (body: unknown) => Promise<T>,
): Promise<T | Reply> {
  if (!context.get("X-Postmark-Server-Token")) {
    return failure(401, 10, "No Account or Server API tokens were supplied in the HTTP headers.");
  }
  const text = await rawBody(context.req, { encoding: "utf8", limit: maxBodyBytes });
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return failure(422, 402, "Received invalid JSON input.");
  }
  return handle(body);
}

async function accept(message: unknown, keep: (mail: CaughtMail) => Promise<void>): Promise<Reply> {
  if (!Value.Check(MailMessage, message)) {
    const [problem] = Value.Errors(MailMessage, message);
    const where = problem?.instancePath ?? "";
    return failure(
      422,
      403,
      `Invalid request field${where ? ` ${where}` : ""}: ${problem?.message ?? "not a message"}.`,
    );
  }
  const { To, Cc, Bcc } = message;
  if (!message.From.includes("@")) return failure(422, 300, "Invalid 'From' address.");
  if (![To, Cc, Bcc].some((address) => address)) return failure(422, 300, "Zero recipients specified.");
  const wrong = [To, Cc, Bcc].flatMap((list) => list?.split(",") ?? []).find((address) => !address.includes("@"));
  if (wrong !== undefined) return failure(422, 300, `Error parsing 'To': Illegal email address '${wrong.trim()}'.`);
  if (!message.HtmlBody && !message.TextBody) {
    return failure(422, 300, "Provide either email TextBody or HtmlBody or both.");
  }
  const mail: CaughtMail = { ...message, MessageID: randomUUID(), SubmittedAt: new Date().toISOString() };
  await keep(mail);
  const { MessageID, SubmittedAt } = mail;
  return { status: 200, body: { To, Cc, Bcc, SubmittedAt, MessageID, ErrorCode: 0, Message: "OK" } };
}

function failure(status: number, ErrorCode: number, Message: string): Reply {
  return { status, body: { ErrorCode, Message } };
}

function answer(context: Context, reply: Reply): void {
  context.status = reply.status;
  context.body = reply.body;
}

async function readMails(file: string): Promise<CaughtMail[]> {
  await mkdir(path.dirname(file), { recursive: true });
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.slice(-maxKeptMails).flatMap((line): CaughtMail[] => {
    const mail = parseLine(line);
    return mail ? [mail] : [];
  });
}

/** A catcher that is killed during a write leaves half a line. */
function parseLine(line: string): CaughtMail | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return Value.Check(StoredMail, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const StoredMail = Type.Interface([MailMessage], { MessageID: Type.String(), SubmittedAt: Type.String() });
