import { problemOf } from "../../../api/problems.ts";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { CompareFields } from "../form/CompareFields.tsx";
import { NameFields } from "../form/NameFields.tsx";
import { PartsField } from "../form/PartsField.tsx";
import { TextFields } from "../form/TextFields.tsx";
import { ThresholdField } from "../form/ThresholdField.tsx";
import type { SettingsForm } from "./settingsForm.ts";

type GeneralFieldsProps = {
  form: SettingsForm;
  onChange: (changed: Partial<SettingsForm>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
};

/** The name of a monitor, how often it runs, what counts as a change, and a pause of its messages. */
export function GeneralFields({ form, onChange, error }: GeneralFieldsProps) {
  const { threshold, mutedUntil } = form;
  return (
    <>
      <NameFields form={form} onChange={onChange} error={error} />
      <ThresholdField
        value={threshold}
        onChange={(value) => onChange({ threshold: value })}
        help="Leave it empty to get an alert for any visible difference."
        error={error}
      />
      <PartsField form={form} onChange={onChange} />
      <TextFields form={form} onChange={onChange} error={error} />
      <CompareFields form={form} onChange={onChange} />
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
