import { ChevronDown } from "lucide-react";
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components";
import styles from "./fields.module.css";

type SearchSelectProps<Value extends string> = {
  label: string;
  /** Names the button that opens the list, for screen readers. */
  listLabel: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
  /** The API's message about this field. */
  error?: string | undefined;
};

/** A choice of one value among many. A person finds it by a part of its label. */
export function SearchSelect<Value extends string>(props: SearchSelectProps<Value>) {
  const { label, listLabel, value, onChange, options, error } = props;
  // React Aria takes an empty key for none.
  const items = options.map((option) => ({ ...option, id: `=${option.value}` }));
  return (
    <ComboBox
      defaultItems={items}
      selectedKey={`=${value}`}
      onSelectionChange={(key) => {
        const chosen = items.find(({ id }) => id === key);
        if (chosen !== undefined) onChange(chosen.value);
      }}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={`${styles["field"]} ${styles["combo"]}`}
    >
      <Label className={styles["label"] ?? ""}>{label}</Label>
      <Input className={styles["input"] ?? ""} />
      <Button className={styles["open"] ?? ""} aria-label={listLabel}>
        <ChevronDown aria-hidden="true" />
      </Button>
      <FieldError className={styles["error"] ?? ""}>{error}</FieldError>
      <Popover className={styles["options"] ?? ""}>
        <ListBox<(typeof items)[number]> className={styles["list"] ?? ""}>
          {(item) => (
            <ListBoxItem id={item.id} textValue={item.label} className={styles["option"] ?? ""}>
              {item.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
