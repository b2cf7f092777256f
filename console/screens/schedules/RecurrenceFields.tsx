import { useState } from "react";
import { problemOf } from "../../api/problems.ts";
import { timeZones } from "../../format/time.ts";
import { Select } from "../../ui/fields/Select.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { describeCron } from "./cron.ts";
import { recurrenceOptions, type ScheduleForm } from "./form.ts";

type RecurrenceFieldsProps = {
  form: ScheduleForm;
  onChange: (changed: Partial<ScheduleForm>) => void;
  error: Error | null;
};

/** When a recurring schedule renders: a usual recurrence or cron fields, the time zone, and an end. */
export function RecurrenceFields({ form: { cron, timezone, limit }, onChange, error }: RecurrenceFieldsProps) {
  const [isCustom, setCustom] = useState(false);
  const known = recurrenceOptions.find(({ value }) => !isCustom && value === cron)?.value ?? "";
  const zones = [...new Set([timezone, ...timeZones()])].map((zone) => ({ value: zone, label: zone }));
  const words = describeCron(cron);
  const choose = (value: string): void => {
    setCustom(value === "");
    if (value !== "") onChange({ cron: value });
  };
  return (
    <>
      <Select label="How often" value={known} onChange={choose} options={recurrenceOptions} />
      {known === "" && (
        <TextField
          label="Cron"
          value={cron}
          onChange={(next) => onChange({ cron: next })}
          help={words ?? "Minute, hour, day of month, month and day of week, such as 30 8 * * MON-FRI."}
          isRequired
          error={problemOf(error, "cron")}
        />
      )}
      <Select label="Time zone" value={timezone} onChange={(zone) => onChange({ timezone: zone })} options={zones} />
      <TextField
        label="Number of renders"
        type="number"
        value={limit}
        onChange={(next) => onChange({ limit: next })}
        help="Leave it empty for no end."
        error={problemOf(error, "limit")}
      />
    </>
  );
}
