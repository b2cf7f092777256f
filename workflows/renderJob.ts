import { ApplicationFailureCategory } from "@temporalio/common";
import {
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  setCurrentDetails,
  workflowInfo,
} from "@temporalio/workflow";
import type { CachedRender, JobEnd, Settled } from "#activities/projections/jobs.ts";
import type { RenderOutcome } from "#schemas/job.ts";
import type { StorageTarget } from "#schemas/renders/storage.ts";
import { compareSources } from "./compareSources.ts";
import { startWebhookDelivery } from "./deliveries.ts";
import { describeJobEnd, toJobEnd } from "./ends.ts";
import { nextVersion } from "./ids.ts";
import type { RenderJobInput } from "#orders/inputs.ts";
import { browserFor, project, storageFor } from "./proxies.ts";
import { withStorageLocations } from "#rules/outcomes.ts";
import { diffPrice, renderPrice } from "#rules/prices.ts";
import { throttleKeyOf } from "#rules/throttle.ts";
import { withSignIn } from "./withSignIn.ts";
import { withSlot } from "./withSlot.ts";

/**
 * One attempt at a job: capture (or take the outcome of an identical render), store, settle, notify. A comparison replaces
 * the first two steps. A failed job is a failed workflow, so that operators can list and reset it. The job's record and
 * credits are settled before the workflow closes, also after a failure or cancellation.
 * @throws ApplicationFailure of type `superseded` if an operator resets it after a later attempt began. It then writes nothing.
 */
export async function renderJob(input: RenderJobInput): Promise<void> {
  if (input.answered) {
    setCurrentDetails("completed from the cache when it was accepted");
    return notify(input, "completed");
  }
  if (isReset() && (await isSuperseded(input))) throw superseded();
  const end = await work(input);
  const settled = await CancellationScope.nonCancellable(() => settle(input, end));
  if (settled === "superseded") throw superseded();
  setCurrentDetails(describeJobEnd(end, input.diff === undefined ? renderPrice(input.spec) : diffPrice));
  if (end.status === "cancelled") throw new CancelledFailure("The job was cancelled.");
  if (end.status === "failed") {
    const message = end.message ?? "The render failed.";
    throw ApplicationFailure.create({ message, type: end.code, ...benignFailure });
  }
}

/** Failures that are not the service's fault. */
const benignFailure = { nonRetryable: true, category: ApplicationFailureCategory.BENIGN };

/** Whether an operator reset this workflow. */
function isReset(): boolean {
  const { runId, firstExecutionRunId } = workflowInfo();
  return runId !== firstExecutionRunId;
}

function isSuperseded({ jobId, attempt }: RenderJobInput): Promise<boolean> {
  // A cancellation at this moment must still be settled as cancelled.
  return CancellationScope.nonCancellable(() => project.isSuperseded({ jobId, attempt }));
}

function superseded(): ApplicationFailure {
  setCurrentDetails("superseded: a later attempt exists");
  return ApplicationFailure.create({ message: "The job was retried meanwhile.", type: "superseded", ...benignFailure });
}

async function settle(input: RenderJobInput, end: JobEnd): Promise<Settled> {
  const { jobId, attempt, fingerprint } = input;
  const settled = await project.settleJob({ jobId, attempt, end, version: nextVersion(), fingerprint });
  await notify(input, end.status);
  return settled;
}

async function work(input: RenderJobInput): Promise<JobEnd> {
  try {
    if (input.diff !== undefined) {
      return { status: "completed", outcome: await compareSources(input, input.diff), sharedUntil: null };
    }
    const cached = input.spec.cache ? await findCached(input) : null;
    const rendered = cached === null ? await capture(input) : cached.outcome;
    const outcome = input.spec.storage === undefined ? rendered : await store(input, input.spec.storage, rendered);
    return { status: "completed", outcome, sharedUntil: cached?.expiresAt ?? null };
  } catch (error) {
    return toJobEnd(error);
  }
}

function findCached({ accountId, fingerprint, acceptedAt, spec }: RenderJobInput): Promise<CachedRender | null> {
  const age = spec.cacheTtl === undefined ? {} : { maxAgeSeconds: spec.cacheTtl };
  return project.findCachedRender({ accountId, fingerprint, acceptedAt, ...age });
}

function capture(input: RenderJobInput): Promise<RenderOutcome> {
  const { accountId, jobId, acceptedAt, throttled } = input;
  const host = throttled ? throttleKeyOf(input.spec.url) : null;
  const { captureRender } = browserFor({ seconds: input.spec.timeout, summary: `capture ${input.host}` });
  return withSignIn(() => withSlot({ accountId, host, leaseId: jobId, since: acceptedAt }, () => captureRender(input)));
}

/** Copies the outputs into the caller's storage. */
async function store(input: RenderJobInput, target: StorageTarget, outcome: RenderOutcome): Promise<RenderOutcome> {
  const { jobId, attempt, accountId, host, acceptedAt, spec } = input;
  const { outputs, startedAt } = outcome;
  const { storeOutputs } = storageFor({ summary: `store in ${target.provider}` });
  const { sealedFor } = spec;
  const storedOutputs = await storeOutputs({
    jobId,
    attempt,
    accountId,
    host,
    acceptedAt,
    startedAt,
    target,
    sealedFor,
    outputs,
  });
  return withStorageLocations(outcome, storedOutputs);
}

/** Sends the event of the job's end if the caller gave a webhook. A cancelled job has no event, as its caller cancelled it. */
async function notify({ jobId, accountId, attempt, webhook }: RenderJobInput, status: JobEnd["status"]): Promise<void> {
  if (webhook === null || status === "cancelled") return;
  const type = `job.${status}` as const;
  const eventId = await project.recordJobEvent({ jobId, attempt, type });
  if (eventId !== null) await startWebhookDelivery({ eventId, accountId, type }, jobId);
}
