import { Check } from "lucide-react";
import { Checkbox as AriaCheckbox } from "react-aria-components";
import styles from "./fields.module.css";

type CheckboxProps = { label: string; isSelected: boolean; onChange: (isSelected: boolean) => void };

/** A box to tick. Only screen readers get the label. */
export function Checkbox({ label, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} aria-label={label} className={styles["checkbox"] ?? ""}>
      <span className={styles["box"]} aria-hidden="true">
        <Check />
      </span>
    </AriaCheckbox>
  );
}
