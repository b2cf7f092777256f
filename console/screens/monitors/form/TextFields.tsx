import { problemOf } from "../../../api/problems.ts";
import { fieldLabel } from "../../../format/fieldLabels.ts";
import { Select } from "../../../ui/fields/Select.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { changeOptions } from "./choices.ts";
import type { MonitorForm } from "./monitorForm.ts";

type TextForm = Pick<MonitorForm, "text" | "changeOn" | "ignoredText">;
type TextFieldsProps = {
  form: TextForm;
  onChange: (changed: Partial<TextForm>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
};

/** Whether the words of the page are compared, whether they alarm, and what to leave out of them. */
export function TextFields({ form: { text, changeOn, ignoredText }, onChange, error }: TextFieldsProps) {
  return (
    <>
      {/* Words that are compared and never alarm would help nobody, so the choice below includes them at first. */}
      <Switch
        isSelected={text}
        onChange={(value) => onChange({ text: value, ...(value && changeOn === "picture" && { changeOn: "either" }) })}
      >
        {fieldLabel("capture.text")}
      </Switch>
      {text && (
        <>
          <Select
            label={fieldLabel("capture.changeOn") ?? ""}
            value={changeOn}
            onChange={(value) => onChange({ changeOn: value })}
            options={changeOptions}
          />
          <TextField
            label={fieldLabel("capture.ignoreText") ?? ""}
            value={ignoredText}
            onChange={(value) => onChange({ ignoredText: value })}
            lines={2}
            placeholder="\d+ views"
            help="Patterns in RE2 syntax, one per line. Put a backslash before signs such as a point."
            error={problemOf(error, "capture.ignoreText")}
          />
        </>
      )}
    </>
  );
}

type ElementFieldProps = { value: string; onChange: (value: string) => void; help: string; error: Error | null };

/** The selector of the only element that is watched. */
export function ElementField({ value, onChange, help, error }: ElementFieldProps) {
  return (
    <TextField
      label="Only this element"
      value={value}
      onChange={onChange}
      placeholder="#price"
      help={help}
      error={problemOf(error, "capture.selector") ?? problemOf(error, "selector")}
    />
  );
}
