import { problemOf } from "../../../api/problems.ts";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { baselineOptions } from "../form/choices.ts";
import { NameFields } from "../form/NameFields.tsx";
import { ElementField, TextFields } from "../form/TextFields.tsx";
import type { SettingsForm } from "./settingsForm.ts";

type GeneralFieldsProps = {
  form: SettingsForm;
  onChange: (changed: Partial<SettingsForm>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
};

/** The name of a monitor, how often it runs, what counts as a change, and a pause of its messages. */
export function GeneralFields({ form, onChange, error }: GeneralFieldsProps) {
  const { threshold, baselineMode, mutedUntil } = form;
  return (
    <>
      <NameFields form={form} onChange={onChange} error={error} />
      <TextField
        label="Alert from this share of the picture on, in percent"
        value={threshold}
        onChange={(value) => onChange({ threshold: value })}
        placeholder="any visible difference"
        help="Leave it empty to get an alert for any visible difference."
        error={problemOf(error, "changeThreshold")}
      />
      <ElementField
        value={form.selector}
        onChange={(selector) => onChange({ selector })}
        help="CSS selector; empty for the page. A new one makes a new baseline, and so does a change of the next switch."
        error={error}
      />
      <TextFields form={form} onChange={onChange} error={error} />
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
