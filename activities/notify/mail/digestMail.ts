import { type Html, html } from "#markup/html.ts";
import { isChange } from "#rules/notifications.ts";
import { cutChars } from "../../cut.ts";
import type { AlertMessage } from "../alert/alertParts.ts";
import { bodyOfMessage, factLine, linkLine, textOfMessage } from "./alertMail.ts";
import type { MailPicture } from "../alert/alertPicture.ts";
import { breakLines, buttonRow, type Content, linkRow, renderLayout } from "./layout.ts";

/** One message of a digest. */
export type DigestItem = { monitorId: string; message: AlertMessage; picture: MailPicture | null };

type Digest = {
  items: readonly DigestItem[];
  /** Number of messages. The mail shows the items, which may be fewer. */
  total: number;
  /** Null for the account's own address. */
  unsubscribe: string | null;
};

const unsubscribeLabel = "Unsubscribe from these mails";
const settingsText = "Change how often it comes, or turn it off, in the alert settings of each monitor.";

/** One mail with the messages about many monitors, oldest first. */
export function digestMail({ items, total, unsubscribe }: Digest): Content {
  const title = titleOf(items, total);
  const restNote = total > items.length ? `${total - items.length} more messages are in the console.` : null;
  const names = items.map(({ message }) => message.title);
  const foot =
    unsubscribe === null
      ? html`${settingsText}`
      : html`<a class="link" href="${unsubscribe}" style="color:#1d5fd1">${unsubscribeLabel}</a>`;
  return {
    subject: title,
    text: [
      `${title}.\n`,
      ...items.flatMap(textOf),
      ...(restNote === null ? [] : [restNote, ""]),
      unsubscribe === null ? settingsText : linkLine({ label: unsubscribeLabel, url: unsubscribe }),
      "",
    ].join("\n"),
    html: renderLayout({
      title,
      preview: cutChars(names.join(" · "), 300),
      body: html`${items.map(sectionOf)}${restNote === null ? null : html`<p style="margin:0">${restNote}</p>`}`,
      foot: html`${foot}<br />The links ask before they do something. They work for 30 days.`,
    }),
  };
}

function titleOf(items: readonly DigestItem[], total: number): string {
  const areChanges = items.every(({ message }) => isChange(message.type));
  const monitors = new Set(items.map(({ monitorId }) => monitorId)).size;
  const [noun, relation] = areChanges ? ["change", "of"] : ["message", "about"];
  return `${counted(total, noun)} ${relation} ${counted(monitors, "monitor")}`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

function textOf({ message }: DigestItem): string[] {
  const { title, lead, see, actions } = message;
  return [`${title}.`, lead, ...textOfMessage(message), ...[see, ...actions].map(linkLine), ""];
}

function sectionOf({ message, picture }: DigestItem): Html {
  const { title, lead, see, actions } = message;
  return html`<div class="line" style="margin:0 0 24px;padding:16px 0 0;border-top:1px solid #dfe3e8">
    <p class="ink" style="margin:0 0 4px;font-size:17px;line-height:24px;font-weight:600;color:#17202b">${title}</p>
    <p style="margin:0 0 10px">${breakLines(lead)}</p>
    ${bodyOfMessage(message, picture)}${buttonRow([see])}${factLine(message)}${linkRow(actions)}
  </div>`;
}
