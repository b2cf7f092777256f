import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import type { Fired } from "#activities/projections/schedules.ts";
import { startDetached } from "./children.ts";
import { startWebhookDelivery } from "./deliveries.ts";
import { counted } from "./ends.ts";
import { newId, nextVersion } from "./ids.ts";
import type { RenderScheduleInput, ScheduleState } from "#orders/inputs.ts";
import { controlSignals } from "#orders/messages.ts";
import { project } from "./proxies.ts";

/** Fires per history, before the workflow continues as new. */
const maxFiresPerHistory = 200;

/** The clock of one schedule: waits for each fire and starts its job. It does not wait for the job. */
export async function renderSchedule(input: RenderScheduleInput): Promise<void> {
  try {
    await run(input);
  } catch (error) {
    if (isCancellation(error)) await CancellationScope.nonCancellable(() => cancel(input));
    throw error;
  }
}

async function run(input: RenderScheduleInput): Promise<void> {
  const { scheduleId } = input;
  const request = listen(input.state?.paused ?? false);
  let state = input.state ?? (await plan(input, { paused: request.paused, dueAt: null, runCount: 0, lastJobId: null }));
  for (let fires = 0; ;) {
    const { paused, dueAt } = state;
    // No fire is left. A signal that arrived during the last fire is too late.
    if (!paused && dueAt === null) {
      setCurrentDetails(`completed: ${counted(state.runCount, "render")} started`);
      return;
    }
    if (request.cancelled) return cancel(input);
    if (request.paused !== paused) {
      state = await plan(input, { ...state, paused: request.paused }, now());
      continue;
    }
    if (fires >= maxFiresPerHistory || workflowInfo().continueAsNewSuggested) return continueSchedule(input, state);
    setCurrentDetails(paused ? "paused" : `next fire ${dueAt}`);
    const changed = () => request.cancelled || request.paused !== paused;
    if (dueAt === null) await condition(changed);
    else if (!(await condition(changed, Math.max(1, Date.parse(dueAt) - Date.now())))) {
      const jobId = newId(Date.parse(dueAt));
      const fired = await project.fireSchedule({ ...state, dueAt, scheduleId, jobId, version: nextVersion() });
      state = await startFired(input, { state, fired, jobId });
      fires += 1;
    }
  }
}

type Requested = { paused: boolean; cancelled: boolean };

/** The state that the caller or an operator requested. Signal handlers update it. */
function listen(paused: boolean): Requested {
  const requested = { paused, cancelled: false };
  setHandler(defineSignal(controlSignals.pause), () => void (requested.paused = true));
  setHandler(defineSignal(controlSignals.resume), () => void (requested.paused = false));
  setHandler(defineSignal(controlSignals.cancel), () => void (requested.cancelled = true));
  return requested;
}

/** Plans and projects the next fire after the ISO instant `from`; null is the schedule's creation. */
async function plan(
  { scheduleId }: RenderScheduleInput,
  state: ScheduleState,
  from: string | null = null,
): Promise<ScheduleState> {
  const { paused, runCount } = state;
  const dueAt = await project.planSchedule({ scheduleId, paused, runCount, from, version: nextVersion() });
  return { ...state, dueAt };
}

/** Starts the job and the deliveries of a fire, and returns the next state. */
async function startFired(
  { scheduleId }: RenderScheduleInput,
  { state, fired, jobId }: { state: ScheduleState; fired: Fired; jobId: string },
): Promise<ScheduleState> {
  for (const event of fired.events) await startWebhookDelivery(event, scheduleId);
  if (fired.render === null) return { ...state, dueAt: fired.nextDueAt };
  await startDetached(fired.render);
  return { ...state, dueAt: fired.nextDueAt, runCount: state.runCount + 1, lastJobId: jobId };
}

function continueSchedule(input: RenderScheduleInput, state: ScheduleState): Promise<never> {
  return continueAsNew<typeof renderSchedule>({ ...input, state });
}

function cancel({ scheduleId }: RenderScheduleInput): Promise<void> {
  setCurrentDetails("cancelled");
  return project.cancelSchedule({ scheduleId, version: nextVersion() });
}

function now(): string {
  return new Date().toISOString();
}
