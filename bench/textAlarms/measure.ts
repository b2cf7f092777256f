import { monitorProbe, readProbed } from "#activities/monitor/monitorProbe.ts";
import { storeText } from "#activities/monitor/pageText.ts";
import { compareTextsApart } from "#activities/compare/text/textComparer.ts";
import type { ObjectStore } from "#data/objects.ts";
import type { TestBrowser } from "#test/browser/support.ts";
import { timed } from "../statistics.ts";
import { articleKinds } from "./articleKinds.ts";
import type { Content, PageKind } from "./kinds.ts";
import { listKinds } from "./listKinds.ts";
import { oddKinds } from "./oddKinds.ts";
import { ignoredParts, randomOf, visitOf } from "./visits.ts";

/** Captures at once. */
const lanes = 4;
const capture = {
  text: true,
  changeOn: "text",
  ignoreRegions: ignoredParts.selectors.map((selector) => ({ selector })),
} as const;
const options = {
  timeout: 30,
  viewport: { width: 1280, height: 720 },
  screenshot: { format: "png", quality: 80, fullPage: true },
} as const;

/** A page with a known change. `content` and `changed` differ in it. */
export type KnownPage = { name: string; kind: PageKind; content: Content; changed: Content };

/** The findings of a measurement. Each entry names the page, and shows the difference or the text. */
export type TextAlarms = { missed: string[]; false: string[]; pages: number; captures: number };

/** A page for each kind and each of its changes, 100 in all. */
export function knownPages(): KnownPage[] {
  const kinds = [...articleKinds, ...listKinds, ...oddKinds];
  return kinds.flatMap((kind, position) =>
    kind.changes.map((change, index) => {
      const content = kind.content(randomOf(position * 100 + index));
      return { name: `${kind.name} ${index + 1}`, kind, content, changed: change(content) };
    }),
  );
}

/**
 * Captures each page as a monitor of text does: for its baseline, once with its change, and `visits` times without. Each
 * visit has other dates, counters, advertisements, addresses and layout.
 */
export async function measureTextAlarms(
  browser: TestBrowser,
  { pages, visits }: { pages: readonly KnownPage[]; visits: number },
): Promise<TextAlarms> {
  const alarms: TextAlarms = { missed: [], false: [], pages: pages.length, captures: pages.length * visits };
  await timed({ count: pages.length, width: lanes }, async (index) => {
    const page = pages[index];
    if (page === undefined) throw new Error("There is no such page.");
    const { name, kind, content, changed } = page;
    let seed = index * 1_000;
    const visit = (words: Content) => textOf(browser, kind.html(words, visitOf((seed += 1))));
    const before = await visit(content);
    const compare = async (after: string) =>
      compareTextsApart({ before, after, ignore: ignoredParts.text }, { owner: "bench" });
    const change = await compare(await visit(changed));
    if (!shows(change.diff, { content, changed })) alarms.missed.push(`${name}\n${change.diff}`);
    for (let round = 0; round < visits; round += 1) {
      const { changed: isChanged, diff } = await compare(await visit(content));
      if (isChanged) alarms.false.push(`${name}\n${diff}`);
    }
  });
  return alarms;
}

/** Whether a difference adds each changed passage of a page, and nothing else but headings of new passages. */
function shows(diff: string, { content, changed }: Pick<KnownPage, "content" | "changed">): boolean {
  const lines = diff.split("\n").slice(2);
  const marked = (sign: string) => lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1));
  const news = Object.keys(changed).filter((name) => changed[name] !== content[name]);
  const added = marked("+");
  return (
    news.every((name) => added.some((line) => line.includes(plain(changed[name])))) &&
    marked("-").length <= news.length &&
    added.length <= 2 * news.length
  );
}

/** A passage without the number of a list's entry, which is no word. */
const plain = (passage = ""): string => passage.replace(/^\d+\. /u, "");

/** The text that a monitor keeps of a page. */
async function textOf(browser: TestBrowser, html: string): Promise<string> {
  const path = `/text-${Math.random().toString(36).slice(2)}`;
  const url = browser.site.page(path, html);
  const { probed } = await browser.capture({ url, ...options }, { probe: monitorProbe(capture) });
  const { text } = readProbed(probed);
  let keptText = "";
  const objects: Pick<ObjectStore, "put"> = {
    put: (_key, bytes) => {
      keptText = Buffer.from(bytes).toString("utf8");
      return Promise.resolve();
    },
  };
  await storeText(objects, "run", { probed: text, isWhole: false, owner: "bench" });
  return keptText;
}
