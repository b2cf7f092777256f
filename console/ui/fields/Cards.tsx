import { Label, Radio, RadioGroup } from "react-aria-components";
import styles from "./Cards.module.css";

type CardsProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
};

/** A choice of one value whose options all show, one click each. */
export function Cards<Value extends string>({ label, value, onChange, options }: CardsProps<Value>) {
  const choose = (text: string): void => {
    const chosen = options.find((option) => option.value === text);
    if (chosen !== undefined) onChange(chosen.value);
  };
  return (
    <RadioGroup value={value} onChange={choose} className={styles["group"] ?? ""}>
      <Label className={styles["label"] ?? ""}>{label}</Label>
      <div className={styles["cards"]}>
        {options.map((option) => (
          <Radio key={option.value} value={option.value} className={styles["card"] ?? ""}>
            <span className={styles["dot"]} aria-hidden="true" />
            {option.label}
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
