import { type Choices, readChoices } from "../../format/choices.ts";

export const statusOptions = [
  { value: "", label: "All states" },
  { value: "queued", label: "Waiting" },
  { value: "in_progress", label: "Running" },
  { value: "completed", label: "Done" },
  { value: "failed", label: "Failed" },
  { value: "cancelled", label: "Cancelled" },
] as const;

const filters = { status: statusOptions };

/** The filter of an address. A wrong value is left out. */
export function readComparisonFilter(search: Record<string, unknown>): Choices<typeof filters> {
  return readChoices(filters, search);
}
