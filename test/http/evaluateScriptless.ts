import type { Browser } from "puppeteer";

type Page = { url: string; html: string };

/** Opens HTML at an address without scripts and files, and resolves to the values of expressions in an isolated world. */
export async function evaluateScriptless(
  browser: Browser,
  { url, html }: Page,
  expressions: readonly string[],
): Promise<unknown[]> {
  const page = await browser.newPage();
  try {
    await page.setViewport({ width: 1280, height: 720 });
    await page.setRequestInterception(true);
    page.on("request", (request) => {
      if (request.url() === url) void request.respond({ contentType: "text/html; charset=utf-8", body: html });
      else void request.abort();
    });
    await page.goto(url, { waitUntil: "domcontentloaded" });
    const session = await page.createCDPSession();
    const { frameTree } = await session.send("Page.getFrameTree");
    const world = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
    const values: unknown[] = [];
    for (const expression of expressions) {
      const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
        expression,
        contextId: world.executionContextId,
        returnByValue: true,
      });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description);
      values.push(result.value);
    }
    return values;
  } finally {
    await page.close();
  }
}
