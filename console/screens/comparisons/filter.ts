export const statusOptions = [
  { value: "", label: "All states" },
  { value: "queued", label: "Waiting" },
  { value: "in_progress", label: "Running" },
  { value: "completed", label: "Done" },
  { value: "failed", label: "Failed" },
  { value: "cancelled", label: "Cancelled" },
] as const;

type Status = Exclude<(typeof statusOptions)[number]["value"], "">;

/** The filter of an address. A wrong value is left out. */
export function readComparisonFilter({ status }: Record<string, unknown>): { status?: Status } {
  const known = statusOptions.map(({ value }) => value).find((value) => value !== "" && value === status);
  return known === undefined || known === "" ? {} : { status: known };
}
