/** The credit period an instant lies in: the calendar month in UTC, as YYYY-MM. */
export function creditPeriod(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** The first instant after a credit period. */
export function endOfPeriod(period: string): Date {
  const begin = new Date(`${period}-01T00:00:00.000Z`);
  return new Date(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1));
}
