/** How a capture's time is divided, milliseconds. */
export type TimeBudget = {
  /** The whole capture. */
  totalMs: number;
  /** For the document to come and load; what is left is for the picture of a page that never finishes. */
  navigationMs: number;
};

/** Divides the job's timeout (seconds). A whole page takes longer to capture than a viewport. */
export function divideTime({ timeout, fullPage }: { timeout: number; fullPage: boolean }): TimeBudget {
  const totalMs = timeout * 1_000;
  const reserveMs = Math.min(totalMs * 0.3, fullPage ? 12_000 : 6_000);
  return { totalMs, navigationMs: totalMs - reserveMs };
}
