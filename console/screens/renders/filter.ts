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

type Chosen<Options extends readonly { value: string }[]> = Exclude<Options[number]["value"], "">;
/** The gallery is the default view. */
export type JobFilter = {
  status?: Chosen<typeof statusOptions>;
  kind?: Chosen<typeof kindOptions>;
  view?: "table";
};

/** The filter of an address. Wrong values are left out. */
export function readJobFilter({ status, kind, view }: Record<string, unknown>): JobFilter {
  const knownStatus = statusOptions.map(({ value }) => value).find((value) => value !== "" && value === status);
  const knownKind = kindOptions.map(({ value }) => value).find((value) => value !== "" && value === kind);
  return {
    ...(knownStatus && { status: knownStatus }),
    ...(knownKind && { kind: knownKind }),
    ...(view === "table" && { view }),
  };
}
