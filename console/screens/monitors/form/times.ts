import { type Form, textAt } from "../../../forms/draft.ts";
import { localZone } from "../../../ui/fields/cronOptions.ts";

const usualCron = "0 9 * * MON-FRI";

/** Whether the monitor runs by cron. An interval that is chosen takes the place of a saved cron. */
export function isByCron({ changed, saved }: Form): boolean {
  return "cron" in changed || (!("intervalMinutes" in changed) && saved("cron") !== undefined);
}

/** Path of the hours in which messages wait. */
export const quietPath = "alerts.quietHours";

/** Whether messages wait at some hours. */
export function isQuiet(form: Form): boolean {
  const hours = form.read(quietPath) ?? "";
  return hours !== "";
}

export function cronOf(form: Form): string {
  return textAt(form, "cron") || usualCron;
}

/** The time zone of the cron and of the quiet hours. */
export function zoneOf(form: Form): string {
  return textAt(form, "timezone") || localZone();
}

/** Runs by the saved or the usual cron. */
export function runByCron(form: Form): void {
  form.set({ cron: cronOf(form), timezone: zoneOf(form) });
  form.forget("intervalMinutes");
}

export function runAtInterval(form: Form, minutes: number): void {
  form.set({ intervalMinutes: minutes });
  form.forget("cron");
}
