import { problemOf } from "../../../api/problems.ts";
import { FieldRow } from "../../../ui/fields/Form.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { Cost, type CostForm } from "./Cost.tsx";
import type { MonitorForm } from "./monitorForm.ts";
import { CronTimes, IntervalField, type Times } from "./TimesFields.tsx";

type Named = Times & CostForm & Pick<MonitorForm, "name" | "tags">;

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
  const { name, tags } = form;
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
        <IntervalField form={form} onChange={onChange} />
      </FieldRow>
      <CronTimes form={form} onChange={onChange} error={error} />
      <Cost form={form} />
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
