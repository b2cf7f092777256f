import { problemOf } from "../../../api/problems.ts";
import { ZoneField } from "../../../ui/fields/ZoneField.tsx";
import { FieldRow } from "../../../ui/fields/Form.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import type { MonitorForm } from "./monitorForm.ts";
import styles from "./NewMonitor.module.css";

export type QuietForm = Pick<MonitorForm, "isQuiet" | "quietFrom" | "quietTo" | "isByCron" | "timezone">;

type QuietFieldsProps = {
  form: QuietForm;
  onChange: (changed: Partial<QuietForm>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
};

/** The hours in which messages to people wait. A monitor by cron has its time zone beside the cron. */
export function QuietFields({ form, onChange, error }: QuietFieldsProps) {
  const { isQuiet, quietFrom, quietTo, isByCron, timezone } = form;
  return (
    <fieldset className={styles["group"]}>
      <legend>Quiet hours</legend>
      <Switch isSelected={isQuiet} onChange={(value) => onChange({ isQuiet: value })}>
        No mail and no message to a channel at these hours
      </Switch>
      {isQuiet && (
        <>
          <FieldRow>
            <TextField
              label="From"
              type="time"
              value={quietFrom}
              onChange={(value) => onChange({ quietFrom: value })}
              isRequired
              error={problemOf(error, "alerts.quietHours.from")}
            />
            <TextField
              label="To"
              type="time"
              value={quietTo}
              onChange={(value) => onChange({ quietTo: value })}
              isRequired
              error={problemOf(error, "alerts.quietHours.to")}
            />
          </FieldRow>
          {!isByCron && <ZoneField timezone={timezone} onChange={(zone) => onChange({ timezone: zone })} />}
          <p className={styles["help"]}>
            {isByCron ? `In ${timezone}, the time zone of the cron. ` : ""}
            Messages wait until the end. Webhooks do not.
          </p>
        </>
      )}
    </fieldset>
  );
}
