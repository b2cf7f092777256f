import { type Choices, readChoices } from "../../format/choices.ts";

export const statusOptions = [
  { value: "", label: "All states" },
  { value: "queued", label: "Waiting" },
  { value: "in_progress", label: "Running" },
  { value: "completed", label: "Done" },
  { value: "failed", label: "Failed" },
  { value: "cancelled", label: "Cancelled" },
] as const;

export const kindOptions = [
  { value: "", label: "All kinds" },
  { value: "render", label: "Single renders" },
  { value: "batch_item", label: "Of batches" },
  { value: "scheduled", label: "Of schedules" },
  { value: "crawl_page", label: "Of crawls" },
  { value: "diff", label: "Comparisons" },
] as const;

const filters = { status: statusOptions, kind: kindOptions };
/** The gallery is the default view. */
export type JobFilter = Choices<typeof filters> & { host?: string; view?: "table" };

/** The filter of an address. Wrong values are left out. */
export function readJobFilter(search: Record<string, unknown>): JobFilter {
  const { host, view } = search;
  return {
    ...readChoices(filters, search),
    ...(typeof host === "string" && host !== "" && { host }),
    ...(view === "table" && { view }),
  };
}

/** The host of what a person typed: a host, or a whole address. Empty for neither. */
export function hostTyped(text: string): string {
  const typed = text.trim();
  return typed === "" ? "" : (URL.parse(/^https?:\/\//i.test(typed) ? typed : `http://${typed}`)?.hostname ?? "");
}
