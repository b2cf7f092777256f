import { problemOf } from "../../../api/problems.ts";
import { CronFields } from "../../../ui/fields/CronFields.tsx";
import { FieldRow } from "../../../ui/fields/Form.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { byCron, intervalOptions } from "./intervals.ts";
import type { MonitorForm } from "./monitorForm.ts";

type Named = Pick<MonitorForm, "name" | "interval" | "isByCron" | "cron" | "timezone" | "tags">;

type NameFieldsProps = {
  form: Named;
  onChange: (changed: Partial<Named>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
  /** The name that an empty field stands for. Without it, a name is required. */
  placeholder?: string;
};

/** The name of a monitor, how often it runs, and its tags. */
export function NameFields({ form, onChange, error, placeholder }: NameFieldsProps) {
  const { name, interval, isByCron, tags } = form;
  const choose = (value: string): void =>
    onChange(value === byCron ? { isByCron: true } : { isByCron: false, interval: value });
  return (
    <>
      <FieldRow>
        <TextField
          label="Name"
          value={name}
          onChange={(value) => onChange({ name: value })}
          {...(placeholder === undefined ? { isRequired: true } : { placeholder })}
          error={problemOf(error, "name")}
        />
        <Select
          label="How often"
          value={isByCron ? byCron : interval}
          onChange={choose}
          options={intervalOptions(interval)}
        />
      </FieldRow>
      {isByCron && <CronFields label="Times" times={form} onChange={onChange} error={error} />}
      <TextField
        label="Tags"
        value={tags}
        onChange={(value) => onChange({ tags: value })}
        help="Separate them by commas."
        error={problemOf(error, "tags")}
      />
    </>
  );
}
