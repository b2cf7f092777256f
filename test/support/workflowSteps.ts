import { randomUUID } from "node:crypto";
import type { Client } from "@temporalio/client";
import { tsToMs } from "@temporalio/common/lib/time.js";
import { until } from "./until.ts";

/** The instant of the timer that a workflow sleeps until, milliseconds since 1970, once it has one. */
export async function wakesAt({ workflow }: Client, workflowId: string): Promise<number> {
  return until(async () => {
    const { events } = await workflow.getHandle(workflowId).fetchHistory();
    const ended = new Set(
      events?.map(
        ({ timerFiredEventAttributes: fired, timerCanceledEventAttributes: cancelled }) =>
          fired?.timerId ?? cancelled?.timerId,
      ),
    );
    const pending = events?.findLast(
      ({ timerStartedEventAttributes: started }) => started != null && !ended.has(started.timerId),
    );
    if (pending === undefined) return null;
    return tsToMs(pending.eventTime) + tsToMs(pending.timerStartedEventAttributes?.startToFireTimeout);
  });
}

/** Resets a workflow to its first task, as an operator does. */
export async function resetToBegin({ workflow }: Client, workflowId: string): Promise<void> {
  const handle = workflow.getHandle(workflowId);
  const { runId } = await handle.describe();
  const { events } = await handle.fetchHistory();
  const firstTask = events?.find((event) => event.workflowTaskCompletedEventAttributes);
  await workflow.workflowService.resetWorkflowExecution({
    namespace: workflow.options.namespace,
    workflowExecution: { workflowId, runId },
    workflowTaskFinishEventId: firstTask?.eventId ?? null,
    requestId: randomUUID(),
    reason: "test",
  });
}
