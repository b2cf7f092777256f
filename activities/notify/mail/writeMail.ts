import { html } from "#markup/html.ts";
import type { EmailDelivery, Letter } from "#schemas/events.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import { linkMs } from "#schemas/settings/retention.ts";
import { open } from "#vault/open.ts";
import type { ActivityPorts } from "../../ports.ts";
import type { Mail } from "../mailer.ts";
import { alertMail } from "./alertMail.ts";
import { alertPicture } from "./alertPicture.ts";
import { type Content, renderLayout } from "./layout.ts";

const linkSeconds = linkMs.alert / 1_000;

/** Writes a mail to an address; null if its content has expired or is useless. */
export function writeMail(ports: ActivityPorts, mail: EmailDelivery, to: string): Promise<Mail | null> {
  const { letter } = mail;
  switch (letter.kind) {
    case "verification":
      return Promise.resolve(writeVerification(ports, { mail, letter, to }));
    case "alert":
      return writeAlert(ports, { mail, letter, to });
  }
}

type MailOf<Kind extends Letter["kind"]> = {
  mail: EmailDelivery;
  letter: Extract<Letter, { kind: Kind }>;
  to: string;
};

function writeVerification(
  { keyRing, signer }: ActivityPorts,
  { mail, letter, to }: MailOf<"verification">,
): Mail | null {
  if (letter.expiresAt <= new Date() || mail.recipientId === null) return null;
  const { accountId, recipientId: entityId } = mail;
  const token = open(keyRing, letter.token, { accountId, entityId, field: "token" });
  const content = verificationMail({ url: signer.verifyUrl(token), expiresAt: letter.expiresAt });
  return { id: mail._id, to, tag: mail.type, headers: automatic, picture: null, ...content };
}

async function writeAlert(ports: ActivityPorts, { mail, letter, to }: MailOf<"alert">): Promise<Mail | null> {
  const { type } = mail;
  if (type === "recipient.verification") return null;
  const { database, signer } = ports;
  const { monitorId, runId, belowThreshold } = letter;
  const [run, smallRun, account] = await Promise.all([
    runId === null ? null : database.runs.findOne({ _id: runId }),
    belowThreshold === undefined ? null : database.runs.findOne({ _id: belowThreshold.runId }),
    database.accounts.findOne({ _id: mail.accountId }),
  ]);
  const picture = run === null ? null : await alertPicture(ports, run);
  const reader = { monitorId, to: mail.recipientId ?? "account" };
  const unsubscribeUrl = signer.unsubscribeUrl(reader);
  const now = new Date();
  const pictureUrl = (id: string, name: "screenshot" | "visualization") =>
    signer.runOutputUrl({ monitorId, runId: id, name, now, seconds: linkSeconds }).url;
  const content = alertMail({
    type,
    letter,
    run,
    picture,
    timeZone: account?.timeZone ?? "UTC",
    links: {
      captures: [
        ...(run === null ? [] : linksOf(run, pictureUrl)),
        ...(smallRun === null || smallRun._id === runId ? [] : linksOfSmall(smallRun, pictureUrl)),
      ],
      pause: signer.pauseUrl(reader, Math.floor(now.getTime() / 1000) + linkSeconds),
      unsubscribe: unsubscribeUrl,
    },
  });
  const headers = {
    ...automatic,
    // Unsubscribing by one click in the mail program, by RFC 8058.
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  return { id: mail._id, to, tag: type, headers, picture: picture?.attachment ?? null, ...content };
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
    ...(visualization === undefined ? [] : [{ label: "What changed", url: urlOf(_id, "visualization") }]),
    ...(capture === undefined ? [] : [{ label: "This capture", url: urlOf(_id, "screenshot") }]),
    ...(comparedToRunId === null || capture === undefined
      ? []
      : [{ label: "The baseline", url: urlOf(comparedToRunId, "screenshot") }]),
  ];
}

/** The mail that asks the owner of an address to confirm it. It names no sender, as the address may belong to a stranger. */
export function verificationMail({ url, expiresAt }: { url: string; expiresAt: Date }): Content {
  const until = `${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const subject = "Confirm this address for page alerts";
  const lead =
    "Someone wants to send alerts about changes of a web page to this address. Confirm the address if you want them.";
  const note = `The link works until ${until}. If you did not expect this mail, ignore it: you will get no alerts.`;
  return {
    subject,
    text: `${lead}\n\nConfirm: ${url}\n\n${note}\n`,
    html: renderLayout({
      title: subject,
      preview: lead,
      body: html`<p style="margin:0 0 20px">${lead}</p>`,
      button: { label: "Confirm this address", url },
      foot: html`${note}`,
    }),
  };
}
