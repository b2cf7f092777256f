import { flagAt, textAt } from "../../../forms/draft.ts";
import { LinesAt } from "../../../forms/fields.tsx";
import { fieldLabel } from "../../../format/fieldLabels.ts";
import { Cards } from "../../../ui/fields/Cards.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { changeOptions } from "./choices.ts";
import { ConditionFields } from "./ConditionFields.tsx";
import type { FormPart } from "./monitorBody.ts";

type Alarm = (typeof changeOptions)[number]["value"];

/** The choice of what alarms: the picture, the words or both, or values. Compared words have patterns of what to leave out. */
export function AlarmFields({ form }: FormPart) {
  const comparesWords = flagAt(form, "capture.text");
  const saved = textAt(form, "capture.changeOn");
  const isKept = comparesWords || saved === "values";
  const alarm = changeOptions.find(({ value }) => value === saved && isKept)?.value ?? "picture";
  const choose = (next: Alarm): void =>
    form.set({
      "capture.text": next === "text" || next === "either" ? true : undefined,
      "capture.changeOn": next === "picture" ? undefined : next,
    });
  return (
    <>
      <Cards
        label={fieldLabel("capture.changeOn") ?? "Alert when"}
        value={alarm}
        onChange={choose}
        options={changeOptions}
      />
      {alarm === "picture" && (
        <Switch
          isSelected={comparesWords}
          onChange={(value) => form.set({ "capture.text": value ? true : undefined, "capture.changeOn": undefined })}
        >
          Also show which words changed
        </Switch>
      )}
      {comparesWords && (
        <LinesAt
          form={form}
          path="capture.ignoreText"
          placeholder="\d+ views"
          help="Patterns in RE2 syntax, one per line. Put a backslash before signs such as a point."
        />
      )}
      <ConditionFields form={form} />
    </>
  );
}
