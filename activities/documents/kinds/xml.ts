import { parseFeed } from "htmlparser2";
import { html } from "#markup/html.ts";
import { type Contents, counted, nameOf, pageLimits, type Source } from "../contents.ts";
import { decodeReply } from "../decodeReply.ts";
import { elementIdOf } from "../entryIds.ts";
import { indentXml } from "./indentXml.ts";
import { plainOf } from "./plainOf.ts";

/** Elements at the top of documents that a browser shows as a page or a picture. */
const shownRoots = /^(?:[\w.-]+:)?(?:html|svg|math)$/iu;
/** Elements at the top of feeds. */
const feedRoots = /^(?:rss|feed|(?:[\w.-]+:)?RDF)$/u;

/** Characters of an entry's summary. */
const maxSummaryChars = 1_000;

/** A feed by its entries, and other XML with a line for each element. Null for a page, a picture, or a text without elements. */
export function readXml({ bytes, contentType, url }: Source): Contents | null {
  const text = decodeReply(bytes, contentType);
  const { lines, root, isCut } = indentXml(text, { maxLines: pageLimits.lines, maxChars: pageLimits.chars });
  if (root === null || shownRoots.test(root)) return null;
  const feed = feedRoots.test(root) ? readFeed(text, url) : null;
  if (feed !== null) return feed;
  return {
    title: nameOf(url),
    body: html`<pre><code class="language-xml">${lines.join("\n")}</code></pre>`,
    data: null,
    leftOut: isCut ? `The page shows the first ${counted(lines.length, "lines")} of this document.` : null,
  };
}

type Entry = { id: string; title: string; link: string | null; date: string | null; summary: string };

function readFeed(text: string, url: string): Contents | null {
  const feed = parseFeed(text);
  if (feed === null) return null;
  const entries = new Map<string, Entry>();
  for (const { id, title, link, pubDate, description } of feed.items) {
    const entry: Entry = {
      id: id ?? link ?? title ?? "",
      title: plainOf(title ?? ""),
      link: webAddress(link, url),
      date: pubDate === undefined || Number.isNaN(pubDate.getTime()) ? null : pubDate.toISOString(),
      summary: plainOf(description ?? "")
        .slice(0, maxSummaryChars)
        .toWellFormed(),
    };
    // Some feeds repeat an entry.
    if (!entries.has(entry.id)) entries.set(entry.id, entry);
  }
  const all = [...entries.values()];
  const shownEntries = all.slice(0, pageLimits.entries);
  const title = plainOf(feed.title ?? "") || nameOf(url);
  return {
    title,
    body: html`<h1>${title}</h1>
      ${shownEntries.map(showEntry)}`,
    data: { title, link: webAddress(feed.link, url), entries: all },
    leftOut:
      all.length > shownEntries.length
        ? `The page shows the first ${counted(shownEntries.length, "entries")} of ${counted(all.length, "entries")}.`
        : null,
  };
}

function showEntry({ id, title, link, date, summary }: Entry) {
  const name = title || link || id;
  return html`<article id="${elementIdOf(id)}">
    <h2>${link === null ? name : html`<a href="${link}">${name}</a>`}</h2>
    ${date === null ? null : html`<p><time datetime="${date}">${readable(date)}</time></p>`}
    ${summary === "" ? null : html`<p>${summary}</p>`}
  </article>`;
}

/** `2026-11-28T02:22:18.000Z` as `2026-11-28 02:22 UTC`. */
function readable(date: string): string {
  return `${date.slice(0, 16).replace("T", " ")} UTC`;
}

/** The absolute address of a page; null for other addresses. */
function webAddress(address: string | undefined, base: string): string | null {
  const url = address === undefined ? null : URL.parse(address.trim(), base);
  return url !== null && /^https?:$/u.test(url.protocol) ? url.href : null;
}
