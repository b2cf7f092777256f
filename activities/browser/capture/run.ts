import type { HostRules } from "#egress/hostRules.ts";
import type { EgressPolicy } from "#egress/policy.ts";
import type { Logger } from "#telemetry/logger.ts";
import type { CaptureContext, CaptureRequest, HostObserver } from "../../ports.ts";
import type { Blocker } from "../blocking/blocker.ts";
import type { PageLease } from "../pool/pool.ts";
import type { Semaphore } from "../pool/semaphore.ts";
import { DocumentTracker } from "../watch/documentTracker.ts";
import type { DocumentReplies } from "../watch/documentReplies.ts";
import type { CaptureGuard } from "../watch/guard.ts";
import type { RecordingTools } from "../recording/encoder.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { PageWatches } from "../watch/pageWatches.ts";
import type { HangRecovery } from "../watch/hangRecovery.ts";

export type CaptureWork = {
  lease: PageLease;
  request: CaptureRequest;
  context: CaptureContext;
  url: URL;
  /** The egress policy, for further addresses. */
  policy: Pick<EgressPolicy, "checkUrl">;
  logger: Logger;
  /** Hosts whose invalid certificates a capture may ignore. */
  tlsErrors: HostRules;
  /** Observer of the first request to the host; undefined for a host without throttling. */
  host: HostObserver | undefined;
  /** Limits concurrent screenshots of tall pages. */
  tallPageLimit: Semaphore;
  /** Null in a worker that can't record. */
  recordingTools: RecordingTools | null;
};

/** Shared state of the steps of one capture. */
export type CaptureRun = CaptureWork & {
  guard: CaptureGuard;
  tracker: DocumentTracker;
  hangRecovery: HangRecovery;
  recorder: Recorder;
  budget: TimeBudget;
  /** Null when nothing is to be blocked. */
  blocker: Blocker | null;
  /** Data and documents that are shown as pages of ours. */
  documents: DocumentReplies;
  /** Null when the request watches nothing. */
  watches: PageWatches | null;
  /** `performance.now()` at the capture's start. */
  startedAt: number;
};

/** Deadlines of one capture, milliseconds from its start. */
export type TimeBudget = {
  /** The whole capture. */
  totalMs: number;
  /** Deadline of loading. The rest is for the screenshot of a page that never finishes. */
  loadMs: number;
  /** Deadline for a document that has not arrived by `loadMs`. The rest is enough for a light page. */
  documentMs: number;
};

/** Time to capture a light page. Chosen by eye. */
const lightCaptureMs = 2_000;

/** The parts of a job's options that take time, in seconds. */
type TimedOptions = { timeout: number; delay?: number; recorded?: number; fullPage: boolean };

/** Divides the job's timeout. A full page takes longer to capture than a viewport. Delay and recording are set aside. */
export function divideTime({ timeout, delay = 0, recorded = 0, fullPage }: TimedOptions): TimeBudget {
  const totalMs = timeout * 1_000;
  const delayMs = (delay + recorded) * 1_000;
  const reserveMs = Math.min((totalMs - delayMs) * 0.3, fullPage ? 12_000 : 6_000);
  return {
    totalMs,
    loadMs: totalMs - delayMs - reserveMs,
    documentMs: totalMs - delayMs - Math.min(reserveMs, lightCaptureMs),
  };
}
