export const statusOptions = [
  { value: "", label: "All states" },
  { value: "active", label: "Active" },
  { value: "paused", label: "Paused" },
  { value: "completed", label: "Completed" },
  { value: "cancelled", label: "Cancelled" },
] as const;

export const typeOptions = [
  { value: "", label: "Once and recurring" },
  { value: "repeatable", label: "Recurring" },
  { value: "delayed", label: "Once" },
] as const;

type Chosen<Options extends readonly { value: string }[]> = Exclude<Options[number]["value"], "">;
export type ScheduleFilter = { status?: Chosen<typeof statusOptions>; type?: Chosen<typeof typeOptions> };

/** The filter of an address. Wrong values are left out. */
export function readScheduleFilter({ status, type }: Record<string, unknown>): ScheduleFilter {
  const knownStatus = statusOptions.map(({ value }) => value).find((value) => value !== "" && value === status);
  const knownType = typeOptions.map(({ value }) => value).find((value) => value !== "" && value === type);
  return { ...(knownStatus && { status: knownStatus }), ...(knownType && { type: knownType }) };
}
