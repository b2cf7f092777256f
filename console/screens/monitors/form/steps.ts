import { ApiError } from "../../../api/client.ts";

/** The steps of a new monitor, in order, and the fields of the request in each. The page has all others. */
export const steps = [
  { id: "page", label: "Page", fields: [] },
  { id: "ignore", label: "What to ignore", fields: ["capture.ignoreRegions"] },
  {
    id: "threshold",
    label: "Threshold",
    fields: [
      "changeThreshold",
      "baselineMode",
      "diff",
      "capture.regions",
      "capture.text",
      "capture.changeOn",
      "capture.ignoreText",
    ],
  },
  { id: "messages", label: "Messages", fields: ["alerts"] },
] as const;

/** The first step with a field that the API refused. Null if the error is about none. */
export function stepOf(error: Error): StepId | null {
  if (!(error instanceof ApiError) || error.fields.length === 0) return null;
  const found = error.fields.map(({ field }) =>
    steps.findIndex(({ fields }) => fields.some((name) => field === name || field.startsWith(`${name}.`))),
  );
  return steps[Math.max(0, Math.min(...found))]?.id ?? null;
}

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
