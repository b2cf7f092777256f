import { Switch } from "../../../ui/fields/Switch.tsx";
import type { FormPart } from "../form/monitorBody.ts";
import { BasicFields } from "../form/NameFields.tsx";
import { SettingGroups } from "../form/SettingGroups.tsx";

/** The settings that all pages of the list share. */
export function CommonFields({ form }: FormPart) {
  return (
    <div className="stack-4">
      <BasicFields form={form} />
      <Switch
        isSelected={form.read("status") === "paused"}
        onChange={(isPaused) => form.set({ status: isPaused ? "paused" : undefined })}
      >
        Start paused
      </Switch>
      <SettingGroups form={form} />
    </div>
  );
}
