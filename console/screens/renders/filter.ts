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
export type JobFilter = Choices<typeof filters> & { view?: "table" };

export function readJobFilter(search: Record<string, unknown>): JobFilter {
  return { ...readChoices(filters, search), ...(search["view"] === "table" && { view: "table" }) };
}
