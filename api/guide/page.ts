import { createHash } from "node:crypto";
import { Html, html } from "#markup/html.ts";
import type { GuidePage } from "./render.ts";

const style = `:root{color-scheme:light dark;--ground:#fff;--text:#17202b;--soft:#5b6776;--line:#dfe3e8;--raised:#f2f4f7;--link:#1d5fd1}
@media(prefers-color-scheme:dark){:root{--ground:#12161b;--text:#eef2f6;--soft:#a9b4c0;--line:#323b46;--raised:#1b2128;--link:#8ab4ff}}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.6 system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:.9rem 1.5rem;border-bottom:1px solid var(--line)}header strong{margin-right:auto}
a{color:var(--link)}.columns{display:grid;grid-template-columns:14rem minmax(0,46rem);gap:2.5rem;max-width:66rem;margin:0 auto;padding:1.5rem}
nav ul{list-style:none;margin:0;padding:0}nav li{padding:.15rem 0}nav a[aria-current]{color:var(--text);font-weight:600;text-decoration:none}
h1{margin:0 0 1rem;line-height:1.2}h2{margin:2.2rem 0 .6rem;line-height:1.3}h1,h2,h3,p,li,td{overflow-wrap:anywhere}
code{font:.87em ui-monospace,Menlo,Consolas,monospace;background:var(--raised);border-radius:4px;padding:.1em .3em}
pre{overflow-x:auto;padding:.9rem 1.1rem;background:var(--raised);border-radius:8px}pre code{padding:0;background:none}
table{width:100%;border-collapse:collapse;font-size:.93rem}th,td{padding:.4rem .6rem;border:1px solid var(--line);text-align:left;vertical-align:top}
img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:8px}
@media(max-width:52rem){.columns{grid-template-columns:minmax(0,1fr);gap:1rem;padding:1rem}nav{order:2;border-top:1px solid var(--line);padding-top:1rem}table{display:block;overflow-x:auto}}`;
const styleTag = new Html(`<style>${style}</style>`);
const hash = createHash("sha256").update(style).digest("base64");

/** The policy of the guide's pages: no script, and pictures of this service alone. */
export const guidePolicy = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

type Layout = GuidePage & {
  /** Name of the page. */
  name: string;
  /** Names and titles of all pages. */
  pages: readonly { name: string; title: string }[];
};

/** A page of the guide with its list of pages. */
export function layOutGuide({ name, title, body, pages }: Layout): Buffer {
  const links = pages.map(
    (page) =>
      html`<li>
        <a href="/docs/guide/${page.name}" ${page.name === name ? html` aria-current="page"` : null}>${page.title}</a>
      </li>`,
  );
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Watchframe</title>
        ${styleTag}
      </head>
      <body>
        <header><strong>Watchframe</strong><a href="/console">Console</a><a href="/docs">API reference</a></header>
        <div class="columns">
          <nav aria-label="Pages of the guide">
            <ul>
              ${links}
            </ul>
          </nav>
          <main>${body}</main>
        </div>
      </body>
    </html> `;
  return Buffer.from(page.toString());
}
