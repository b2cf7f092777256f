export const statusOptions = [
  { value: "", label: "All states" },
  { value: "queued", label: "Waiting" },
  { value: "in_progress", label: "Running" },
  { value: "completed", label: "Done" },
  { value: "failed", label: "Failed" },
  { value: "cancelled", label: "Cancelled" },
] as const;

type Status = (typeof statusOptions)[number]["value"];

/** The filter of an address. Wrong values are left out. */
export function readJobFilter({ status }: Record<string, unknown>): { status?: Status } {
  const known = statusOptions.find(({ value }) => value !== "" && value === status);
  return known === undefined ? {} : { status: known.value };
}
