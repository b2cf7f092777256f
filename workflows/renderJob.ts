import { ApplicationFailureCategory } from "@temporalio/common";
import {
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  ParentClosePolicy,
  startChild,
} from "@temporalio/workflow";
import type { JobEnd } from "#activities/project/settleJob.ts";
import { jobEndOf } from "./jobEnd.ts";
import { type RenderJobInput, workflowIds } from "./messages.ts";
import { browserFor, project } from "./proxies.ts";
import { nextVersion } from "./version.ts";
import { webhookDelivery } from "./webhookDelivery.ts";

/**
 * One render: capture, settle, notify. A failed render is a failed workflow, so that operators can list and reset it.
 * The record of the job and its credits are settled before the workflow closes, whatever happened.
 */
export async function renderJob(input: RenderJobInput): Promise<void> {
  const end = await capture(input);
  await CancellationScope.nonCancellable(async () => {
    await project.settleJob({ jobId: input.jobId, attempt: input.attempt, end, version: nextVersion() });
    if (input.webhook !== null && end.status !== "cancelled") await notify(input, end.status);
  });
  if (end.status === "cancelled") throw new CancelledFailure("The job was cancelled.");
  if (end.status === "failed") {
    const message = end.message ?? "The render failed.";
    throw ApplicationFailure.create({
      message,
      type: end.code,
      nonRetryable: true,
      category: ApplicationFailureCategory.BENIGN,
    });
  }
}

async function capture(input: RenderJobInput): Promise<JobEnd> {
  try {
    const { captureRender } = browserFor({ seconds: input.spec.timeout, summary: `capture ${input.host}` });
    return { status: "completed", outcome: await captureRender(input) };
  } catch (error) {
    return jobEndOf(error);
  }
}

async function notify({ jobId, accountId, attempt }: RenderJobInput, status: "completed" | "failed"): Promise<void> {
  const type = `job.${status}` as const;
  const eventId = await project.recordJobEvent({ jobId, attempt, type });
  await startChild(webhookDelivery, {
    workflowId: workflowIds.webhookDelivery(eventId),
    parentClosePolicy: ParentClosePolicy.ABANDON,
    args: [{ eventId, accountId, type }],
    staticSummary: `${type} ${jobId}`,
  });
}
