import { problemOf } from "../../../api/problems.ts";
import { FieldRow } from "../../../ui/fields/Form.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import type { FormPart } from "../form/monitorForm.ts";
import { SettingGroups } from "../form/SettingGroups.tsx";
import { CronTimes, IntervalField } from "../form/TimesFields.tsx";
import styles from "./Many.module.css";

/** The settings that all pages of the list share. */
export function CommonFields({ form, onChange, error }: FormPart) {
  const part = { form, onChange, error };
  return (
    <div className={styles["fields"]}>
      <FieldRow>
        <IntervalField form={form} onChange={onChange} />
        <TextField
          label="Alert from, in percent"
          value={form.threshold}
          onChange={(threshold) => onChange({ threshold })}
          placeholder="any difference"
          error={problemOf(error, "changeThreshold")}
        />
      </FieldRow>
      <CronTimes {...part} />
      <TextField
        label="Tags"
        value={form.tags}
        onChange={(tags) => onChange({ tags })}
        help="Separate them by commas."
        error={problemOf(error, "tags")}
      />
      <Switch isSelected={form.startsPaused} onChange={(startsPaused) => onChange({ startsPaused })}>
        Start paused
      </Switch>
      <SettingGroups {...part} />
    </div>
  );
}
