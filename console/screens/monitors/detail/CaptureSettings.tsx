import { changesBetween } from "../../renders/playground/changes.ts";
import { optionsOf } from "../../renders/playground/values.ts";
import { MoreCapture } from "../form/MoreCapture.tsx";
import { CaptureFields } from "../form/PageFields.tsx";
import styles from "./Detail.module.css";
import type { SettingsForm } from "./settingsForm.ts";

type CaptureSettingsProps = {
  form: SettingsForm;
  onChange: (changed: Partial<SettingsForm>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
  /** Whether the settings are of monitors that do not exist yet, so that a change drops no baseline. Default: false. */
  isTemplate?: boolean;
};

/** How the page is captured. A change makes a new baseline, because pictures of other captures can't be compared. */
export function CaptureSettings({ form, onChange, error, isTemplate = false }: CaptureSettingsProps) {
  const { more, savedMore } = form;
  return (
    <>
      <h2 className={styles["part"]}>Capture</h2>
      <p className={styles["note"]}>
        {!isTemplate && "A change here makes a new baseline. "}Headers, cookies and clicked elements are never shown:
        empty fields keep them.
      </p>
      <CaptureFields
        form={form}
        onChange={onChange}
        error={error}
        elementHelp="CSS selector. Leave it empty to watch the page."
      />
      <MoreCapture
        values={more}
        onChange={(values, options) => {
          const moreChange = changesBetween(optionsOf(options, savedMore), optionsOf(options, values));
          onChange({ more: values, moreChange });
        }}
        error={error}
        hasPreset={false}
      />
    </>
  );
}
