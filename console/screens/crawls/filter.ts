import { type Choices, readChoices } from "../../format/choices.ts";

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

const crawlFilters = { status: crawlStatusOptions };
const pageFilters = { status: pageStatusOptions };
export type CrawlFilter = Choices<typeof crawlFilters>;
export type CrawlPageFilter = Choices<typeof pageFilters>;

/** The filter of the list's address. */
export function readCrawlFilter(search: Record<string, unknown>): CrawlFilter {
  return readChoices(crawlFilters, search);
}

/** The filter of a crawl's address. */
export function readCrawlPageFilter(search: Record<string, unknown>): CrawlPageFilter {
  return readChoices(pageFilters, search);
}
