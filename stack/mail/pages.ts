import { createHash } from "node:crypto";
import { Html, html } from "#markup/html.ts";
import type { CaughtMail } from "./message.ts";
import { script, style } from "./style.ts";

const scriptHash = createHash("sha256").update(script).digest("base64");

/** Headers of every page. A mail's frame inherits the policy, so a mail loads pictures and styles, and runs nothing. */
export const pageHeaders = {
  "Content-Security-Policy": `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: http: https:; script-src 'sha256-${scriptHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

/** The page that lists what was caught. */
export function listPage(mails: readonly CaughtMail[]): string {
  const count = `${mails.length} ${mails.length === 1 ? "mail" : "mails"}, newest first.`;
  const rows = mails.map(
    (mail) =>
      html`<li>
        <a href="/messages/${mail.MessageID}">
          <strong>${subjectOf(mail)}</strong>
          <span>To ${recipientsOf(mail)}</span>
          ${timeOf(mail)}
        </a>
      </li>`,
  );
  const list =
    rows.length === 0
      ? html`<p class="card empty"><strong>No mail yet</strong>Add a recipient or a monitor: its mails arrive here.</p>`
      : html`<ul class="card mails">
          ${rows}
        </ul>`;
  return page(
    "Mail catcher",
    html`<main class="list">
      <h1>Mail catcher</h1>
      <p class="lead">Watchframe's mails arrive here and are not sent.${mails.length === 0 ? null : ` ${count}`}</p>
      ${list}
    </main>`,
  );
}

/** The page of one mail, whole: both parts, its files and its headers. */
export function messagePage(mail: CaughtMail): string {
  const { Attachments = [], HtmlBody, TextBody } = mail;
  const markup = HtmlBody ? section("HTML", frameOf(mail, HtmlBody)) : null;
  const text = TextBody ? section("Text", html`<pre class="card">${withLinks(TextBody)}</pre>`) : null;
  return page(
    subjectOf(mail),
    html`<main>
      <a class="back" href="/">← All mails</a>
      <h1>${subjectOf(mail)}</h1>
      ${listOf("facts", [
        ["From", mail.From],
        ["To", mail.To],
        ["Cc", mail.Cc],
        ["Bcc", mail.Bcc],
        ["Reply to", mail.ReplyTo],
        ["Sent", timeOf(mail)],
      ])}
      <div class="parts">
        <div>${markup ?? text}</div>
        <div>
          ${markup === null ? null : text} ${Attachments.length === 0 ? null : section("Attachments", filesOf(mail))}
          ${section("Headers", listOf("card headers", headersOf(mail)))}
        </div>
      </div>
    </main>`,
  );
}

function filesOf(mail: CaughtMail): Html {
  const files = (mail.Attachments ?? []).map(
    ({ Name, ContentType, Content }, place) =>
      html`<li>
        <a href="${addressOf(mail, place)}">${Name}</a>
        <span>${ContentType}, ${sizeOf(Content)}</span>
      </li>`,
  );
  return html`<ul class="card files">
    ${files}
  </ul>`;
}

type Fact = readonly [name: string, value: string | Html | undefined];

function listOf(classes: string, facts: readonly Fact[]): Html {
  const shown = facts.map(([name, value]) =>
    value
      ? html`<dt>${name}</dt>
          <dd>${value}</dd>`
      : html``,
  );
  return html`<dl class="${classes}">${shown}</dl>`;
}

function section(title: string, content: Html): Html {
  return html`<section>
    <h2>${title}</h2>
    ${content}
  </section>`;
}

/** The headers the mail was handed in with, and what the mail service is told besides. */
function headersOf(mail: CaughtMail): Fact[] {
  const { Headers = [], Metadata = {}, Tag, MessageStream, MessageID } = mail;
  return [
    ["Message ID", MessageID],
    ...Headers.map(({ Name, Value }): Fact => [Name, Value]),
    ["Tag", Tag],
    ["Message stream", MessageStream],
    ...Object.entries(Metadata).map(([name, value]): Fact => [`Metadata ${name}`, value]),
  ];
}

/**
 * The HTML part in a frame. The frame runs no scripts and sends no forms; `allow-same-origin` lets our own page read its height.
 * Links open in a new tab, outside the frame's limits.
 */
function frameOf(mail: CaughtMail, body: string): Html {
  const document = `<!doctype html><base target="_blank">${withPictures(mail, body)}`;
  return html`<iframe
    class="card"
    title="The HTML part"
    sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    srcdoc="${document}"
  ></iframe>`;
}

/** The HTML part with the address of each attached picture in place of its `cid:`. */
function withPictures(mail: CaughtMail, body: string): string {
  const places = new Map(
    (mail.Attachments ?? []).map(({ ContentID = "" }, place) => [ContentID.replace(/^cid:/, ""), place]),
  );
  return body.replaceAll(/(["'(])cid:([^"')]+)/g, (whole, before: string, id: string) => {
    const place = places.get(id);
    return place === undefined ? whole : `${before}${addressOf(mail, place)}`;
  });
}

function addressOf({ MessageID }: CaughtMail, place: number): string {
  return `/messages/${MessageID}/attachments/${place}`;
}

/** A text whose web addresses are links. */
function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 0 ? html`${part}` : html`<a href="${part}" target="_blank">${part}</a>`));
}

function subjectOf({ Subject }: CaughtMail): string {
  return Subject || "(no subject)";
}

function recipientsOf({ To, Cc, Bcc }: CaughtMail): string {
  return [To, Cc, Bcc].filter((list) => list).join(", ");
}

/** The time in UTC; the page's script shows it in the reader's zone. */
function timeOf({ SubmittedAt }: CaughtMail): Html {
  const format = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;
  const shown = new Intl.DateTimeFormat("en-GB", format).format(new Date(SubmittedAt));
  return html`<time datetime="${SubmittedAt}" title="${SubmittedAt}">${shown} UTC</time>`;
}

function sizeOf(base64: string): string {
  return `${Math.ceil(Buffer.byteLength(base64, "base64") / 1024)} kB`;
}

function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        ${content}${new Html(`<script type="module">${script}</script>`)}
      </body>
    </html>`.toString();
}
