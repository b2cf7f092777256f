import { ApplicationFailureCategory } from "@temporalio/common";
import { ApplicationFailure, CancellationScope, CancelledFailure } from "@temporalio/workflow";
import type { JobEnd } from "#activities/project/settleJob.ts";
import type { JobOutcome } from "#schemas/job.ts";
import type { StorageTarget } from "#schemas/storage.ts";
import { inTurn } from "./inTurn.ts";
import { jobEndOf } from "./jobEnd.ts";
import { deliver } from "./deliver.ts";
import type { RenderJobInput } from "./messages.ts";
import { browserFor, project, storageFor } from "./proxies.ts";
import { withStored } from "./rules/withStored.ts";
import { nextVersion } from "./version.ts";

/**
 * One render: capture, caller's storage, settle, notify. A failed render is a failed workflow, so that operators can list and reset it.
 * The record of the job and its credits are settled before the workflow closes, whatever happened.
 */
export async function renderJob(input: RenderJobInput): Promise<void> {
  const end = await work(input);
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

async function work(input: RenderJobInput): Promise<JobEnd> {
  try {
    const captured = await capture(input);
    const outcome = input.spec.storage === undefined ? captured : await store(input, input.spec.storage, captured);
    return { status: "completed", outcome };
  } catch (error) {
    return jobEndOf(error);
  }
}

function capture(input: RenderJobInput): Promise<JobOutcome> {
  const { captureRender } = browserFor({ seconds: input.spec.timeout, summary: `capture ${input.host}` });
  return input.paced ? inTurn(input, () => captureRender(input)) : captureRender(input);
}

/** Copies the outputs into the caller's own storage. */
async function store(input: RenderJobInput, target: StorageTarget, outcome: JobOutcome): Promise<JobOutcome> {
  const { jobId, accountId, host, acceptedAt, spec } = input;
  const { outputs, startedAt } = outcome;
  const { storeOutputs } = storageFor({ summary: `store in ${target.provider}` });
  const { sealedFor } = spec;
  const stored = await storeOutputs({ jobId, accountId, host, acceptedAt, startedAt, target, sealedFor, outputs });
  return withStored(outcome, stored);
}

async function notify({ jobId, accountId, attempt }: RenderJobInput, status: "completed" | "failed"): Promise<void> {
  const type = `job.${status}` as const;
  const eventId = await project.recordJobEvent({ jobId, attempt, type });
  await deliver({ eventId, accountId, type }, jobId);
}
