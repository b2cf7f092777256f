import { problemOf } from "../../../api/problems.ts";
import { FieldRow } from "../../../ui/fields/Form.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { intervalOptions } from "../form/intervals.ts";
import type { SettingsForm } from "./settingsForm.ts";

const baselineOptions = [
  { value: "rolling", label: "The last accepted run" },
  { value: "fixed", label: "The same run until you choose another" },
] as const;

type GeneralFieldsProps = {
  form: SettingsForm;
  onChange: (changed: Partial<SettingsForm>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
};

/** The name of a monitor, how often it runs, what counts as a change, and a pause of its messages. */
export function GeneralFields({ form, onChange, error }: GeneralFieldsProps) {
  const { name, interval, tags, threshold, baselineMode, mutedUntil } = form;
  return (
    <>
      <FieldRow>
        <TextField
          label="Name"
          value={name}
          onChange={(value) => onChange({ name: value })}
          isRequired
          error={problemOf(error, "name")}
        />
        <Select
          label="How often"
          value={interval}
          onChange={(value) => onChange({ interval: value })}
          options={intervalOptions(interval)}
        />
      </FieldRow>
      <TextField
        label="Tags"
        value={tags}
        onChange={(value) => onChange({ tags: value })}
        help="Separate them by commas."
        error={problemOf(error, "tags")}
      />
      <TextField
        label="Alert from this share of the picture on, in percent"
        value={threshold}
        onChange={(value) => onChange({ threshold: value })}
        placeholder="any visible difference"
        help="Leave it empty to get an alert for any visible difference."
        error={problemOf(error, "changeThreshold")}
      />
      <Select
        label="Compare with"
        value={baselineMode}
        onChange={(value) => onChange({ baselineMode: value })}
        options={baselineOptions}
      />
      <TextField
        label="No messages before"
        type="datetime-local"
        value={mutedUntil}
        onChange={(value) => onChange({ mutedUntil: value })}
        help="Runs go on. Leave it empty to get messages at once."
        error={problemOf(error, "mutedUntil")}
      />
    </>
  );
}
