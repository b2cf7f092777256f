export const crawlStatusOptions = [
  { value: "", label: "All states" },
  { value: "running", label: "Running" },
  { value: "completed", label: "Done" },
  { value: "failed", label: "Failed" },
  { value: "cancelled", label: "Cancelled" },
  { value: "out_of_credits", label: "Out of credits" },
] as const;

export const pageStatusOptions = [
  { value: "", label: "All pages, failed first" },
  { value: "failed", label: "Failed" },
  { value: "skipped", label: "Skipped" },
  { value: "in_progress", label: "Running" },
  { value: "queued", label: "Waiting" },
  { value: "completed", label: "Done" },
] as const;

type Chosen<Options extends readonly { value: string }[]> = Exclude<Options[number]["value"], "">;
export type CrawlFilter = { status?: Chosen<typeof crawlStatusOptions> };
export type CrawlPageFilter = { status?: Chosen<typeof pageStatusOptions> };

/** The filter of the list's address. Wrong values are left out. */
export function readCrawlFilter({ status }: Record<string, unknown>): CrawlFilter {
  const known = crawlStatusOptions.map(({ value }) => value).find((value) => value !== "" && value === status);
  return known ? { status: known } : {};
}

/** The filter of a crawl's address. Wrong values are left out. */
export function readCrawlPageFilter({ status }: Record<string, unknown>): CrawlPageFilter {
  const known = pageStatusOptions.map(({ value }) => value).find((value) => value !== "" && value === status);
  return known ? { status: known } : {};
}
