import type { ActivityInterceptorsFactory } from "@temporalio/worker";

/** The activities that run in this process now, so that a shutdown can name those that delay it. */
export type RunningActivities = {
  intercept: ActivityInterceptorsFactory;
  /** Each as its type, its workflow's id and its start. */
  list(): string[];
};

/** Creates an empty list of running activities. */
export function createRunningActivities(): RunningActivities {
  const names = new Set<string>();
  return {
    intercept: ({ info }) => ({
      inbound: {
        async execute(input, next) {
          const { activityType, workflowExecution, activityId, attempt } = info;
          const work = `${workflowExecution?.workflowId}, activity ${activityId}, attempt ${attempt}`;
          const name = `${activityType} of ${work}, since ${new Date().toISOString()}`;
          names.add(name);
          try {
            return await next(input);
          } finally {
            names.delete(name);
          }
        },
      },
    }),
    list: () => [...names],
  };
}
