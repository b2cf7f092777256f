import { CronFields } from "../../../ui/fields/CronFields.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { byCron, intervalOptions } from "./intervals.ts";
import type { MonitorForm } from "./monitorForm.ts";

/** When a monitor runs. */
export type Times = Pick<MonitorForm, "interval" | "isByCron" | "cron" | "timezone">;

type TimesProps = { form: Times; onChange: (changed: Partial<Times>) => void };

/** How often a monitor runs: an interval, or the choice of set times. */
export function IntervalField({ form: { interval, isByCron }, onChange }: TimesProps) {
  const choose = (value: string): void =>
    onChange(value === byCron ? { isByCron: true } : { isByCron: false, interval: value });
  return (
    <Select
      label="How often"
      value={isByCron ? byCron : interval}
      onChange={choose}
      options={intervalOptions(interval)}
    />
  );
}

/** The set times of a monitor, if it has any. `error` is why the API refused the last try, or null. */
export function CronTimes({ form, onChange, error }: TimesProps & { error: Error | null }) {
  return form.isByCron && <CronFields label="Times" times={form} onChange={onChange} error={error} />;
}
