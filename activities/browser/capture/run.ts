import type { Logger } from "#telemetry/logger.ts";
import { RenderFailure } from "../../failures.ts";
import type { CaptureContext, CaptureRequest, HostObserver } from "../../ports.ts";
import type { Blocker } from "../blocking/blocker.ts";
import type { PageLease } from "../pool/pool.ts";
import type { Semaphore } from "../pool/semaphore.ts";
import { DocumentTracker } from "./documentTracker.ts";
import type { CaptureGuard } from "./guard.ts";
import type { HangRecovery } from "./hangRecovery.ts";

export type CaptureWork = {
  lease: PageLease;
  request: CaptureRequest;
  context: CaptureContext;
  url: URL;
  logger: Logger;
  /** Who wants to hear of the first contact with the host; undefined where nobody does. */
  host: HostObserver | undefined;
  /** Lets tall pictures be taken one after the other. */
  tallPageLimit: Semaphore;
};

/** Everything the steps of one capture share. */
export type CaptureRun = CaptureWork & {
  guard: CaptureGuard;
  tracker: DocumentTracker;
  hangRecovery: HangRecovery;
  budget: TimeBudget;
  /** Null where nothing is to be blocked. */
  blocker: Blocker | null;
  /** `performance.now()` at its start. */
  startedAt: number;
};

/** What to say of a page that answers nothing, whatever was tried. */
export function pageUnresponsive(): RenderFailure {
  return new RenderFailure("page_crashed", "It stopped answering.");
}

/** How a capture's time is divided, milliseconds from its start. */
export type TimeBudget = {
  /** The whole capture. */
  totalMs: number;
  /** For a document to come and load; what is left is for the picture of a page that never finishes. */
  loadMs: number;
  /** For a document that has not come by then; what is left is enough for the picture of a light page. */
  documentMs: number;
};

/** Milliseconds in which a light page is captured. */
const lightMs = 2_000;

/** Divides the job's timeout (seconds). A whole page takes longer to capture than a viewport. */
export function divideTime({ timeout, fullPage }: { timeout: number; fullPage: boolean }): TimeBudget {
  const totalMs = timeout * 1_000;
  const reserveMs = Math.min(totalMs * 0.3, fullPage ? 12_000 : 6_000);
  return { totalMs, loadMs: totalMs - reserveMs, documentMs: totalMs - Math.min(reserveMs, lightMs) };
}
