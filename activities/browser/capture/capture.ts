import type { Logger } from "#telemetry/logger.ts";
import { HostBackedOff, RenderFailure } from "../../failures.ts";
import type { CapturePort } from "../../ports.ts";
import type { BrowserPool } from "../pool/pool.ts";
import { createSemaphore } from "../pool/semaphore.ts";
import { captureOnPage } from "./pipeline.ts";

/** Tall pictures that are taken at once: each may need a few hundred megabytes. */
const tallAtOnce = 2;

export type CaptureOptions = { pool: BrowserPool; logger: Logger };

/** Captures pages with a pool's browser. */
export function createCapture({ pool, logger }: CaptureOptions): CapturePort {
  const tallPageLimit = createSemaphore(tallAtOnce);
  return {
    async capture(request, context) {
      // Before goto: the driver, unlike a page, may open file: and chrome: addresses.
      const verdict = pool.policy.checkUrl(request.spec.url);
      if (!verdict.allowed) throw new RenderFailure("target_forbidden");
      const lease = await pool.lease(context.signal);
      try {
        const host = await context.waitForTurn?.();
        const captured = await captureOnPage({
          lease,
          request,
          context,
          url: verdict.url,
          logger,
          tallPageLimit,
          host,
        });
        // The caller need not wait for the page to close.
        void lease.release();
        return captured;
      } catch (error) {
        await lease.release();
        if (context.signal.aborted) throw context.signal.reason;
        // A browser that is being closed first fails its pages' connections.
        throw pool.health().status === "closed" ? new RenderFailure("browser_unavailable") : toFailure(error);
      }
    },
  };
}

function toFailure(error: unknown): unknown {
  // The message may hold an address; the cause is for the log, whose serializer cuts it.
  return error instanceof RenderFailure || error instanceof HostBackedOff
    ? error
    : new RenderFailure("internal_error", undefined, { cause: error });
}
