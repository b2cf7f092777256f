import { createHash } from "node:crypto";
import { type Static, Type } from "typebox";
import { Html, html } from "#markup/html.ts";

const MailHeader = Type.Object({ Name: Type.String(), Value: Type.String() });

/** An attachment. The HTML part refers to a picture by its `ContentID`. */
export const MailAttachment = Type.Object({
  Name: Type.String(),
  /** Base64. */
  Content: Type.String(),
  ContentType: Type.String(),
  ContentID: Type.Optional(Type.String()),
});

/** A mail as Postmark's API accepts it. Other fields are kept. */
export const MailMessage = Type.Object({
  From: Type.String(),
  To: Type.Optional(Type.String()),
  Cc: Type.Optional(Type.String()),
  Bcc: Type.Optional(Type.String()),
  Subject: Type.Optional(Type.String()),
  HtmlBody: Type.Optional(Type.String()),
  TextBody: Type.Optional(Type.String()),
  ReplyTo: Type.Optional(Type.String()),
  Tag: Type.Optional(Type.String()),
  MessageStream: Type.Optional(Type.String()),
  Headers: Type.Optional(Type.Array(MailHeader)),
  Attachments: Type.Optional(Type.Array(MailAttachment)),
  Metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
});

/** A mail in the catcher. */
export type CaughtMail = Static<typeof MailMessage> & { MessageID: string; SubmittedAt: string };

/** Styles of the mail catcher's pages. */
const style = `
  :root { color-scheme: light; }
  * { box-sizing: border-box; }
  body { margin: 0; background: #f2f4f7; color: #17202b; font: 15px/1.5 system-ui, sans-serif; }
  a { color: #1d5fd1; text-decoration: none; }
  a:hover { text-decoration: underline; }
  a:focus-visible { outline: 2px solid #1d5fd1; outline-offset: 2px; border-radius: 4px; }
  main { max-width: 1240px; margin: 0 auto; padding: 2rem 1.25rem 3rem; }
  main.list { max-width: 860px; }
  h1 { font-size: 1.45rem; line-height: 1.3; margin: 0 0 .25rem; overflow-wrap: anywhere; }
  h2 { font-size: .8rem; font-weight: 600; letter-spacing: .04em; text-transform: uppercase; color: #5b6776; margin: 0 0 .5rem; }
  .lead { color: #5b6776; margin: 0 0 1.5rem; }
  .back { display: inline-block; margin-bottom: 1rem; }
  .card { background: #fff; border: 1px solid #dfe3e8; border-radius: 10px; overflow: hidden; }
  .mails { list-style: none; margin: 0; padding: 0; }
  .mails li + li { border-top: 1px solid #e8ebef; }
  .mails a { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .1rem 1.5rem; padding: .8rem 1.1rem; color: inherit; }
  .mails a:hover { background: #f7f9fc; text-decoration: none; }
  .mails a:focus-visible { outline-offset: -2px; border-radius: 0; }
  .mails strong { font-weight: 600; overflow-wrap: anywhere; }
  .mails span, .mails time { color: #5b6776; font-size: .87rem; overflow-wrap: anywhere; }
  .mails time { grid-row: 1; grid-column: 2; white-space: nowrap; }
  .empty { padding: 3rem 1.5rem; text-align: center; color: #5b6776; }
  .empty strong { display: block; color: #17202b; font-size: 1.05rem; margin-bottom: .3rem; }
  dl { margin: 0; display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1.25rem; }
  dt { color: #5b6776; }
  dd { margin: 0; overflow-wrap: anywhere; }
  .facts { margin: .75rem 0 1.5rem; }
  .parts { display: grid; gap: 1.5rem; }
  .parts > div { display: grid; gap: 1.5rem; align-content: start; min-width: 0; }
  iframe { display: block; width: 100%; height: 60vh; border: 0; }
  pre { margin: 0; padding: 1rem 1.1rem; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.55 ui-monospace, Menlo, Consolas, monospace; }
  .headers { padding: 1rem 1.1rem; font-size: .87rem; }
  .files { list-style: none; margin: 0; padding: .75rem 1.1rem; }
  .files span { color: #5b6776; font-size: .87rem; }
  @media (min-width: 1100px) { .parts { grid-template-columns: minmax(0, 1fr) 27rem; } }
  @media (max-width: 600px) {
    main { padding: 1.25rem .75rem 2rem; }
    .headers { grid-template-columns: 1fr; gap: 0; }
    .headers dd { margin-bottom: .5rem; }
    .mails a { grid-template-columns: 1fr; }
    .mails time { grid-row: auto; grid-column: 1; }
  }
`;

/** Formats times in the reader's zone and language, and makes a frame as high as its mail. */
const script = `
  for (const time of document.querySelectorAll("time"))
    time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
  for (const frame of document.querySelectorAll("iframe")) {
    const fit = () => { frame.style.height = frame.contentDocument.documentElement.offsetHeight + "px"; };
    const watch = () => { fit(); new ResizeObserver(fit).observe(frame.contentDocument.documentElement); };
    frame.addEventListener("load", watch);
    if (frame.contentDocument.readyState === "complete") watch();
  }
`;

const scriptHash = createHash("sha256").update(script).digest("base64");

/** Headers of each page. A mail's frame inherits the policy: it loads pictures and styles, and runs no script. */
export const pageHeaders = {
  "Content-Security-Policy": `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: http: https:; script-src 'sha256-${scriptHash}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

/** The page that lists the caught mails. */
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

/** The page of one mail: both parts, attachments and headers. */
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
    ({ Name, ContentType, Content }, index) =>
      html`<li>
        <a href="${addressOf(mail, index)}">${Name}</a>
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

/** The mail's headers and its options for the mail service. */
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

/** The HTML part with the address of each attached picture for its `cid:`. */
function withPictures(mail: CaughtMail, body: string): string {
  const indexes = new Map(
    (mail.Attachments ?? []).map(({ ContentID = "" }, index) => [ContentID.replace(/^cid:/, ""), index]),
  );
  return body.replaceAll(/(["'(])cid:([^"')]+)/g, (whole, before: string, id: string) => {
    const index = indexes.get(id);
    return index === undefined ? whole : `${before}${addressOf(mail, index)}`;
  });
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

function subjectOf({ Subject }: CaughtMail): string {
  return Subject || "(no subject)";
}

function recipientsOf({ To, Cc, Bcc }: CaughtMail): string {
  return [To, Cc, Bcc].filter((list) => list).join(", ");
}

/** The time in UTC. The page's script converts it to the reader's zone. */
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
