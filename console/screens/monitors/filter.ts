import { type Choices, readChoices } from "../../format/choices.ts";

export const stateOptions = [
  { value: "", label: "All states" },
  { value: "change", label: "Changed" },
  { value: "failure", label: "Failing" },
  { value: "expectation", label: "Not as expected" },
  { value: "active", label: "Active" },
  { value: "paused", label: "Paused" },
] as const;

const filters = { state: stateOptions };
/** The filter of the list of monitors, as the address has it. */
export type MonitorFilter = Choices<typeof filters> & { q?: string; tag?: string; sitemap?: string };

/** The filter of an address. Wrong values are left out. */
export function readMonitorFilter(search: Record<string, unknown>): MonitorFilter {
  const { q, tag, sitemap } = search;
  return {
    ...readChoices(filters, search),
    ...(typeof q === "string" && q !== "" && { q }),
    ...(typeof tag === "string" && tag !== "" && { tag }),
    ...(typeof sitemap === "string" && /^[\da-f-]{36}$/i.test(sitemap) && { sitemap }),
  };
}
