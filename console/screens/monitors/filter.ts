/** The filter of the list of monitors, as the address has it. */
export type MonitorFilter = { q?: string; state?: MonitorState; tag?: string; sitemap?: string };

export const stateOptions = [
  { value: "", label: "All states" },
  { value: "change", label: "Changed" },
  { value: "failure", label: "Failing" },
  { value: "expectation", label: "Not as expected" },
  { value: "active", label: "Active" },
  { value: "paused", label: "Paused" },
] as const;

type MonitorState = (typeof stateOptions)[number]["value"];

/** The filter of an address. Wrong values are left out. */
export function readMonitorFilter({ q, state, tag, sitemap }: Record<string, unknown>): MonitorFilter {
  const known = stateOptions.find(({ value }) => value !== "" && value === state);
  return {
    ...(typeof q === "string" && q !== "" && { q }),
    ...(known !== undefined && { state: known.value }),
    ...(typeof tag === "string" && tag !== "" && { tag }),
    ...(typeof sitemap === "string" && /^[\da-f-]{36}$/i.test(sitemap) && { sitemap }),
  };
}
