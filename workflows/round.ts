import { ActivityFailure, isCancellation, log } from "@temporalio/workflow";

/**
 * One round of a workflow that comes round for ever. A round that failed is logged and left to the next one:
 * an outage must not end the workflow that mends what outages leave.
 */
export async function continueOnFailure<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    log.warn("round failed", { activity: error.activityType, message: error.cause?.message });
    return null;
  }
}
