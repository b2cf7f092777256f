import { type CDPSession, CDPSessionEvent, type Protocol } from "puppeteer";
import type { Logger } from "#telemetry/logger.ts";

/** A request that waits for its answer. */
export type PausedRequest = Protocol.Fetch.RequestPausedEvent;

/** What becomes of a request: it goes on as it is, goes on with these headers in place of its own, or never leaves. */
export type RequestVerdict =
  | { action: "continue" }
  | { action: "rewrite"; headers: Protocol.Fetch.HeaderEntry[] }
  | { action: "refuse" };

/**
 * Has every request of a page wait for a decision, those of its out-of-process frames and its own workers included.
 * There is one such interception for a page, because enabling a second one on a session replaces the first; and none
 * where there is nothing to decide, because each request then costs a round trip.
 * Service and shared workers are targets that can't be intercepted: their own requests go out as they are.
 */
export async function interceptRequests(
  session: CDPSession,
  options: { decide: (request: PausedRequest) => RequestVerdict; logger: Logger },
): Promise<void> {
  const { decide, logger } = options;
  session.on("Fetch.requestPaused", (request) => {
    answer(session, request, decide(request)).catch((error: unknown) =>
      logger.debug({ err: error }, "a request was gone before it was answered"),
    );
  });
  // Sent before puppeteer lets the new target run.
  session.on(CDPSessionEvent.SessionAttached, (child) => {
    interceptRequests(child, options).catch((error: unknown) =>
      logger.debug({ err: error }, "a worker's own requests are not intercepted"),
    );
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "*", requestStage: "Request" }] });
}

function answer(session: CDPSession, { requestId }: PausedRequest, verdict: RequestVerdict): Promise<void> {
  switch (verdict.action) {
    case "continue":
      return session.send("Fetch.continueRequest", { requestId });
    case "rewrite":
      return session.send("Fetch.continueRequest", { requestId, headers: verdict.headers });
    case "refuse":
      return session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
  }
}
