import type { FormPart } from "../form/monitorBody.ts";
import { MoreCapture } from "../form/MoreCapture.tsx";
import { CaptureFields } from "../form/PageFields.tsx";
import styles from "./Detail.module.css";

/** `isTemplate` says that no monitor exists yet, so that a change drops no baseline. Default: false. */
type CaptureSettingsProps = FormPart & { isTemplate?: boolean };

/** How the page is captured. A change makes a new baseline, because pictures of other captures can't be compared. */
export function CaptureSettings({ form, isTemplate = false }: CaptureSettingsProps) {
  return (
    <>
      <h2 className={styles["part"]}>Capture</h2>
      <p className="small-print">
        {!isTemplate && "A change here makes a new baseline. "}Headers, cookies, steps and clicked elements are never
        shown: empty fields keep them.
      </p>
      <CaptureFields form={form} elementHelp="CSS selector. Leave it empty to watch the page." />
      <MoreCapture form={form} hasPreset={false} />
    </>
  );
}
