import { escapeHtml as escape } from "#markup/html.ts";
import type { CaughtMail } from "./mail.ts";

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; color: #1f2933; background: #f5f7fa; margin: 0; }
  main { max-width: 860px; margin: 2rem auto; padding: 0 1rem; }
  h1 { font-size: 1.3rem; } a { color: #0b69a3; text-decoration: none; }
  table { width: 100%; border-collapse: collapse; background: #fff; border-radius: 8px; overflow: hidden; }
  th, td { text-align: left; padding: .6rem .8rem; border-bottom: 1px solid #e4e7eb; }
  dt { color: #616e7c; float: left; width: 6rem; clear: left; } dd { margin: 0 0 .3rem 6rem; }
  pre, iframe { width: 100%; box-sizing: border-box; background: #fff; border: 1px solid #e4e7eb; border-radius: 8px; }
  pre { padding: 1rem; white-space: pre-wrap; } iframe { height: 60vh; }
`;

/** The page that lists what was caught. */
export function listPage(mails: readonly CaughtMail[]): string {
  const rows = mails.map(
    (mail) => `<tr><td><a href="/messages/${escape(mail.MessageID)}">${escape(mail.Subject || "(no subject)")}</a></td>
      <td>${escape(mail.To ?? "")}</td><td>${escape(mail.SubmittedAt)}</td></tr>`,
  );
  const empty = `<tr><td colspan="3">No mail yet. Mails of monitors arrive here instead of being sent.</td></tr>`;
  return page(
    "Mail catcher",
    `<table><thead><tr><th>Subject</th><th>To</th><th>At</th></tr></thead><tbody>${rows.join("") || empty}</tbody></table>`,
  );
}

/** The page of one mail; its HTML is shown without scripts and without our origin. */
export function messagePage(mail: CaughtMail): string {
  const fields = [
    ["From", mail.From],
    ["To", mail.To],
    ["Cc", mail.Cc],
    ["Bcc", mail.Bcc],
    ["At", mail.SubmittedAt],
  ].map(([name, value]) => (value ? `<dt>${name}</dt><dd>${escape(value)}</dd>` : ""));
  const html = mail.HtmlBody ? `<iframe sandbox srcdoc="${escape(mail.HtmlBody)}"></iframe>` : "";
  const text = mail.TextBody ? `<pre>${escape(mail.TextBody)}</pre>` : "";
  return page(
    mail.Subject || "(no subject)",
    `<dl>${fields.join("")}</dl>${html}${text}<p><a href="/">All mails</a></p>`,
  );
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escape(title)}</title>
    <style>${STYLE}</style><main><h1>${escape(title)}</h1>${content}</main></html>`;
}
