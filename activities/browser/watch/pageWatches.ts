import type { CDPSession } from "puppeteer";
import { RenderFailure } from "../../failures.ts";
import type { CaptureRequest, PageContents, WatchedPage } from "../../ports.ts";
import { ConsoleWatch } from "./consoleWatch.ts";
import { harOf } from "./har.ts";
import { hideSecrets } from "./hiddenValues.ts";
import { TrafficWatch } from "./trafficWatch.ts";

/** The watches of a capture. They end with its page. */
export type PageWatches = {
  failedRequests(mainFrameId: string): Pick<PageContents, "failedRequests">;
  /** @throws RenderFailure `page_too_large` for a copy over 32 MB. */
  read(): Promise<WatchedPage>;
};

/** Begins the watches that a request asks for. */
export function watchPage(session: CDPSession, request: CaptureRequest): PageWatches {
  const watches = new Set(request.watches);
  const hide = hideSecrets(request);
  const traffic = watches.has("har") || watches.has("failedRequests") ? new TrafficWatch(session) : null;
  const console = watches.has("console") ? new ConsoleWatch(session, hide) : null;
  const added = Object.keys(request.headers);
  return {
    failedRequests: (mainFrameId) => (traffic === null ? {} : { failedRequests: traffic.failed(mainFrameId) }),
    read: async () => ({
      ...(console !== null && { console: console.read() }),
      ...(traffic !== null && watches.has("har") && { har: harOf(traffic, { added, hide }) }),
      ...(watches.has("mhtml") && { mhtml: await copyOf(session) }),
    }),
  };
}

/** Characters of a page with its files. */
const maxCopyChars = 32 * 2 ** 20;

/** The page with its files as MHTML. */
async function copyOf(session: CDPSession): Promise<string> {
  const { data } = await session.send("Page.captureSnapshot", { format: "mhtml" });
  if (data.length > maxCopyChars) throw new RenderFailure("page_too_large", "Its MHTML has more than 32 MB.");
  return data;
}
