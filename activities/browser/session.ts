import type { CDPSession, Page } from "puppeteer";

/**
 * The session puppeteer itself drives the page by. A second session would be blind to the first one's emulation
 * (a page at scale 2 comes out at scale 1), and puppeteer's types hide this one.
 */
export function pageSession(page: Page): CDPSession {
  return (page as unknown as { _client(): CDPSession })._client();
}
