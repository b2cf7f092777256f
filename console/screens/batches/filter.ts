import { type Choices, readChoices } from "../../format/choices.ts";

export const pageStatusOptions = [
  { value: "", label: "All pages, failed first" },
  { value: "failed", label: "Failed" },
  { value: "in_progress", label: "Running" },
  { value: "queued", label: "Waiting" },
  { value: "completed", label: "Done" },
  { value: "cancelled", label: "Cancelled" },
] as const;

const filters = { status: pageStatusOptions };
/** The filter of a batch's pages, as the address has it. */
export type PageFilter = Choices<typeof filters>;

export function readPageFilter(search: Record<string, unknown>): PageFilter {
  return readChoices(filters, search);
}
