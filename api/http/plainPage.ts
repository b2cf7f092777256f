import { createHash } from "node:crypto";
import { Html, html } from "#markup/html.ts";
import type { Content } from "./exchange.ts";

/** A page for readers of a mail's link: a heading, a text and at most one button. */
type Page = {
  title: string;
  text: string;
  /** Label of a button that sends a POST to the page's own address. */
  button?: string;
};

const style =
  "body{margin:0;background:#f2f4f7;color:#17202b;font:16px/1.5 system-ui,sans-serif}main{max-width:32rem;margin:12vh auto;padding:2rem;background:#fff;border:1px solid #dfe3e8;border-radius:10px}h1{font-size:1.4rem;margin:0 0 .6rem;overflow-wrap:anywhere}p{margin:0 0 1.2rem}p:last-child{margin:0}a{color:#1d5fd1}dl{margin:0 0 1.2rem}dt{color:#5b6776;font-size:.87rem}dd{margin:0 0 .5rem;overflow-wrap:anywhere}code{font:.87em ui-monospace,Menlo,Consolas,monospace}pre{margin:0;padding:.8rem 1rem;background:#f2f4f7;border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}img{display:block;max-width:100%;height:auto;margin:0 0 1.2rem;border:1px solid #dfe3e8;border-radius:6px}ins{color:#186a3b;text-decoration:none}del{color:#a4262c}ul{margin:0 0 1.2rem;padding-left:1.2rem;overflow-wrap:anywhere}button{font:inherit;font-weight:600;color:#fff;background:#1d5fd1;border:0;border-radius:6px;padding:.6rem 1.2rem;cursor:pointer}@media(max-width:36rem){main{margin:.75rem;padding:1.25rem}}";
const styleTag = new Html(`<style>${style}</style>`);
const hash = createHash("sha256").update(style).digest("base64");

/** A page as a reply's content, and the header it needs. */
export type PageReply = { headers: { "Content-Security-Policy": string }; content: Content };

/** The page as a reply's content with its headers. It runs no script and loads nothing. */
export function plainPage({ title, text, button }: Page): PageReply {
  const form = button === undefined ? null : html`<form method="post"><button type="submit">${button}</button></form>`;
  return renderPage({
    title,
    body: html`<p>${text}</p>
      ${form}`,
    formAction: button === undefined ? "'none'" : "'self'",
  });
}

type Layout = {
  title: string;
  body: Html;
  formAction: "'none'" | "'self'";
  /** Whether it shows pictures of this service. */
  hasPictures?: boolean;
};

/** A page with one card: a heading and a body. It runs no script and loads at most pictures. */
export function renderPage({ title, body, formAction, hasPictures = false }: Layout): PageReply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styleTag}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `;
  const bytes = Buffer.from(page.toString());
  const pictures = hasPictures ? "img-src 'self'; " : "";
  const policy = `default-src 'none'; ${pictures}style-src 'sha256-${hash}'; frame-ancestors 'none'; base-uri 'none'; form-action ${formAction}`;
  return {
    headers: { "Content-Security-Policy": policy },
    content: { contentType: "text/html; charset=utf-8", length: bytes.length, read: () => Promise.resolve(bytes) },
  };
}

/** Whether the client is a browser. Programs get JSON. */
export function wantsPage({ prefers }: { prefers(type: string, others: readonly string[]): boolean }): boolean {
  return prefers("text/html", ["application/json"]);
}
