import {
  CancellationScope,
  condition,
  continueAsNew,
  defineSignal,
  executeChild,
  isCancellation,
  ParentClosePolicy,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from "@temporalio/workflow";
import type { SitemapPlan } from "#activities/projections/sitemaps.ts";
import { newId, nextVersion } from "./ids.ts";
import { controlSignals, type MonitorSitemapInput, type SitemapLoopState, sitemapSignals } from "./messages.ts";
import { project } from "./proxies.ts";
import { sitemapSync, type SyncEnd } from "./sitemapSync.ts";
import { workflowStart } from "./starts.ts";

/** Syncs per history, before the workflow continues as new. */
const maxSyncsPerHistory = 150;

/**
 * The clock of one sitemap. It starts a sync at each due instant and for each call, one at a time, as child workflows. It reads the
 * owner's settings before each sync, so a lost signal only delays a change.
 */
export async function monitorSitemap(input: MonitorSitemapInput): Promise<void> {
  try {
    await loop(input);
  } catch (error) {
    // A cancellation by an operator pauses the sitemap. The owner's next change starts it again.
    const { sitemapId } = input;
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() => project.setSitemapStatus({ sitemapId, wanted: "paused" }));
    }
    throw error;
  }
}

async function loop(input: MonitorSitemapInput): Promise<void> {
  const { sitemapId } = input;
  const state: SitemapLoopState = input.state ?? { position: { times: null, after: null }, manyGone: false };
  const signals = listen(sitemapId);
  let wasPaused = false;
  for (let syncs = 0; ;) {
    signals.changed = false;
    if (signals.status !== null) await applyStatus(sitemapId, signals);
    const { position } = state;
    const plan: SitemapPlan = await project.planSitemap({ sitemapId, position, wasPaused, now: Date.now() });
    if (plan.wanted === "deleted" || signals.removed) return;
    const { due } = plan;
    state.position = plan.position;
    wasPaused = due === null;
    await projectState(sitemapId, { due });
    // The continued state does not contain a pending pause or resume.
    if (signals.status === null && (syncs >= maxSyncsPerHistory || workflowInfo().continueAsNewSuggested)) {
      await continueAsNew<typeof monitorSitemap>({ ...input, state });
    }
    if (plan.requestedAt === null) {
      const hasSignal = () => signals.changed || signals.removed || signals.status !== null;
      const wait = due === null ? null : Math.max(1, due - Date.now());
      const interrupted = wait === null ? (await condition(hasSignal), true) : await condition(hasSignal, wait);
      if (interrupted || due === null) continue;
      state.position = { ...state.position, after: due };
    }
    await syncOnce(input, state, { plan, signals });
    syncs += 1;
  }
}

type PendingSignals = { changed: boolean; removed: boolean; status: "active" | "paused" | null };

/** Handles the signals of the API and of operators. Returns the pending signals, which the handlers update. */
function listen(sitemapId: string): PendingSignals {
  const signals: PendingSignals = { changed: false, removed: false, status: null };
  setHandler(defineSignal(sitemapSignals.changed), () => void (signals.changed = true));
  setHandler(defineSignal(sitemapSignals.remove), () => void (signals.removed = true));
  setHandler(defineSignal(controlSignals.pause), () => void (signals.status = "paused"));
  setHandler(defineSignal(controlSignals.resume), () => void (signals.status = "active"));
  setCurrentDetails(`sitemap ${sitemapId}`);
  return signals;
}

async function applyStatus(sitemapId: string, signals: PendingSignals): Promise<void> {
  const wanted = signals.status;
  signals.status = null;
  if (wanted !== null) await project.setSitemapStatus({ sitemapId, wanted });
}

/** What changed in a sitemap's state: when the next sync is due, or how the last one ended. */
type Projected = { due: number | null } | { sync: SyncEnd; requestedAt: string | null };

async function projectState(sitemapId: string, projected: Projected): Promise<void> {
  const version = nextVersion();
  if ("sync" in projected) return project.projectSitemapState({ sitemapId, ...projected, version });
  const nextSyncAt = projected.due === null ? null : new Date(projected.due).toISOString();
  setCurrentDetails(`next sync ${nextSyncAt ?? "none"}`);
  return project.projectSitemapState({ sitemapId, nextSyncAt, version });
}

type SyncContext = { plan: SitemapPlan; signals: PendingSignals };

async function syncOnce(
  input: MonitorSitemapInput,
  state: SitemapLoopState,
  { plan, signals }: SyncContext,
): Promise<void> {
  const sync = await runChild(input, state, signals);
  if (signals.removed) return;
  state.manyGone = sync.manyGone;
  await projectState(input.sitemapId, { sync, requestedAt: plan.requestedAt });
}

const failedSync: SyncEnd = {
  pages: 0,
  added: 0,
  paused: 0,
  resumed: 0,
  overLimit: 0,
  error: "internal_error",
  manyGone: false,
};

/** Runs one sync as a child workflow, which operators can inspect. Removing the sitemap cancels it. */
async function runChild(
  { sitemapId, accountId, host }: MonitorSitemapInput,
  { manyGone }: SitemapLoopState,
  signals: PendingSignals,
): Promise<SyncEnd> {
  const sitemap = { id: sitemapId };
  const input = { syncId: newId(Date.now()), accountId, host, sitemap, dryRun: false, manyGone };
  const { workflowType: _type, ...options } = workflowStart({ type: "sitemapSync", input });
  const scope = new CancellationScope();
  const work = scope.run(() =>
    executeChild(sitemapSync, { ...options, parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL }),
  );
  let ended = false;
  const settled = work.finally(() => void (ended = true));
  try {
    await condition(() => ended || signals.removed).then(() => (ended ? undefined : scope.cancel()));
    return await settled;
  } catch (error) {
    if (isCancellation(error) && !signals.removed) throw error;
    // An operator terminated the sync, or it broke. The next one makes up for it.
    return failedSync;
  }
}
