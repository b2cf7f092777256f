import { fieldLabel } from "../../../format/fieldLabels.ts";
import { flagAt, textAt } from "../../../forms/draft.ts";
import { ChoiceAt, LinesAt } from "../../../forms/fields.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { changeOptions } from "./choices.ts";
import type { FormPart } from "./monitorBody.ts";

/** Whether the words of the page are compared, whether they alarm, and what to leave out of them. */
export function TextFields({ form }: FormPart) {
  const isOn = flagAt(form, "capture.text");
  // Words are compared to alarm, so the choice includes them at first.
  const alarms = (textAt(form, "capture.changeOn") || "picture") === "picture" ? { "capture.changeOn": "either" } : {};
  const toggle = (value: boolean): void =>
    form.set(
      value ? { "capture.text": true, ...alarms } : { "capture.text": undefined, "capture.changeOn": undefined },
    );
  return (
    <>
      <Switch isSelected={isOn} onChange={toggle}>
        {fieldLabel("capture.text")}
      </Switch>
      {isOn && (
        <>
          <ChoiceAt form={form} path="capture.changeOn" options={changeOptions} standard="picture" />
          <LinesAt
            form={form}
            path="capture.ignoreText"
            placeholder="\d+ views"
            help="Patterns in RE2 syntax, one per line. Put a backslash before signs such as a point."
          />
        </>
      )}
    </>
  );
}
