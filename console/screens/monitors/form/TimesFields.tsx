import { Select } from "../../../ui/fields/Select.tsx";
import { CronFields } from "../../../ui/fields/CronFields.tsx";
import { fieldLabel } from "../../../format/fieldLabels.ts";
import { numberAt } from "../../../forms/draft.ts";
import { byCron, intervalOptions } from "./intervals.ts";
import type { FormPart } from "./monitorBody.ts";
import { cronOf, isByCron, runAtInterval, runByCron, zoneOf } from "./times.ts";

/** How often a monitor runs: an interval, or the choice of set times. */
export function IntervalField({ form }: FormPart) {
  const interval = String(isByCron(form) ? 60 : numberAt(form, "intervalMinutes", 60));
  return (
    <Select
      label={fieldLabel("intervalMinutes") ?? ""}
      value={isByCron(form) ? byCron : interval}
      onChange={(value) => (value === byCron ? runByCron(form) : runAtInterval(form, Number(value)))}
      options={intervalOptions(interval)}
    />
  );
}

/** The set times of a monitor, if it has any. */
export function CronTimes({ form }: FormPart) {
  if (!isByCron(form)) return null;
  const times = { cron: cronOf(form), timezone: zoneOf(form) };
  return <CronFields label="Times" times={times} onChange={(changed) => form.set({ ...changed })} error={form.error} />;
}
