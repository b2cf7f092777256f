import type { Browser } from "puppeteer";
import { Value } from "typebox/value";
import { runExtractors } from "#activities/extract/registry.ts";
import { Metadata } from "#schemas/extracts/extracts.ts";
import type { Contender } from "./contenders.ts";
import { pageUrl } from "./goldenPages.ts";
import { launchBrowser, onScriptlessPage, probe } from "./scriptlessPage.ts";
import { textOfMarkdown } from "./texts.ts";

const extracts = ["metadata", "markdown"] as const;

/** Our extracts of a page in Chromium without scripts and network, which the other contenders lack too. */
export async function watchframe(): Promise<Contender & { close(): Promise<void> }> {
  const browser = await launchBrowser();
  return {
    name: "Watchframe",
    async extract(html) {
      const { metadata, markdown, milliseconds } = await extractIn(browser, html);
      const { title, author: byline, siteName, publishedTime, lang } = metadata;
      return {
        text: textOfMarkdown(markdown),
        metadata: { title, byline, siteName, publishedTime, lang },
        milliseconds,
      };
    },
    toMarkdown: async (html) => (await extractIn(browser, html)).markdown,
    close: () => browser.close(),
  };
}

/** The time is from the loaded page to the extracts. Every render loads the page anyway. */
async function extractIn(
  browser: Browser,
  html: string,
): Promise<{ metadata: Metadata; markdown: string; milliseconds: number }> {
  return await onScriptlessPage(browser, html, async (session) => {
    const startedAt = performance.now();
    const probed = await probe(session, extracts);
    const info = { finalUrl: pageUrl, statusCode: 200, title: "", contentType: "text/html", redirects: [] };
    const [metadata, markdown] = await runExtractors(extracts, { probed }, { ...info, owner: "bench" });
    const milliseconds = performance.now() - startedAt;
    return {
      metadata: Value.Parse(Metadata, metadata?.value),
      markdown: markdown?.bytes.toString("utf8") ?? "",
      milliseconds,
    };
  });
}
