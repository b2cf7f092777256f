import { Html, html } from "#markup/html.ts";

/** A mail's subject and its two alternative bodies, which have the same content. */
export type Content = { subject: string; html: string; text: string };

type Layout = {
  title: string;
  /** The text that mail programs show beside the subject. */
  preview: string;
  body: Html;
  foot: Html;
};

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/**
 * Colours for dark mail programs, and sizes for phones. Everything also has an inline style, as some programs drop this
 * sheet. `!important` is needed against those.
 */
const sheet = new Html(`<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.frame{padding:10px 6px !important}.pad{padding-left:18px !important;padding-right:18px !important}
.button{display:block !important;text-align:center !important;margin:0 0 8px !important}.label{white-space:normal !important;padding-right:12px !important}}
@media (prefers-color-scheme:dark){.page{background:#12161b !important}
.card{background:#1b2128 !important;border-color:#323b46 !important}.ink{color:#eef2f6 !important}
.soft{color:#a9b4c0 !important}.link{color:#8ab4ff !important}.line{border-color:#323b46 !important}
.main{background:#2f6bdb !important;border-color:#2f6bdb !important}.side{background:#262e38 !important;border-color:#465261 !important;color:#eef2f6 !important}
.added{background:#173424 !important;color:#eef2f6 !important}.removed{background:#41211e !important;color:#eef2f6 !important}}
</style>`);

/** Builds a mail's HTML. It uses tables and inline styles, as mail programs support little else. */
export function renderLayout({ title, preview, body, foot }: Layout): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        ${sheet}
      </head>
      <body class="page" style="margin:0;padding:0;background:#f2f4f7">
        <div style="display:none;max-height:0;overflow:hidden">${preview}</div>
        <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f4f7">
          <tr>
            <td class="frame" align="center" style="padding:24px 12px">
              <table
                role="presentation"
                class="card"
                width="600"
                cellpadding="0"
                cellspacing="0"
                style="width:100%;max-width:600px;background:#ffffff;border:1px solid #dfe3e8;border-radius:10px"
              >
                <tr>
                  <td
                    class="pad soft"
                    style="padding:20px 28px 0;${font};font-size:13px;line-height:18px;letter-spacing:.04em;color:#5b6776"
                  >
                    WATCHFRAME
                  </td>
                </tr>
                <tr>
                  <td
                    class="pad ink"
                    style="padding:6px 28px 14px;${font};font-size:22px;line-height:29px;font-weight:600;color:#17202b;word-break:break-word"
                  >
                    ${title}
                  </td>
                </tr>
                <tr>
                  <td
                    class="pad ink"
                    style="padding:0 28px;${font};font-size:15px;line-height:22px;color:#333e4a;word-break:break-word"
                  >
                    ${body}
                  </td>
                </tr>
                <tr>
                  <td
                    class="pad soft"
                    style="padding:22px 28px 24px;${font};font-size:13px;line-height:19px;color:#5b6776;word-break:break-word"
                  >
                    ${foot}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `.toString();
}

/** A text of several lines. */
export function breakLines(text: string): Html {
  const lines = text.split("\n").map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));
  return html`${lines}`;
}

type Button = { label: string; url: string };

/** Buttons in one row, on phones one below the other. The first one is the main one. */
export function buttonRow(buttons: readonly Button[]): Html {
  const shared = `display:inline-block;margin:0 8px 8px 0;padding:10px 18px;${font};font-size:15px;line-height:20px;font-weight:600;text-decoration:none;border-radius:6px`;
  const main = `${shared};background:#1d5fd1;border:1px solid #1d5fd1;color:#ffffff`;
  const side = `${shared};background:#ffffff;border:1px solid #c6ced8;color:#17202b`;
  const links = buttons.map(
    ({ label, url }, index) =>
      html`<a class="button ${index === 0 ? "main" : "side"}" href="${url}" style="${index === 0 ? main : side}"
        >${label}</a
      >`,
  );
  return html`<div style="margin:0 0 10px">${links}</div>`;
}

/** Links in one line. */
export function linkRow(links: readonly Button[]): Html | null {
  if (links.length === 0) return null;
  const shown = links.map(
    ({ label, url }, index) =>
      html`${index === 0 ? null : html` &middot; `}<a class="link" href="${url}" style="color:#1d5fd1">${label}</a>`,
  );
  return html`<p style="margin:0">${shown}</p>`;
}
