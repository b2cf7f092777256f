import { FieldError, Input, Label, Text, TextArea, TextField as AriaTextField } from "react-aria-components";
import styles from "./fields.module.css";

export type TextFieldProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Help under the field. */
  help?: string;
  /** The API's message about this field. */
  error?: string | undefined;
  placeholder?: string;
  type?: "text" | "password" | "url" | "email" | "search" | "number" | "datetime-local" | "time";
  autoComplete?: string;
  autoFocus?: boolean;
  isRequired?: boolean;
  isDisabled?: boolean;
  /** Number of lines; 1 is a plain field. Default: 1. */
  lines?: number;
};

/** A labelled text field with help and an error. */
export function TextField({ label, help, error, placeholder = "", lines = 1, ...field }: TextFieldProps) {
  return (
    <AriaTextField
      {...field}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      className={styles["field"] ?? ""}
    >
      <Label className={styles["label"] ?? ""}>{label}</Label>
      {lines === 1 ? (
        <Input placeholder={placeholder} className={styles["input"] ?? ""} />
      ) : (
        <TextArea placeholder={placeholder} rows={lines} className={styles["input"] ?? ""} />
      )}
      {help !== undefined && (
        <Text slot="description" className="small-print">
          {help}
        </Text>
      )}
      <FieldError className={styles["error"] ?? ""}>{error}</FieldError>
    </AriaTextField>
  );
}
