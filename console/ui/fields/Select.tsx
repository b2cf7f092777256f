import { ChevronDown } from "lucide-react";
import { Button, Label, ListBox, ListBoxItem, Popover, Select as AriaSelect, SelectValue } from "react-aria-components";
import styles from "./fields.module.css";

type SelectProps<Value extends string> = {
  label: string;
  /** Whether only screen readers get the label. */
  hidesLabel?: boolean;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
  isDisabled?: boolean;
};

/** A labelled choice of one value. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hidesLabel = false, value, onChange, options, isDisabled = false } = props;
  const choose = (key: unknown): void => {
    const chosen = options.find((option) => option.value === key);
    if (chosen !== undefined) onChange(chosen.value);
  };
  return (
    <AriaSelect value={value} onChange={choose} isDisabled={isDisabled} className={styles["field"] ?? ""}>
      <Label className={hidesLabel ? "visually-hidden" : (styles["label"] ?? "")}>{label}</Label>
      <Button className={`${styles["input"]} ${styles["select"]}`}>
        <SelectValue />
        <ChevronDown aria-hidden="true" />
      </Button>
      <Popover className={styles["options"] ?? ""}>
        <ListBox className={styles["list"] ?? ""}>
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} className={styles["option"] ?? ""}>
              {option.label}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
