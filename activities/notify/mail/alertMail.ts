import { type Html, html } from "#markup/html.ts";
import type { AlertLink } from "../alert/alertLinks.ts";
import type { AlertMessage } from "../alert/alertParts.ts";
import { type Fact, factLines } from "../alert/changeFacts.ts";
import type { MailPicture } from "../alert/alertPicture.ts";
import { breakLines, buttonRow, type Content, linkRow, renderLayout } from "./layout.ts";
import { wordBlock, wordLines } from "./textChanges.ts";

type Alert = {
  message: AlertMessage;
  picture: MailPicture | null;
  /** The history of a number. Missing without one. */
  chart?: MailPicture | null;
  /** Links to the pictures of the run and its baseline. */
  captures: AlertLink[];
  unsubscribe: string;
};

const unsubscribeLabel = "Unsubscribe from these mails";

/** The mail about a monitor's event. */
export function alertMail({ message, picture, chart = null, captures, unsubscribe }: Alert): Content {
  const { title, lead, see, actions } = message;
  const links = [see, ...actions];
  return {
    subject: title,
    text: [
      `${title}.\n\n${lead}\n`,
      ...textOfMessage(message),
      "",
      ...[...links, ...captures, { label: unsubscribeLabel, url: unsubscribe }].map(linkLine),
      "",
    ].join("\n"),
    html: renderLayout({
      title,
      preview: previewOf(message),
      body: html`<p style="margin:0 0 16px">${breakLines(lead)}</p>
        ${bodyOfMessage(message, picture)}${chart === null ? null : pictureBlock(chart, see.url)}${buttonRow(links)}${factLine(message)}${linkRow(captures)}`,
      foot: html`<a class="link" href="${unsubscribe}" style="color:#1d5fd1">${unsubscribeLabel}</a>${
          actions.length === 0 ? null : html`<br />The buttons ask before they do something. They work for 30 days.`
        }`,
    }),
  };
}

/** The notes, the changed words and the measures in lines. */
export function textOfMessage(message: AlertMessage): string[] {
  const { notes, words } = message;
  return [...blockOf(factLines(notes)), ...blockOf(wordLines(words)), ...factLines(mailFacts(message))];
}

function blockOf(lines: string[]): string[] {
  return lines.length === 0 ? [] : [...lines, ""];
}

/**
 * The line that mail programs show beside the subject: the words that changed, else why it failed, else the measures. Of a
 * message in the words of a template, its text.
 */
function previewOf(message: AlertMessage): string {
  const { lead, notes, words, facts } = message;
  if (facts.length === 0) return lead;
  return [...wordLines(words), ...factLines(notes), ...factLines(mailFacts(message))].join(" · ");
}

/** The notes, the changed words and the picture. The measures come after the buttons. */
export function bodyOfMessage({ notes, words, see }: AlertMessage, picture: MailPicture | null): Html {
  return html`${notes.length === 0 ? null : factTable(notes)}${wordBlock(words)}${picture === null ? null : pictureBlock(picture, see.url)}`;
}

/** The measures of a mail with the page first. */
function mailFacts({ host, pageUrl, facts }: Pick<AlertMessage, "host" | "pageUrl" | "facts">): Fact[] {
  return host === "" ? facts : [["Page", pageUrl ?? host], ...facts];
}

/** The measures in one paragraph, with a link to the page if there is one. */
export function factLine(message: AlertMessage): Html {
  const { host, pageUrl } = message;
  const page = pageUrl === null ? null : html`<a class="link" href="${pageUrl}" style="color:#1d5fd1">${host}</a> · `;
  const facts = pageUrl === null ? mailFacts(message) : message.facts;
  return html`<p class="soft" style="margin:8px 0 12px;font-size:13px;line-height:19px;color:#5b6776">
    ${page}${factLines(facts).join(" · ")}
  </p>`;
}

export function linkLine({ label, url }: AlertLink): string {
  return `${label}: ${url}`;
}

function factTable(facts: readonly Fact[]): Html {
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
function pictureBlock({ attachment: { cid }, width, height, alt, caption }: MailPicture, url: string): Html {
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
