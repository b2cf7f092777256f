/** The credit period an instant lies in: the calendar month in UTC, as YYYY-MM. */
export function creditPeriod(at: Date): string {
  return at.toISOString().slice(0, 7);
}
