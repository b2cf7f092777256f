/** The milliseconds of a number of days. */
export function days(count: number): number {
  return count * 24 * 60 * 60 * 1000;
}

/** Milliseconds for which records and their outputs are kept. Maintenance removes them afterwards. */
export const retentionMs = {
  /** From acceptance. A retry counts as an acceptance. */
  job: days(30),
  /** Of long texts, from the last acceptance that used them: longer than any job that needs them. */
  pageText: days(37),
  /** From creation, as long as the jobs. */
  batch: days(30),
  crawl: days(30),
  /** From the end. */
  schedule: days(30),
  /** From creation. */
  delivery: days(30),
  /** From deletion, as long as the longest plan keeps runs. */
  deletedMonitor: days(366),
  /** From deletion. */
  deletedSitemap: days(30),
  /** Of a sync that runs, from its begin. */
  sitemapSync: days(1),
  /** From completion: the time in which a render answers identical requests. */
  cachedRender: days(1),
  /** From the first call with the key. */
  idempotencyKey: days(1),
} as const;

/** Milliseconds for which signed links work. */
export const linkMs = {
  /** Links to outputs, except in mails. */
  output: days(1),
  /** Links in alerts by mail. */
  alert: days(30),
  /** Links that show one change. */
  review: days(30),
} as const;
