import type { CDPSession } from "puppeteer";
import type { CaptureRequest, PageContents, WatchedPage } from "../../ports.ts";
import { ConsoleWatch } from "./consoleWatch.ts";
import { harOf } from "./har.ts";
import { hideSecrets } from "./hiddenValues.ts";
import { TrafficWatch } from "./trafficWatch.ts";

/** What a capture watches beside the page. It ends with the page. */
export type PageWatches = {
  failedRequests(mainFrameId: string): Pick<PageContents, "failedRequests">;
  read(): WatchedPage;
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
    read: () => ({
      ...(console !== null && { console: console.read() }),
      ...(traffic !== null && watches.has("har") && { har: harOf(traffic, { added, hide }) }),
    }),
  };
}
