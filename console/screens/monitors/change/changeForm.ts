import type { Monitor, MonitorPatch } from "#schemas/monitor/monitor.ts";
import type { Form } from "../../../forms/draft.ts";
import { settingsOf, tagsOf } from "../form/monitorBody.ts";

/** The change of the tags of several monitors. It is no value of the body, as it depends on the tags of each. */
export type TagChange = { mode: "" | "add" | "remove" | "replace"; tags: string };

export const sameTags: TagChange = { mode: "", tags: "" };

/** Whether the form changes anything. */
export function changesAnything(form: Form, { mode, tags }: TagChange): boolean {
  // Without a time, the API would turn messages on.
  if (isMuting(form) && form.read("mutedUntil") === mutedSoon) return false;
  return Object.keys(form.changed).length > 0 || mode === "replace" || (mode !== "" && tagsOf(tags).length > 0);
}

/** The entry of a mute whose time is not given yet. */
export const mutedSoon = "soon";

/** Whether messages are turned off until a time. */
export function isMuting({ changed: { mutedUntil } }: Form): boolean {
  return typeof mutedUntil === "string";
}

/** The body that changes a monitor. */
export function changeOf(form: Form, tags: TagChange, monitor: Monitor): MonitorPatch {
  return { ...settingsOf(form), ...(tags.mode !== "" && { tags: changedTags(tags, monitor.tags) }) };
}

/** The body that gives a monitor back what a change took. */
export function reverseOf(patch: MonitorPatch, monitor: Monitor): MonitorPatch {
  const { intervalMinutes, cron, changeThreshold, tags, baselineMode, capture, alerts, mutedUntil } = monitor;
  const isMuted = mutedUntil !== null && Date.parse(mutedUntil) > Date.now();
  return {
    ...("intervalMinutes" in patch && (cron === undefined ? { intervalMinutes } : { cron })),
    ...("changeThreshold" in patch && { changeThreshold }),
    ...("tags" in patch && { tags }),
    ...("baselineMode" in patch && { baselineMode }),
    ...("capture" in patch && { capture: { text: capture.text ?? null, changeOn: capture.changeOn ?? null } }),
    ...("mutedUntil" in patch && { mutedUntil: isMuted ? mutedUntil : null }),
    ...("alerts" in patch && { alerts: { digest: alerts.digest, notifyRecovery: alerts.notifyRecovery } }),
  };
}

/** The settings of a monitor that make its price, after a change. */
export function pricedAfter({ intervalMinutes, capture }: MonitorPatch, monitor: Monitor) {
  const { cron } = monitor;
  const { changeOn = monitor.capture.changeOn } = capture ?? {};
  return {
    intervalMinutes: intervalMinutes ?? monitor.intervalMinutes,
    ...(intervalMinutes === undefined && cron !== undefined && { cron }),
    capture: { ...monitor.capture, ...(changeOn != null && { changeOn }) },
  };
}

function changedTags({ mode, tags }: TagChange, current: readonly string[]): string[] {
  const entered = tagsOf(tags);
  if (mode === "replace") return entered;
  const others = current.filter((tag) => !entered.includes(tag));
  return mode === "remove" ? others : [...others, ...entered];
}
