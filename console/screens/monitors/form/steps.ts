import { ApiError } from "../../../api/client.ts";

/** The steps of a new monitor, in order, and the fields of the request in each. The page has all others. */
export const steps = [
  { id: "page", label: "Page", fields: [] },
  { id: "ignore", label: "What to ignore", fields: ["capture.ignoreRegions"] },
  {
    id: "threshold",
    label: "Threshold",
    fields: ["changeThreshold", "baselineMode", "diff", "capture.regions"],
  },
  { id: "messages", label: "Messages", fields: ["alerts"] },
] as const;

/** The step that has a field of the request. */
export function stepOfField(field: string): StepId {
  const found = steps.find(({ fields }) => fields.some((name) => field === name || field.startsWith(`${name}.`)));
  return found?.id ?? "page";
}

/** The steps with a field that the API refused, in their order. Empty if the error is about none. */
export function stepsOf(error: Error): StepId[] {
  const wrong = error instanceof ApiError ? error.fields.map(({ field }) => stepOfField(field)) : [];
  return steps.map(({ id }) => id).filter((id) => wrong.includes(id));
}

export type StepId = (typeof steps)[number]["id"];

export type NewMonitorSearch = {
  url?: string;
  /** Id of the monitor whose copy the new one is. */
  from?: string;
  step?: StepId;
  /** Id of the job with the test capture. */
  test?: string;
};

/** The address, the step and the test capture in the search of the screen. Wrong values are left out. */
export function readNewMonitorSearch({ url, from, step, test }: Record<string, unknown>): NewMonitorSearch {
  const found = steps.find(({ id }) => id === step);
  return {
    ...(typeof url === "string" && { url }),
    ...(typeof from === "string" && { from }),
    ...(found !== undefined && { step: found.id }),
    ...(typeof test === "string" && { test }),
  };
}
