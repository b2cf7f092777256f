import type { HTTPRequest, Page } from "puppeteer";

/** What a page has asked for since it is watched and has not got yet. */
export type RequestWatch = {
  /** Resolves once nothing that a picture may show is under way, after `maxMs` at the latest. */
  settled(maxMs: number): Promise<void>;
  dispose(): void;
};

/** Kinds of requests that end, and whose answers show. */
const shown: ReadonlySet<string> = new Set(["document", "stylesheet", "image", "font", "script", "xhr", "fetch"]);

/** Starts to watch the page and its frames; what was asked for before is left out. */
export function watchRequests(page: Page): RequestWatch {
  const pending = new Set<HTTPRequest>();
  let onSettled: (() => void) | null = null;

  const begin = (request: HTTPRequest) => {
    if (shown.has(request.resourceType())) pending.add(request);
  };
  const end = (request: HTTPRequest) => {
    if (pending.delete(request) && pending.size === 0) onSettled?.();
  };
  page.on("request", begin);
  page.on("requestfinished", end);
  page.on("requestfailed", end);

  return {
    async settled(maxMs) {
      if (pending.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      onSettled = resolve;
      const timer = setTimeout(resolve, maxMs);
      await promise;
      clearTimeout(timer);
      // Whatever has not come by now is not waited for again.
      pending.clear();
    },
    dispose() {
      page.off("request", begin);
      page.off("requestfinished", end);
      page.off("requestfailed", end);
    },
  };
}
