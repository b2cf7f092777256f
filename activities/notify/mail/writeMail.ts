import { html } from "#markup/html.ts";
import { type EmailDelivery, isAlertType, type MailContent } from "#schemas/events.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import { open } from "#vault/open.ts";
import type { ActivityPorts, Mail } from "../../ports.ts";
import { alertLinkSeconds, reviewLinks } from "../alert/alertLinks.ts";
import { readAlert } from "../alert/alertMessage.ts";
import { alertMail } from "./alertMail.ts";
import { alertPicture, pairPicture } from "../alert/alertPicture.ts";
import { numberChart } from "../alert/numberChart.ts";
import { type DigestItem, digestMail } from "./digestMail.ts";
import { buttonRow, type Content, renderLayout } from "./layout.ts";
import { signInMail } from "./signInMail.ts";

/** Writes a mail to an address; null if its content has expired or is useless. */
export function writeMail(ports: ActivityPorts, mail: EmailDelivery, to: string): Promise<Mail | null> {
  const { content } = mail;
  switch (content.kind) {
    case "verification":
      return writeVerification(ports, { mail, content, to });
    case "digest":
      return writeDigest(ports, { mail, content, to });
    case "signIn":
      return Promise.resolve(writeSignIn({ mail, content, to }));
    case "alert":
      return writeAlert(ports, { mail, content, to });
  }
}

type MailOf<Kind extends MailContent["kind"]> = {
  mail: EmailDelivery;
  content: Extract<MailContent, { kind: Kind }>;
  to: string;
};

async function writeVerification(
  { database, keyRing, signer }: ActivityPorts,
  { mail, content, to }: MailOf<"verification">,
): Promise<Mail | null> {
  if (content.expiresAt <= new Date() || mail.recipientId === null) return null;
  const { accountId, recipientId: entityId } = mail;
  const account = await database.accounts.findOne({ _id: accountId });
  if (account === null) return null;
  const token = open(keyRing, content.token, { accountId, entityId, field: "token" });
  const url = signer.verifyUrl(token);
  const rendered = verificationMail({ url, expiresAt: content.expiresAt, account: account.email });
  return { id: mail._id, to, tag: mail.type, headers: automatic, pictures: [], ...rendered };
}

function writeSignIn({ mail, content, to }: MailOf<"signIn">): Mail {
  return { id: mail._id, to, tag: mail.type, headers: automatic, pictures: [], ...signInMail(content) };
}

async function writeAlert(ports: ActivityPorts, { mail, content, to }: MailOf<"alert">): Promise<Mail | null> {
  const { type, accountId } = mail;
  if (!isAlertType(type)) return null;
  const { database, signer } = ports;
  const { monitorId, runId, belowThreshold } = content;
  const reader = { monitorId, to: mail.recipientId ?? "account" };
  const [{ message, run, pair }, smallRun] = await Promise.all([
    readAlert(ports, { ...content, accountId, type }, { to: reader.to }),
    belowThreshold === undefined ? null : database.runs.findOne({ _id: belowThreshold.runId }),
  ]);
  const picture = pair === null ? run && (await alertPicture(ports, run)) : await pairPicture(ports, pair);
  const unsubscribe = signer.unsubscribeUrl(reader);
  const now = new Date();
  const pictureUrl = (id: string, name: "screenshot" | "visualization") =>
    signer.runOutputUrl({ monitorId, runId: id, name, now, seconds: alertLinkSeconds }).url;
  const captures = [
    ...(run === null ? [] : linksOf(run, pictureUrl)),
    ...reviewLinks(signer, { type, runId, now }),
    ...(smallRun === null || smallRun._id === runId ? [] : linksOfSmall(smallRun, pictureUrl)),
  ];
  const headers = { ...automatic, ...oneClick(unsubscribe) };
  const chart = message.numbers === null ? null : await numberChart(message.numbers);
  const rendered = alertMail({ message, picture, chart, captures, unsubscribe });
  const pictures = [picture, chart].flatMap((one) => (one === null ? [] : [one.attachment]));
  return { id: mail._id, to, tag: type, headers, pictures, ...rendered };
}

