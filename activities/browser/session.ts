import type { CDPSession, Frame, Page } from "puppeteer";

/**
 * The session puppeteer itself drives the page by. A second session would be blind to the first one's emulation
 * (a page at scale 2 comes out at scale 1), and puppeteer's types hide this one.
 */
export function pageSession(page: Page): CDPSession {
  if (!hasClient(page)) throw new Error("This release of puppeteer hides the page's session.");
  return page._client();
}

function hasClient(page: Page): page is Page & { _client(): CDPSession } {
  return "_client" in page && typeof page._client === "function";
}

/** The session and id of a frame, for protocol calls about it: an out-of-process frame has a session of its own. */
export function frameIdentity(frame: Frame): { session: CDPSession; frameId: string } {
  if (!hasIdentity(frame)) throw new Error("This release of puppeteer hides the session of frames.");
  return { session: frame.client, frameId: frame._id };
}

function hasIdentity(frame: Frame): frame is Frame & { client: CDPSession; _id: string } {
  return "client" in frame && "_id" in frame && typeof frame._id === "string";
}
