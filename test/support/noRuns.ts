import type { ExecutionsPort } from "#activities/ports.ts";

/** A Temporal that has never run anything. */
export const noRuns: ExecutionsPort = {
  listTerminated: () => Promise.resolve([]),
  latestRun: () => Promise.resolve({ state: "none", attempt: 0 }),
};