async function writeDigest(ports: ActivityPorts, { mail, content, to }: MailOf<"digest">): Promise<Mail | null> {
  const { accountId, recipientId } = mail;
  const digest = await ports.database.digests.findOne({ _id: content.digestId });
  const entries = (digest?.entries ?? []).filter(({ readers }) =>
    readers.some((reader) => reader.recipientId === recipientId),
  );
  const [first] = entries;
  if (first === undefined) return null;
  const items: DigestItem[] = [];
  for (const { type, facts, readers } of entries.slice(0, maxDigestItems)) {
    const withPair = items.length < maxDigestPictures;
    const reader = { to: recipientId ?? "account", withPair };
    const template = readers.find((one) => one.recipientId === recipientId)?.template;
    const input = { ...facts, accountId, type, ...(template !== undefined && { template }) };
    const { message, pair } = await readAlert(ports, input, reader);
    const found = pair === null ? null : await pairPicture(ports, pair, `changes${items.length}`);
    items.push({ message, monitorId: facts.monitorId, picture: found });
  }
  // The owner of the account turns the digest off in the monitors' settings. A recipient has no access to them.
  const { monitorId } = first.facts;
  const unsubscribe = recipientId === null ? null : ports.signer.unsubscribeUrl({ monitorId, to: recipientId });
  const rendered = digestMail({ items, total: entries.length, unsubscribe });
  const headers = { ...automatic, ...(unsubscribe !== null && oneClick(unsubscribe)) };
  const pictures = items.flatMap(({ picture }) => (picture === null ? [] : [picture.attachment]));
  return { id: mail._id, to, tag: mail.type, headers, pictures, ...rendered };
}

/** Messages of a digest, and those with a picture, so that the mail stays far below 10 MB. */
const maxDigestItems = 50;
const maxDigestPictures = 8;

/** Headers to unsubscribe by one click in the mail program, by RFC 8058. */
function oneClick(url: string): Record<string, string> {
  return { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** Prevents out-of-office replies (RFC 3834). */
const automatic = { "Auto-Submitted": "auto-generated" };

type PictureUrl = (runId: string, name: "screenshot" | "visualization") => string;
type PictureLink = { label: string; url: string };

/** Links to the picture of a run with a difference below the threshold. */
function linksOfSmall({ _id, capture, visualization }: RunRecord, urlOf: PictureUrl): PictureLink[] {
  if (capture === undefined) return [];
  const name = visualization === undefined ? "screenshot" : "visualization";
  return [{ label: "The change below your threshold", url: urlOf(_id, name) }];
}

function linksOf({ _id, capture, comparedToRunId, visualization }: RunRecord, urlOf: PictureUrl): PictureLink[] {
  return [
    ...(visualization === undefined ? [] : [{ label: "Changes marked", url: urlOf(_id, "visualization") }]),
    ...(capture === undefined ? [] : [{ label: "This capture", url: urlOf(_id, "screenshot") }]),
    ...(comparedToRunId === null || capture === undefined
      ? []
      : [{ label: "The baseline", url: urlOf(comparedToRunId, "screenshot") }]),
  ];
}

type Verification = {
  url: string;
  expiresAt: Date;
  /** Address of the account that asks. A mail without it reads like phishing. */
  account: string;
};

/** The mail that asks the owner of an address to confirm it. */
export function verificationMail({ url, expiresAt, account }: Verification): Content {
  const until = `${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const subject = `Confirm this address for page alerts of ${account}`;
  const lead = `${account} watches web pages with Watchframe, and wants to send alerts about their changes to this address. Confirm the address if you want them.`;
  const note = `The link works until ${until}. If you did not expect this mail, ignore it: you will get no alerts.`;
  return {
    subject,
    text: `${lead}\n\nConfirm: ${url}\n\n${note}\n`,
    html: renderLayout({
      title: subject,
      preview: lead,
      body: html`<p style="margin:0 0 20px">${lead}</p>
        ${buttonRow([{ label: "Confirm this address", url }])}`,
      foot: html`${note}`,
    }),
  };
}
