import { Switch } from "../../../ui/fields/Switch.tsx";
import { BasicFields } from "../form/BasicFields.tsx";
import type { FormPart } from "../form/monitorForm.ts";
import { SettingGroups } from "../form/SettingGroups.tsx";
import styles from "./Many.module.css";

/** The settings that all pages of the list share. */
export function CommonFields({ form, onChange, error }: FormPart) {
  const part = { form, onChange, error };
  return (
    <div className={styles["fields"]}>
      <BasicFields {...part} />
      <Switch isSelected={form.startsPaused} onChange={(startsPaused) => onChange({ startsPaused })}>
        Start paused
      </Switch>
      <SettingGroups {...part} />
    </div>
  );
}
