import { problemOf } from "../../../api/problems.ts";
import { FieldRow } from "../../../ui/fields/Form.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Cost, type CostForm } from "./Cost.tsx";
import type { MonitorForm } from "./monitorForm.ts";
import { ThresholdField } from "./ThresholdField.tsx";
import { CronTimes, IntervalField, type Times } from "./TimesFields.tsx";

type Basic = Times & CostForm & Pick<MonitorForm, "threshold" | "tags">;

type BasicFieldsProps = {
  form: Basic;
  onChange: (changed: Partial<Basic>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
};

/** How often monitors that are made together run, from which share they alarm, and their tags. */
export function BasicFields({ form, onChange, error }: BasicFieldsProps) {
  return (
    <>
      <FieldRow>
        <IntervalField form={form} onChange={onChange} />
        <ThresholdField
          label="Alert from, in percent"
          value={form.threshold}
          onChange={(threshold) => onChange({ threshold })}
          placeholder="any difference"
          error={error}
        />
      </FieldRow>
      <CronTimes form={form} onChange={onChange} error={error} />
      <Cost form={form} />
      <TextField
        label="Tags"
        value={form.tags}
        onChange={(tags) => onChange({ tags })}
        help="Separate them by commas."
        error={problemOf(error, "tags")}
      />
    </>
  );
}
