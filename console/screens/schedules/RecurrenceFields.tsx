import { problemOf } from "../../api/problems.ts";
import { CronFields } from "../../ui/fields/CronFields.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import type { ScheduleForm } from "./form.ts";

type RecurrenceFieldsProps = {
  form: ScheduleForm;
  onChange: (changed: Partial<ScheduleForm>) => void;
  error: Error | null;
};

/** When a recurring schedule renders: a usual recurrence or cron fields, the time zone, and an end. */
export function RecurrenceFields({ form, onChange, error }: RecurrenceFieldsProps) {
  return (
    <>
      <CronFields label="How often" times={form} onChange={onChange} error={error} />
      <TextField
        label="Number of renders"
        type="number"
        value={form.limit}
        onChange={(next) => onChange({ limit: next })}
        help="Leave it empty for no end."
        error={problemOf(error, "limit")}
      />
    </>
  );
}
