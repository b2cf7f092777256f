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
