import { type Html, html } from "#markup/html.ts";
import type { ChangeContents, EmbeddedPicture, ReportContents } from "./contents.ts";
import { reportStyle } from "./style.ts";

/** No script runs and nothing is loaded. Styles are this page's own. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** The report as one HTML page that needs no other file. */
export function reportPage(contents: ReportContents): Html {
  const heading = contents.title === "" ? contents.url : contents.title;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${heading} · Watchframe demo</title>
        ${reportStyle}
      </head>
      <body>
        <header class="bar">
          ${logo}
          <strong>Watchframe</strong>
          <span>demo</span>
        </header>
        <main>
          ${introduction(contents, heading)} ${captured(contents)}
          ${contents.change === null ? null : changed(contents.change)} ${next}
        </main>
      </body>
    </html> `;
}

const logo = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  <rect width="32" height="32" rx="7" fill="#2456d6" />
  <path
    d="M8 12V9a1 1 0 0 1 1-1h3M20 8h3a1 1 0 0 1 1 1v3M24 20v3a1 1 0 0 1-1 1h-3M12 24H9a1 1 0 0 1-1-1v-3"
    fill="none"
    stroke="#fff"
    stroke-width="2.4"
    stroke-linecap="round"
  />
  <circle cx="16" cy="16" r="3.6" fill="#fff" />
</svg>`;

function introduction({ url, statusCode, totalMs, picture, change }: ReportContents, heading: string): Html {
  const facts = [
    ["Rendered in", `${(totalMs / 1_000).toFixed(1)} s`],
    ["Answer", `HTTP ${statusCode}`],
    ...(picture ? [["Picture", `${count(picture.width)} × ${count(picture.height)} px`]] : []),
    ...(change ? [["Changed later", percent(change.differenceRatio)]] : []),
  ];
  return html`<section class="intro">
    <p class="eyebrow">One page, rendered${change ? " and watched" : ""}</p>
    <h1>${heading}</h1>
    ${heading === url ? null : html`<p class="address">${url}</p>`}
    <dl class="facts">
      ${facts.map(
        ([term = "", value = ""]) =>
          html`<div>
            <dt>${term}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

function captured({ picture, url }: ReportContents): Html {
  const shown = picture === null ? html`<p>The render made no picture.</p>` : image(picture, "The whole page");
  return html`<section>
    <h2>Its picture</h2>
    <figure class="window">
      <figcaption><i></i><i></i><i></i><span>${url}</span></figcaption>
      <div class="scroll" tabindex="0" role="region" aria-label="Picture of the page">${shown}</div>
    </figure>
    <p class="lead">
      Beside this file are its content, <code>page.md</code>, and its links, colours and metadata as JSON.
    </p>
  </section>`;
}

function changed({ before, after, overlay, differenceRatio, areas }: ChangeContents): Html {
  return html`<section>
    <h2>What a monitor found</h2>
    <p class="lead">
      The demo watched this page, then changed it. A second capture confirmed the change:
      <strong>${percent(differenceRatio)}</strong> of the pixels, in
      ${areas.length === 1 ? "one area" : `${areas.length} areas`}.
    </p>
    <div class="change">
      ${moment("Before", image(before, "The page before the change"))}
      ${moment("After", image(after, "The page after the change"))}
      ${moment("The changes, tinted", image(overlay, "The page after the change, with changed pixels tinted"))}
    </div>
    <ul class="areas">
      ${areas.map(({ status, name }) => html`<li><span class="status ${status}">${status}</span><span>${name}</span></li>`)}
    </ul>
  </section>`;
}

function moment(caption: string, picture: Html): Html {
  return html`<figure class="moment">
    <div>${picture}</div>
    <figcaption>${caption}</figcaption>
  </figure>`;
}

function image({ source, width, height }: EmbeddedPicture, alt: string): Html {
  return html`<img src="${source}" width="${width}" height="${height}" alt="${alt}" />`;
}

const next = html`<section class="next">
  <h2>Look around</h2>
  <dl>
    <dt><code>npm run demo -- --keep</code></dt>
    <dd>Leaves the console open, with these renders, a crawl, a batch, a schedule and the open change.</dd>
    <dt><code>npm run demo -- https://example.com</code></dt>
    <dd>Renders a page of yours into this report.</dd>
    <dt><code>npm start</code></dt>
    <dd>Keeps a stack with data of its own up, and prints an API key and a link to its console.</dd>
  </dl>
</section>`;

function count(value: number): string {
  return value.toLocaleString("en");
}

function percent(share: number): string {
  const value = share * 100;
  return `${value > 0 && value < 0.1 ? "under 0.1" : value.toFixed(value < 10 ? 1 : 0)} %`;
}
