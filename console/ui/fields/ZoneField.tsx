import { ChevronDown } from "lucide-react";
import { Button, ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components";
import { timeZones } from "../../format/time.ts";
import styles from "./fields.module.css";

type ZoneFieldProps = {
  timezone: string;
  onChange: (timezone: string) => void;
  /** The API's message about this field. */
  error?: string | undefined;
};

/** A choice of the time zones that the browser knows. A person finds one by a part of its name. */
export function ZoneField({ timezone, onChange, error }: ZoneFieldProps) {
  const zones = [...new Set([timezone, ...timeZones()])].map((zone) => ({ id: zone }));
  return (
    <ComboBox
      defaultItems={zones}
      selectedKey={timezone}
      onSelectionChange={(zone) => zone !== null && onChange(String(zone))}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      className={`${styles["field"]} ${styles["combo"]}`}
    >
      <Label className={styles["label"] ?? ""}>Time zone</Label>
      <Input className={styles["input"] ?? ""} />
      <Button className={styles["open"] ?? ""} aria-label="Time zones">
        <ChevronDown aria-hidden="true" />
      </Button>
      <FieldError className={styles["error"] ?? ""}>{error}</FieldError>
      <Popover className={styles["options"] ?? ""}>
        <ListBox<{ id: string }> className={styles["list"] ?? ""}>
          {({ id }) => (
            <ListBoxItem id={id} textValue={id} className={styles["option"] ?? ""}>
              {id}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
