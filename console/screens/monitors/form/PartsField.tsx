import { fieldLabel } from "../../../format/fieldLabels.ts";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { Cost, type CostForm } from "./Cost.tsx";
import styles from "./NewMonitor.module.css";

type PartsFieldProps = { form: CostForm; onChange: (changed: Pick<CostForm, "parts">) => void };

/** Whether each part of the page is compared on its own, too, with the price. */
export function PartsField({ form, onChange }: PartsFieldProps) {
  return (
    <div>
      <Switch isSelected={form.parts} onChange={(parts) => onChange({ parts })}>
        {fieldLabel("capture.regions")}
      </Switch>
      <p className={styles["help"]}>
        A heading, a card or a line of text then alarms if this share of its own area changes. It costs 2 credits more
        per run.
      </p>
      <Cost form={form} />
    </div>
  );
}
