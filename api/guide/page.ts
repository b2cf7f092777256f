import { createHash } from "node:crypto";
import { Html, html } from "#markup/html.ts";
import type { ContentsGroup } from "./contents.ts";
import type { GuideHit } from "./search.ts";

const style = `:root{color-scheme:light dark;--ground:#fff;--text:#17202b;--soft:#5b6776;--line:#dfe3e8;--raised:#f2f4f7;--link:#1d5fd1}
@media(prefers-color-scheme:dark){:root{--ground:#12161b;--text:#eef2f6;--soft:#a9b4c0;--line:#323b46;--raised:#1b2128;--link:#8ab4ff}}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.6 system-ui,sans-serif}
header{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;padding:.9rem 1.5rem;border-bottom:1px solid var(--line)}header{align-items:center}header strong{margin-right:auto}header strong a{color:inherit;text-decoration:none}
a{color:var(--link)}.columns{display:grid;grid-template-columns:14rem minmax(0,46rem);gap:2.5rem;max-width:66rem;margin:0 auto;padding:1.5rem}
nav h2{margin:1.2rem 0 .2rem;font-size:.8rem;color:var(--soft)}nav h2:first-child{margin-top:0}
nav ul,main ol.hits{list-style:none;margin:0;padding:0}nav li{padding:.15rem 0}main ol.hits li{margin:0 0 1.2rem}main ol.hits p{margin:.2rem 0 0}
mark{background:none;color:inherit;font-weight:700}
form{display:flex;gap:.4rem}input,button{font:inherit;font-size:.93rem;padding:.15rem .6rem;border:1px solid var(--soft);border-radius:6px;background:var(--ground);color:var(--text)}
input{min-width:0;width:16rem;max-width:100%}button{background:var(--raised);cursor:pointer}nav a[aria-current]{color:var(--text);font-weight:600;text-decoration:none}
h1{margin:0 0 1rem;line-height:1.2}h2{margin:2.2rem 0 .6rem;line-height:1.3}h1,h2,h3,p,li,td{overflow-wrap:anywhere}
code{font:.87em ui-monospace,Menlo,Consolas,monospace;background:var(--raised);border-radius:4px;padding:.1em .3em}
pre{overflow-x:auto;padding:.9rem 1.1rem;background:var(--raised);border-radius:8px}pre code{padding:0;background:none}
table{width:100%;border-collapse:collapse;font-size:.93rem}th,td{padding:.4rem .6rem;border:1px solid var(--line);text-align:left;vertical-align:top}
img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:8px}
@media(max-width:52rem){.columns{grid-template-columns:minmax(0,1fr);gap:1rem;padding:1rem}nav{order:2;border-top:1px solid var(--line);padding-top:1rem}table{display:block;overflow-x:auto}}`;
const styleTag = new Html(`<style>${style}</style>`);
const hash = createHash("sha256").update(style).digest("base64");

/** The policy of the guide's pages: no script, and pictures of this service alone. */
export const guidePolicy = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`;

type Layout = {
  /** Name of the page; an empty text for the contents, null for a search. */
  name: string | null;
  title: string;
  body: Html;
  groups: readonly ContentsGroup[];
  /** The words in the field for searches. */
  query?: string;
};

/** The maximum length of a search. */
export const maxQueryChars = 100;

/** A page of the guide, with the list of pages and the field for searches. */
export function layOutGuide({ name, title, body, groups, query = "" }: Layout): Buffer {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Watchframe</title>
        ${styleTag}
      </head>
      <body>
        <header>
          <strong><a href="/guide">Watchframe guide</a></strong>
          <form action="/guide" role="search">
            <input
              type="search"
              name="q"
              aria-label="Search the guide"
              placeholder="Search the guide"
              required
              maxlength="${maxQueryChars}"
              value="${query}"
            />
            <button>Search</button>
          </form>
          <a href="/console">Console</a><a href="/docs">API reference</a>
        </header>
        <div class="columns">
          <nav aria-label="Pages of the guide">${name === "" ? null : groups.map((group) => navOf(group, name))}</nav>
          <main>${body}</main>
        </div>
      </body>
    </html> `;
  return Buffer.from(page.toString());
}

function navOf({ title, pages }: ContentsGroup, name: string | null): Html {
  const links = pages.map(
    (page) =>
      html`<li>
        <a href="/guide/${page.name}" ${page.name === name ? html` aria-current="page"` : null}>${page.title}</a>
      </li>`,
  );
  return html`<h2>${title}</h2>
    <ul>
      ${links}
    </ul>`;
}

/** The sections that a search found, the best first. */
export function layOutHits(query: string, hits: readonly GuideHit[]): Html {
  if (hits.length === 0)
    return html`<h1>No page has “${query}”</h1>
      <p>Try fewer words, or their beginnings.</p>`;
  const items = hits.map(({ page, pageTitle, heading, anchor, excerpt }) => {
    const words = excerpt.map(({ text, isFound }) => (isFound ? html`<mark>${text}</mark>` : html`${text}`));
    return html`<li>
      <a href="/guide/${page}#${anchor}">${heading === pageTitle ? heading : `${pageTitle}: ${heading}`}</a>
      <p>${words}</p>
    </li>`;
  });
  return html`<h1>“${query}” in the guide</h1>
    <ol class="hits">
      ${items}
    </ol>`;
}
