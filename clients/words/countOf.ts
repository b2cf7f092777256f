const number = new Intl.NumberFormat("en");

/** "1 page", "12,000 pages". Give the plural of a noun that does not only add an s. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${number.format(count)} ${count === 1 ? noun : plural}`;
}
