import { type Html, html } from "#markup/html.ts";
import type { AlertLink } from "../alert/alertLinks.ts";
import type { AlertMessage } from "../alert/alertMessage.ts";
import type { Fact } from "../alert/changeFacts.ts";
import type { MailPicture } from "../alert/alertPicture.ts";
import { buttonRow, type Content, linkRow, renderLayout } from "./layout.ts";
import { wordBlock, wordLines } from "./textChanges.ts";

type Alert = {
  message: AlertMessage;
  picture: MailPicture | null;
  /** Links to the pictures of the run and its baseline. */
  captures: AlertLink[];
  unsubscribe: string;
};

const unsubscribeLabel = "Unsubscribe from these mails";

/** The mail about a monitor's event. It does not contain the page's address, which is never shown. */
export function alertMail({ message, picture, captures, unsubscribe }: Alert): Content {
  const { title, lead, words, see, actions } = message;
  const facts = mailFacts(message);
  const links = [see, ...actions];
  return {
    subject: title,
    text: [
      `${title}.\n\n${lead}\n`,
      ...factLines(facts),
      "",
      ...wordLines(words).concat(words.length === 0 ? [] : [""]),
      ...[...links, ...captures, { label: unsubscribeLabel, url: unsubscribe }].map(linkLine),
      "",
    ].join("\n"),
    html: renderLayout({
      title,
      preview: factLines(facts).join(" · "),
      body: html`<p style="margin:0 0 16px">${lead}</p>
        ${factTable(facts)}${wordBlock(words)}${picture === null ? null : pictureBlock(picture, see.url)}${buttonRow(links)}${linkRow(captures)}`,
      foot: html`<a class="link" href="${unsubscribe}" style="color:#1d5fd1">${unsubscribeLabel}</a>${
          actions.length === 0 ? null : html`<br />The buttons ask before they do something. They work for 30 days.`
        }`,
    }),
  };
}

/** The facts of a mail with the page first. */
export function mailFacts({ host, facts }: Pick<AlertMessage, "host" | "facts">): Fact[] {
  return host === "" ? facts : [["Page", host], ...facts];
}

export function factLines(facts: readonly Fact[]): string[] {
  return facts.map(([label, value]) => `${label}: ${value}`);
}

export function linkLine({ label, url }: AlertLink): string {
  return `${label}: ${url}`;
}

export function factTable(facts: readonly Fact[]): Html {
  const rows = facts.map(
    ([label, value]) =>
      html`<tr>
        <td
          class="soft label"
          style="padding:3px 16px 3px 0;color:#5b6776;white-space:nowrap;word-break:normal;vertical-align:top"
        >
          ${label}
        </td>
        <td class="ink" style="padding:3px 0;color:#17202b;word-break:break-word;vertical-align:top">${value}</td>
      </tr>`,
  );
  return html`<table
    role="presentation"
    cellpadding="0"
    cellspacing="0"
    style="margin:0 0 18px;font-size:14px;line-height:20px"
  >
    ${rows}
  </table>`;
}

/** A picture that is a link, with its caption. */
export function pictureBlock({ attachment: { cid }, width, height, alt, caption }: MailPicture, url: string): Html {
  return html`<a href="${url}"
      ><img
        class="line"
        src="cid:${cid}"
        alt="${alt}"
        width="${width}"
        height="${height}"
        style="display:block;width:100%;max-width:${width}px;height:auto;border:1px solid #dfe3e8"
    /></a>
    <p class="soft" style="margin:6px 0 18px;font-size:13px;line-height:18px;color:#5b6776">${caption}</p>`;
}
