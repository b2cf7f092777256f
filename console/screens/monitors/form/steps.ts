/** The steps of a new monitor, in order. */
export const steps = [
  { id: "page", label: "Page" },
  { id: "ignore", label: "What to ignore" },
  { id: "threshold", label: "Threshold" },
  { id: "messages", label: "Messages" },
] as const;

export type StepId = (typeof steps)[number]["id"];

export type NewMonitorSearch = {
  url?: string;
  step?: StepId;
  /** Id of the job with the test capture. */
  test?: string;
};

/** The address, the step and the test capture in the search of the screen. Wrong values are left out. */
export function readNewMonitorSearch({ url, step, test }: Record<string, unknown>): NewMonitorSearch {
  const found = steps.find(({ id }) => id === step);
  return {
    ...(typeof url === "string" && { url }),
    ...(found !== undefined && { step: found.id }),
    ...(typeof test === "string" && { test }),
  };
}
