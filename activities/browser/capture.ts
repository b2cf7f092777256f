import { RenderFailure } from "#activities/failures.ts";
import type { CapturedPage, CapturePort } from "#activities/ports.ts";
import type { Logger } from "#telemetry/logger.ts";
import { captureOnPage } from "./captureOnPage.ts";
import type { BrowserPool, PageLease } from "./pool.ts";

export type CaptureOptions = { pool: BrowserPool; logger: Logger };

/** Captures pages with a pool's browser. */
export function createCapture({ pool, logger }: CaptureOptions): CapturePort {
  return {
    async capture(request, context) {
      // Before goto: the driver, unlike a page, may open file: and chrome: addresses.
      const verdict = pool.policy.checkUrl(request.spec.url);
      if (!verdict.allowed) throw new RenderFailure("target_forbidden");
      const lease = await pool.lease(context.signal);
      return captureAndRelease(lease, context.signal, () =>
        captureOnPage({ lease, request, context, url: verdict.url, logger }),
      );
    },
  };
}

async function captureAndRelease(
  lease: PageLease,
  signal: AbortSignal,
  work: () => Promise<CapturedPage>,
): Promise<CapturedPage> {
  try {
    const captured = await work();
    // The caller need not wait for the page to close.
    void lease.release();
    return captured;
  } catch (error) {
    await lease.release();
    throw signal.aborted ? signal.reason : toFailure(error);
  }
}

function toFailure(error: unknown): unknown {
  // The message may hold an address; the cause is for the log, whose serializer cuts it.
  return error instanceof RenderFailure ? error : new RenderFailure("internal_error", undefined, { cause: error });
}
