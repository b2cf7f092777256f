import type { Monitor, MonitorPatch } from "#schemas/monitor/monitor.ts";
import { readLocalInput } from "../../../format/time.ts";
import { type MonitorForm, tagsOf } from "../form/monitorForm.ts";
import { shareOf } from "../form/percent.ts";

/** The change of several monitors. An empty text leaves a setting as it is. */
export type ChangeForm = Pick<MonitorForm, "interval" | "threshold" | "tags"> & {
  tagMode: "" | "add" | "remove" | "replace";
  baselineMode: "" | Monitor["baselineMode"];
  changeOn: "" | MonitorForm["changeOn"];
  mute: "" | "until" | "off";
  /** In the form of a field for a local time. */
  mutedUntil: string;
  digest: "" | MonitorForm["digest"];
  recovery: "" | "yes" | "no";
};

export const emptyChange: ChangeForm = {
  interval: "",
  threshold: "",
  tags: "",
  tagMode: "",
  baselineMode: "",
  changeOn: "",
  mute: "",
  mutedUntil: "",
  digest: "",
  recovery: "",
};

/** Whether the form changes anything. */
export function changesAnything(form: ChangeForm): boolean {
  const { tagMode, tags, mute, mutedUntil } = form;
  // Without a time, the API would turn messages on.
  if (mute === "until" && readLocalInput(mutedUntil) === null) return false;
  return (
    Object.keys(settingsOf(form)).length > 0 || tagMode === "replace" || (tagMode !== "" && tagsOf(tags).length > 0)
  );
}

/** The body that changes a monitor. Tags depend on those that it has. */
export function changeOf(form: ChangeForm, monitor: Monitor): MonitorPatch {
  return { ...settingsOf(form), ...(form.tagMode !== "" && { tags: changedTags(form, monitor.tags) }) };
}

/** The body that gives a monitor back what a change took. */
export function reverseOf(patch: MonitorPatch, monitor: Monitor): MonitorPatch {
  const { intervalMinutes, changeThreshold, tags, baselineMode, capture, alerts, mutedUntil } = monitor;
  const isMuted = mutedUntil !== null && Date.parse(mutedUntil) > Date.now();
  return {
    ...("intervalMinutes" in patch && { intervalMinutes }),
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

function settingsOf(form: ChangeForm): MonitorPatch {
  const { interval, threshold, baselineMode, changeOn, mute, mutedUntil, digest, recovery } = form;
  return {
    ...(interval !== "" && { intervalMinutes: Number(interval) }),
    ...(threshold.trim() !== "" && { changeThreshold: shareOf(threshold) }),
    ...(baselineMode !== "" && { baselineMode }),
    // The words can decide only if they are compared.
    ...(changeOn !== "" && { capture: { changeOn, ...(changeOn !== "picture" && { text: true }) } }),
    ...(mute !== "" && { mutedUntil: mute === "off" ? null : readLocalInput(mutedUntil) }),
    ...((digest !== "" || recovery !== "") && {
      alerts: { ...(digest !== "" && { digest }), ...(recovery !== "" && { notifyRecovery: recovery === "yes" }) },
    }),
  };
}

function changedTags({ tagMode, tags }: ChangeForm, current: readonly string[]): string[] {
  const given = tagsOf(tags);
  if (tagMode === "replace") return given;
  const others = current.filter((tag) => !given.includes(tag));
  return tagMode === "remove" ? others : [...others, ...given];
}
