import { useState } from "react";
import { problemOf } from "../../api/problems.ts";
import { describeCron, nextTimes } from "../../format/cron.ts";
import { formatInZone, timeZones } from "../../format/time.ts";
import { recurrenceOptions } from "./cronOptions.ts";
import styles from "./fields.module.css";
import { Select } from "./Select.tsx";
import { TextField } from "./TextField.tsx";

type Times = { cron: string; timezone: string };

type CronFieldsProps = {
  /** Label of the usual recurrences. */
  label: string;
  times: Times;
  onChange: (changed: Partial<Times>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
};

/** Number of next times under the fields. */
const maxTimes = 5;

/** Times by a usual recurrence or by cron fields, and their time zone, with the next times. */
export function CronFields({ label, times: { cron, timezone }, onChange, error }: CronFieldsProps) {
  const [isCustom, setCustom] = useState(false);
  const known = recurrenceOptions.find(({ value }) => !isCustom && value === cron)?.value ?? "";
  const choose = (value: string): void => {
    setCustom(value === "");
    if (value !== "") onChange({ cron: value });
  };
  return (
    <>
      <Select label={label} value={known} onChange={choose} options={recurrenceOptions} />
      {known === "" && (
        <TextField
          label="Cron"
          value={cron}
          onChange={(next) => onChange({ cron: next })}
          help={describeCron(cron) ?? "Minute, hour, day of month, month and day of week, such as 30 8 * * MON-FRI."}
          isRequired
          error={problemOf(error, "cron")}
        />
      )}
      <ZoneField timezone={timezone} onChange={(zone) => onChange({ timezone: zone })} />
      <NextTimes cron={cron} timezone={timezone} />
    </>
  );
}

type ZoneFieldProps = { timezone: string; onChange: (timezone: string) => void };

/** A choice of the time zones that the browser knows. */
export function ZoneField({ timezone, onChange }: ZoneFieldProps) {
  const zones = [...new Set([timezone, ...timeZones()])].map((zone) => ({ value: zone, label: zone }));
  return <Select label="Time zone" value={timezone} onChange={onChange} options={zones} />;
}

function NextTimes({ cron, timezone }: Times) {
  const next = nextTimes(cron, timezone, maxTimes);
  if (next.length === 0) return null;
  return (
    <div className={styles["help"]}>
      <p id="next-times">Next times:</p>
      <ol aria-labelledby="next-times" className={styles["times"]}>
        {next.map((at) => (
          <li key={at.getTime()}>
            <time dateTime={at.toISOString()}>{formatInZone(at.toISOString(), timezone)}</time>
          </li>
        ))}
      </ol>
    </div>
  );
}
