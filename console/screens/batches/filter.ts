export const pageStatusOptions = [
  { value: "", label: "All pages, failed first" },
  { value: "failed", label: "Failed" },
  { value: "in_progress", label: "Running" },
  { value: "queued", label: "Waiting" },
  { value: "completed", label: "Done" },
  { value: "cancelled", label: "Cancelled" },
] as const;

/** The filter of a batch's pages, as the address has it. */
export type PageFilter = { status?: Exclude<(typeof pageStatusOptions)[number]["value"], ""> };

/** The filter of an address. Wrong values are left out. */
export function readPageFilter({ status }: Record<string, unknown>): PageFilter {
  const known = pageStatusOptions.map(({ value }) => value).find((value) => value !== "" && value === status);
  return known ? { status: known } : {};
}
