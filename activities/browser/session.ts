import type { CDPSession, Page } from "puppeteer";

/**
 * The session puppeteer itself drives the page by. A second session would be blind to the first one's emulation
 * (a page at scale 2 comes out at scale 1), and puppeteer's types hide this one.
 */
export function pageSession(page: Page): CDPSession {
  if (!hasClient(page)) throw new Error("This release of puppeteer hides the page's session.");
  return page._client();
}

/** Id of a page's main frame in the protocol, by which its events name it: asking the browser would cost a round trip. */
export function mainFrameIdOf(page: Page): string {
  const frame: object = page.mainFrame();
  if (!("_id" in frame) || typeof frame._id !== "string") throw new Error("This release of puppeteer hides frame ids.");
  return frame._id;
}

function hasClient(page: Page): page is Page & { _client(): CDPSession } {
  return "_client" in page && typeof page._client === "function";
}
