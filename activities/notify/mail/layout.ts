import { type Html, html } from "#markup/html.ts";

/** A mail's subject and its two alternative bodies, which have the same content. */
export type Content = { subject: string; html: string; text: string };

type Layout = {
  title: string;
  /** The text that mail programs show beside the subject. */
  preview: string;
  body: Html;
  button: { label: string; url: string } | null;
  foot: Html;
};

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Builds a mail's HTML. It uses tables and inline styles, as mail programs support little else. */
export function renderLayout({ title, preview, body, button, foot }: Layout): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${title}</title>
      </head>
      <body style="margin:0;padding:0;background:#f2f4f7">
        <div style="display:none;max-height:0;overflow:hidden">${preview}</div>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f4f7">
          <tr>
            <td align="center" style="padding:24px 12px">
              <table
                role="presentation"
                width="600"
                cellpadding="0"
                cellspacing="0"
                style="width:100%;max-width:600px;background:#ffffff;border:1px solid #dfe3e8;border-radius:10px"
              >
                <tr>
                  <td
                    style="padding:20px 28px 0;${font};font-size:13px;line-height:18px;letter-spacing:.04em;color:#5b6776"
                  >
                    WATCHFRAME
                  </td>
                </tr>
                <tr>
                  <td
                    style="padding:6px 28px 14px;${font};font-size:22px;line-height:29px;font-weight:600;color:#17202b;word-break:break-word"
                  >
                    ${title}
                  </td>
                </tr>
                <tr>
                  <td
                    style="padding:0 28px;${font};font-size:15px;line-height:22px;color:#333e4a;word-break:break-word"
                  >
                    ${body}${button === null ? null : buttonOf(button)}
                  </td>
                </tr>
                <tr>
                  <td
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

function buttonOf({ label, url }: { label: string; url: string }): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0">
    <tr>
      <td style="background:#1d5fd1;border-radius:6px">
        <a
          href="${url}"
          style="display:inline-block;padding:11px 20px;${font};font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none"
          >${label}</a
        >
      </td>
    </tr>
  </table>`;
}
