import type { CDPSession, Protocol } from "puppeteer";
import type { Logger } from "#telemetry/logger.ts";

/**
 * Adds the caller's headers to requests of the page's own origin and to no other. Puppeteer's extra headers would go to every
 * third party on the page and along redirects to other origins. Requests are paused only where there are headers to add:
 * that costs a round trip for each.
 */
export async function addSameOriginHeaders(
  session: CDPSession,
  options: { url: URL; headers: Record<string, string>; logger: Logger },
): Promise<void> {
  const { url, headers, logger } = options;
  session.on("Fetch.requestPaused", (event) => {
    const changed = headersFor(event, url.origin, headers);
    const answer = { requestId: event.requestId, ...(changed !== null && { headers: changed }) };
    session
      .send("Fetch.continueRequest", answer)
      .catch((error: unknown) => logger.debug({ err: error }, "a request was gone before it went on"));
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*", requestStage: "Request" }] });
}

/** The request's headers as they must be, or null where they already are. */
function headersFor(
  event: Protocol.Fetch.RequestPausedEvent,
  origin: string,
  added: Record<string, string>,
): Protocol.Fetch.HeaderEntry[] | null {
  const names = new Set(Object.keys(added).map((name) => name.toLowerCase()));
  const own = Object.entries(event.request.headers).map(([name, value]) => ({ name, value }));
  const rest = own.filter(({ name }) => !names.has(name.toLowerCase()));
  if (URL.parse(event.request.url)?.origin === origin) {
    return [...rest, ...Object.entries(added).map(([name, value]) => ({ name, value }))];
  }
  // A redirect inherits what was added to the request before it.
  return event.redirectedRequestId !== undefined && rest.length < own.length ? rest : null;
}
