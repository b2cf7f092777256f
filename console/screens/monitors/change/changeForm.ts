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
  const { intervalMinutes, cron, mutedUntil } = monitor;
  const isMuted = mutedUntil !== null && Date.parse(mutedUntil) > Date.now();
  const saved = { ...monitor, mutedUntil: isMuted ? mutedUntil : null };
  const { intervalMinutes: _interval, ...before } = valuesBefore(patch, saved);
  const period = cron === undefined ? { intervalMinutes } : { cron };
  return { ...before, ...("intervalMinutes" in patch && period) };
}

/** The saved values of what a body has. Null for those that were missing. */
function valuesBefore(patch: object, saved: object): Record<string, unknown> {
  const old = new Map<string, unknown>(Object.entries(saved));
  return Object.fromEntries(
    Object.entries(patch).map(([name, value]): [string, unknown] => {
      const isPart = typeof value === "object" && value !== null && !Array.isArray(value);
      return [name, isPart ? valuesBefore(value, Object(old.get(name))) : (old.get(name) ?? null)];
    }),
  );
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
