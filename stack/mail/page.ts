import { createHash } from "node:crypto";
import { Html, html } from "#markup/html.ts";
import type { CaughtMail } from "./message.ts";

const style = `
  :root { color-scheme: light dark; }
  body { max-width: 860px; margin: 2rem auto; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
  li { margin-bottom: 1.5rem; }
  pre { margin: 0; white-space: pre-wrap; font: 13px/1.5 ui-monospace, monospace; }
`;
/** Shows times in the reader's zone and language. */
const script = `
  for (const time of document.querySelectorAll("time"))
    time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
`;
const headers = { "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer" };

/** Headers of the list. Its own style and script run alone. */
export const listHeaders = {
  ...headers,
  "Content-Security-Policy": `default-src 'none'; style-src ${hashOf(style)}; img-src data:; script-src ${hashOf(script)}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
};

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** Headers of a mail's HTML part. It has no origin, runs no script and sends no form; its links open outside these limits. */
export const partHeaders = {
  ...headers,
  "Content-Security-Policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: http: https:; frame-ancestors 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
};

/** The page with all mails, newest first: text, attachments and the rest of each. */
export function listPage(mails: readonly CaughtMail[]): string {
  const list =
    mails.length === 0 ? html`<p>No mail yet. Add a recipient or a monitor: its mails arrive here.</p>` : null;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>Mail catcher</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        <h1>Mail catcher</h1>
        <p>Watchframe's mails arrive here and are not sent.</p>
        ${list}
        <ul>
          ${mails.map(item)}
        </ul>
        ${new Html(`<script type="module">${script}</script>`)}
      </body>
    </html>`.toString();
}

function item(mail: CaughtMail): Html {
  const { MessageID, Subject, SubmittedAt, HtmlBody, TextBody, Attachments = [], ...otherFields } = mail;
  const subject = Subject || "(no subject)";
  const files = Attachments.map(({ Name }, index) => html`<a href="${addressOf(mail, index)}">${Name}</a> `);
  return html`<li>
    <strong>${HtmlBody ? html`<a href="/messages/${MessageID}">${subject}</a>` : subject}</strong>
    <time datetime="${SubmittedAt}" title="${SubmittedAt}">${SubmittedAt}</time>
    <div>To ${[mail.To, mail.Cc, mail.Bcc].filter((list) => list).join(", ")} ${files}</div>
    <details>
      <summary>Text and headers</summary>
      <pre class="text">${withLinks(TextBody ?? "")}</pre>
      <pre class="rest">${JSON.stringify({ MessageID, ...otherFields }, null, 2)}</pre>
    </details>
  </li>`;
}

/** The HTML part of a mail. Its links open in a new tab, and each `cid:` has the address of the attached picture. */
export function htmlPart(mail: CaughtMail): string {
  const indexes = new Map(
    (mail.Attachments ?? []).map(({ ContentID = "" }, index) => [ContentID.replace(/^cid:/, ""), index]),
  );
  const part = (mail.HtmlBody ?? "").replaceAll(/(["'(])cid:([^"')]+)/g, (whole, before: string, id: string) => {
    const index = indexes.get(id);
    return index === undefined ? whole : `${before}${addressOf(mail, index)}`;
  });
  return `<!doctype html><base target="_blank">${part}`;
}

function addressOf({ MessageID }: CaughtMail, index: number): string {
  return `/messages/${MessageID}/attachments/${index}`;
}

/** A text with its web addresses as links. */
function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<a href="${part}" target="_blank">${part}</a>`));
}
