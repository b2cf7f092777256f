import { createHash } from "node:crypto";
import { Html, html } from "#markup/html.ts";
import type { Content } from "./exchange.ts";

/** A page for readers of a mail's link: a heading, a text, and at most one picture, one button and one link. */
type Page = {
  title: string;
  text: string;
  /** Path and text of a picture of this service. */
  picture?: { path: string; text: string } | null;
  /** Label of a button that sends a POST to the page's own address. */
  button?: string;
  /** A path of this service that leads on. */
  link?: { path: string; text: string };
};

const style = `:root{color-scheme:light dark;--ground:#f2f4f7;--surface:#fff;--text:#17202b;--soft:#5b6776;--line:#dfe3e8;--link:#2456d6;--button:#2456d6;--on-button:#fff;--added:#186a3b;--removed:#a4262c}
@media(prefers-color-scheme:dark){:root{--ground:#0e1116;--surface:#161a21;--text:#e8ecf1;--soft:#a3adb9;--line:#2a313b;--link:#7ea6ff;--button:#7ea6ff;--on-button:#0b1220;--added:#6fd197;--removed:#ff8f87}}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}a{color:var(--link)}
header,main{max-width:32rem;margin:0 auto}header{display:flex;gap:.6rem;align-items:center;padding:8vh 2rem 1rem}header strong{margin-right:auto}header svg{display:block}
main{padding:2rem;background:var(--surface);border:1px solid var(--line);border-radius:10px}h1{font-size:1.4rem;margin:0 0 .6rem;overflow-wrap:anywhere}
main:first-child{margin-top:12vh}p,form{margin:0 0 1.2rem}main>:last-child{margin-bottom:0}dl{margin:0 0 1.2rem}dt{color:var(--soft);font-size:.87rem}dd{margin:0 0 .5rem;overflow-wrap:anywhere}
code{font:.87em ui-monospace,Menlo,Consolas,monospace}pre{margin:0;padding:.8rem 1rem;background:var(--ground);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere}
img{display:block;max-width:100%;height:auto;margin:0 0 1.2rem;border:1px solid var(--line);border-radius:6px}ins{color:var(--added);text-decoration:none}del{color:var(--removed)}
ul{margin:0 0 1.2rem;padding-left:1.2rem;overflow-wrap:anywhere}button{font:inherit;font-weight:600;color:var(--on-button);background:var(--button);border:0;border-radius:6px;padding:.6rem 1.2rem;cursor:pointer}
@media(max-width:36rem){header{padding:1.25rem 1.5rem .75rem}main{margin:0 .75rem;padding:1.25rem}}`;
const styleTag = new Html(`<style>${style}</style>`);
const hash = createHash("sha256").update(style).digest("base64");

/** A page as a reply's content, and the header it needs. */
export type PageReply = { headers: { "Content-Security-Policy": string }; content: Content };

/** The page as a reply's content with its headers. It runs no script and loads at most its picture. */
export function plainPage({ title, text, picture = null, button, link }: Page): PageReply {
  const body = html`<p>${text}</p>
    ${picture === null ? null : html`<img src="${picture.path}" alt="${picture.text}" />`}
    ${button === undefined ? null : html`<form method="post"><button type="submit">${button}</button></form>`}
    ${link === undefined ? null : html`<p><a href="${link.path}">${link.text}</a></p>`}`;
  return renderPage({
    title,
    body,
    formAction: button === undefined ? "'none'" : "'self'",
    hasPictures: picture !== null,
  });
}

/** The path of one of this service's addresses. A page may be open at another address of the service than the public one. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}

/** The console's icon, the product's name and the way to the console. */
const header = new Html(
  '<header><svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#2456d6"/><path d="M8 12V9a1 1 0 0 1 1-1h3M20 8h3a1 1 0 0 1 1 1v3M24 20v3a1 1 0 0 1-1 1h-3M12 24H9a1 1 0 0 1-1-1v-3" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/><circle cx="16" cy="16" r="3.6" fill="#fff"/></svg><strong>Watchframe</strong><a href="/console">Open Watchframe</a></header>',
);

type Layout = {
  title: string;
  body: Html;
  formAction: "'none'" | "'self'";
  /** Whether it shows pictures of this service. */
  hasPictures?: boolean;
  /** Whether the heading is the product's name, so that no line above repeats it. */
  isFront?: boolean;
};

/** A page with the product's name and one card: a heading and a body. It runs no script and loads at most pictures. */
export function renderPage({ title, body, formAction, hasPictures = false, isFront = false }: Layout): PageReply {
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
        ${isFront ? null : header}
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
