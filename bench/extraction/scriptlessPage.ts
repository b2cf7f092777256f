import { type Browser, type CDPSession, launch } from "puppeteer";
import { Type } from "typebox";
import { Value } from "typebox/value";
import type { MarkdownTask } from "#activities/extract/page/flat/readFlatPage.ts";
import { buildProbe } from "#activities/extract/registry.ts";
import { FlatPage } from "#activities/monitor/pageText.ts";
import type { Json } from "#schemas/common.ts";
import type { ExtractName } from "#schemas/extracts/extracts.ts";
import { findChrome } from "../programs.ts";
import { pageUrl } from "./goldenPages.ts";

/** A browser for stored pages. */
export async function launchBrowser(): Promise<Browser> {
  const args = ["--no-sandbox"];
  return await launch({ executablePath: await findChrome(), headless: "shell", args, pipe: true });
}

/** Opens HTML as a page without scripts and network, and closes it after `use`. */
export async function onScriptlessPage<Result>(
  browser: Browser,
  html: string,
  use: (session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const page = await browser.newPage();
  try {
    await page.setJavaScriptEnabled(false);
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      const isPage = request.isNavigationRequest() && request.frame() === page.mainFrame();
      void (isPage ? request.respond({ contentType: "text/html; charset=utf-8", body: html }) : request.abort());
    });
    await page.goto(pageUrl, { waitUntil: "domcontentloaded" });
    return await use(await page.createCDPSession());
  } finally {
    await page.close();
  }
}

/** The probe's value for these extracts. */
export async function probe(session: CDPSession, extracts: readonly ExtractName[]): Promise<Json> {
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

const Probed = Type.Object({ markdown: FlatPage });

/** The page as the product reads it in the browser before it looks for the main content. */
export async function flatPageOf(browser: Browser, html: string): Promise<MarkdownTask> {
  const probed = await onScriptlessPage(browser, html, (session) => probe(session, ["markdown"]));
  return Value.Parse(Probed, probed).markdown;
}

/** A page of the web as the product reads it, with scripts and network. */
export async function readFlatPageAt(browser: Browser, url: string): Promise<MarkdownTask> {
  const page = await browser.newPage();
  try {
    await page.goto(url, { waitUntil: "networkidle2" });
    return Value.Parse(Probed, await probe(await page.createCDPSession(), ["markdown"])).markdown;
  } finally {
    await page.close();
  }
}
