import type { HostRules } from "#egress/hostRules.ts";
import { policyThrough } from "#egress/policy.ts";
import type { Logger } from "#telemetry/logger.ts";
import { HostBackedOff, RenderFailure } from "../../failures.ts";
import type { CapturePort } from "../../ports.ts";
import type { BrowserPool } from "../pool/pool.ts";
import { createSemaphore } from "../pool/semaphore.ts";
import type { RecordingTools } from "../recording/encoder.ts";
import { captureOnPage } from "./pipeline.ts";

/** Concurrent screenshots of tall pages. Each may need a few hundred megabytes. Chosen by eye. */
const maxTallPages = 2;

export type CaptureOptions = {
  pool: BrowserPool;
  logger: Logger;
  /** The encoder and folder of recordings; missing in a worker that can't record. */
  recordingTools?: RecordingTools | undefined;
  /** Hosts whose invalid certificates a capture may ignore; missing for none. */
  tlsErrors?: HostRules | undefined;
};

/** Creates the port that captures pages with the pool's browser. */
export function createCapture({ pool, logger, recordingTools, tlsErrors = () => false }: CaptureOptions): CapturePort {
  const tallPageLimit = createSemaphore(maxTallPages);
  return {
    async capture(request, context) {
      // Checked before goto, because the driver may open file: and chrome: addresses.
      const verdict = pool.policy.checkUrl(request.spec.url);
      if (!verdict.allowed) throw new RenderFailure("target_forbidden");
      const { proxy } = request;
      const policy = proxy === undefined ? undefined : policyThrough(pool.policy, proxy);
      const lease = await pool.lease(context.signal, policy);
      try {
        const host = await context.waitForTurn?.();
        const capturedPage = await captureOnPage({
          lease,
          request,
          context,
          url: verdict.url,
          policy: pool.policy,
          logger,
          tlsErrors,
          tallPageLimit,
          recordingTools: recordingTools ?? null,
          host,
        });
        // Not awaited: the caller need not wait for the page to close.
        void lease.release();
        return capturedPage;
      } catch (error) {
        await lease.release();
        if (context.signal.aborted) throw context.signal.reason;
        // A closing browser fails its pages' connections before it disconnects.
        throw pool.health().status === "closed" ? new RenderFailure("browser_unavailable") : toFailure(error);
      }
    },
  };
}

function toFailure(error: unknown): unknown {
  // The message may contain an address. As the cause it only reaches the log, and the log strips it.
  return error instanceof RenderFailure || error instanceof HostBackedOff
    ? error
    : new RenderFailure("internal_error", undefined, { cause: error });
}
