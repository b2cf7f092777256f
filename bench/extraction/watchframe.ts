import { type Browser, type CDPSession, launch } from "puppeteer";
import { Value } from "typebox/value";
import { buildProbe, runExtractors } from "#activities/extract/registry.ts";
import type { Json } from "#schemas/common.ts";
import { Metadata } from "#schemas/outputs.ts";
import { findChrome } from "../findChrome.ts";
import type { Contender } from "./contenders.ts";
import { pageUrl } from "./goldenPages.ts";
import { textOfMarkdown } from "./texts.ts";

const extracts = ["metadata", "markdown"] as const;

/** Our own extracts of a page that Chromium shows, without scripts and without network: as much as the others have. */
export async function watchframe(): Promise<Contender & { close(): Promise<void> }> {
  const args = ["--no-sandbox"];
  const browser = await launch({ executablePath: await findChrome(), headless: "shell", args, pipe: true });
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

/** The time is from the page as it stands to the extracts: to load it is what a render is for. */
async function extractIn(
  browser: Browser,
  html: string,
): Promise<{ metadata: Metadata; markdown: string; milliseconds: number }> {
  const page = await browser.newPage();
  try {
    await page.setJavaScriptEnabled(false);
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame();
      void (isPage ? request.respond({ contentType: "text/html; charset=utf-8", body: html }) : request.abort());
    });
    await page.goto(pageUrl, { waitUntil: "domcontentloaded" });
    const session = await page.createCDPSession();
    const startedAt = performance.now();
    const probed = await probe(session);
    const info = { finalUrl: pageUrl, statusCode: 200, title: "", contentType: "text/html", redirects: [] };
    const [metadata, markdown] = await runExtractors(extracts, probed, info);
    const milliseconds = performance.now() - startedAt;
    return {
      metadata: Value.Parse(Metadata, metadata?.value),
      markdown: markdown?.bytes.toString("utf8") ?? "",
      milliseconds,
    };
  } finally {
    await page.close();
  }
}

async function probe(session: CDPSession): Promise<Json> {
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId: contextId } = await session.send("Page.createIsolatedWorld", {
    frameId: frameTree.frame.id,
  });
  const expression = buildProbe(extracts) ?? "null";
  const options = { expression, contextId, returnByValue: true, awaitPromise: true };
  const { result, exceptionDetails } = await session.send("Runtime.evaluate", options);
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  const value: Json = result.value;
  return value;
}
