import type { MonitorDefaults, MonitorDefaultsPatch } from "#schemas/monitor/defaults.ts";
import type { Form } from "../../forms/draft.ts";
import { settingWords } from "../../format/inherited.ts";
import { type Body, withValue } from "../../format/paths.ts";
import { isQuiet } from "../monitors/form/times.ts";

/** The monitors that have defaults: `All monitors`, `Monitors with the tag shop`. */
export function reachOf(tag: string | null): string {
  return tag === null ? "All monitors" : `Monitors with the tag ${tag}`;
}

/** The settings of defaults, each in words. */
export function wordsOf({ timezone, changeThreshold, capture, alerts }: MonitorDefaults): string[] {
  const { email = {}, ...others } = alerts;
  const settings = [
    ["", { changeThreshold }],
    ["capture.", capture],
    ["alerts.email.", email],
    ["alerts.", others],
    ["", { timezone }],
  ] as const;
  return settings.flatMap(([place, values]) =>
    Object.entries<unknown>(values).flatMap(([name, value]) =>
      value == null || (Array.isArray(value) && value.length === 0) ? [] : [settingWords(`${place}${name}`, value)],
    ),
  );
}

/** The body of the call that saves what was changed. Without quiet hours, a time zone is of no use. */
export function changeOf(form: Form): MonitorDefaultsPatch {
  const zone = form.saved("timezone") === undefined ? undefined : null;
  const body: Body = isQuiet(form) ? form.changed : withValue(form.changed, "timezone", zone);
  return { ...body };
}
