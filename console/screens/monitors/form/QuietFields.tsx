import { textAt } from "../../../forms/draft.ts";
import { FieldRow } from "../../../ui/fields/Form.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { ZoneField } from "../../../ui/fields/ZoneField.tsx";
import { problemOf } from "../../../api/problems.ts";
import type { FormPart } from "./monitorBody.ts";
import { isByCron, isQuiet, quietPath, zoneOf } from "./times.ts";

const usualHours = { from: "22:00", to: "07:00" };

/** The hours in which messages to people wait. A monitor by cron has its time zone beside the cron. */
export function QuietFields({ form }: FormPart) {
  const isOn = isQuiet(form);
  const hours = { from: textAt(form, `${quietPath}.from`), to: textAt(form, `${quietPath}.to`) };
  const toggle = (value: boolean): void =>
    form.set(value ? { [quietPath]: usualHours, timezone: zoneOf(form) } : { [quietPath]: undefined });
  return (
    <fieldset className="stack-3">
      <legend>Quiet hours</legend>
      <Switch isSelected={isOn} onChange={toggle}>
        No mail and no message to a channel at these hours
      </Switch>
      {isOn && (
        <>
          <FieldRow>
            <Hour form={form} label="From" side="from" hours={hours} />
            <Hour form={form} label="To" side="to" hours={hours} />
          </FieldRow>
          {!isByCron(form) && (
            <ZoneField
              timezone={zoneOf(form)}
              onChange={(timezone) => form.set({ timezone })}
              error={problemOf(form.error, "timezone")}
            />
          )}
          <p className="small-print">
            {isByCron(form) ? `In ${zoneOf(form)}, the time zone of the cron. ` : ""}
            Messages wait until the end. Webhooks do not.
          </p>
        </>
      )}
    </fieldset>
  );
}

type Hours = { from: string; to: string };
type HourProps = FormPart & { label: string; side: keyof Hours; hours: Hours };

/** One end of the hours. The API takes both together. */
function Hour({ form, label, side, hours }: HourProps) {
  return (
    <TextField
      label={label}
      type="time"
      value={hours[side]}
      onChange={(value) => form.set({ [quietPath]: { ...hours, [side]: value } })}
      isRequired
      error={problemOf(form.error, `${quietPath}.${side}`)}
    />
  );
}
