import type { Incident, MonitorStatus, PlanLimit } from "#schemas/monitor/monitor.ts";
import type { RecentRun } from "#schemas/monitor/run.ts";
import type { MonitorState } from "#schemas/monitor/state.ts";

/** The facts that the state of a monitor follows from. `recentRuns` is newest first. */
export type MonitorFacts = {
  status: MonitorStatus;
  planLimit: PlanLimit | null;
  /** Whether its page left the sitemap that made the monitor. */
  isPageGone: boolean;
  incident: Pick<Incident, "type"> | null;
  hasBaseline: boolean;
  recentRuns: readonly Pick<RecentRun, "status" | "trigger" | "error">[];
};

/** How an owner lifts each limit of the plan. */
export const planLimitMessages = {
  credits:
    "The account has too few credits left in this period for a run; the monitor continues by itself once it has enough.",
  count: "The plan allows fewer monitors; delete an older one, and this one continues by itself.",
  interval: "The plan allows only longer intervals; give a longer intervalMinutes, or a cron that fires less often.",
} satisfies Record<PlanLimit, string>;

/**
 * The state that a monitor is shown in. A failure comes before an open change, because a monitor that fails does not know
 * whether the change is still there.
 */
export function monitorStateOf(monitor: MonitorFacts): Omit<MonitorState, "text"> {
  const { status, planLimit, isPageGone, incident, hasBaseline } = monitor;
  const endedRuns = monitor.recentRuns.filter((run) => run.status === "completed" || run.status === "failed");
  const lastGood = endedRuns.findIndex((run) => run.status === "completed");
  const failed = lastGood === -1 ? endedRuns : endedRuns.slice(0, lastGood);
  // A further try does not count again. A confirming run belongs to a run that counts.
  const failures = failed.filter(({ trigger }) => trigger !== "retry" && trigger !== "confirmation").length;
  const state = (kind: MonitorState["kind"], reason: string | null = null) => ({ kind, failures, reason });

  if (isPageGone) return state("page_gone", "The page left its sitemap.");
  if (status === "paused" || status === "deleted") return state("paused");
  if (status === "paused_plan_limit" && planLimit !== null) {
    return state(planLimit === "credits" ? "out_of_credits" : "plan_limit", planLimitMessages[planLimit]);
  }
  const error = endedRuns[0]?.error?.message ?? null;
  if (failures > 0 && !hasBaseline) return state("no_first_capture", error);
  if (incident !== null && incident.type !== "change") return state("down", error);
  if (failures > 0) return state("failing", error);
  if (incident?.type === "change") return state("changed");
  return hasBaseline || endedRuns.length > 0 ? state("ok") : state("first_capture");
}
