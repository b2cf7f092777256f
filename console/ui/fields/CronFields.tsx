import { useState } from "react";
import { cronProblem } from "#rules/cronGap.ts";
import { problemOf } from "../../api/problems.ts";
import { describeCron, nextTimes } from "../../format/cron.ts";
import { formatInZone } from "../../format/time.ts";
import { recurrenceOptions } from "./cronOptions.ts";
import styles from "./fields.module.css";
import { Select } from "./Select.tsx";
import { TextField } from "./TextField.tsx";
import { ZoneField } from "./ZoneField.tsx";

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
  const knownCron = recurrenceOptions.find(({ value }) => !isCustom && value === cron)?.value ?? "";
  const choose = (value: string): void => {
    setCustom(value === "");
    if (value !== "") onChange({ cron: value });
  };
  return (
    <>
      <Select label={label} value={knownCron} onChange={choose} options={recurrenceOptions} />
      {knownCron === "" && (
        <CronField cron={cron} onChange={(next) => onChange({ cron: next })} error={problemOf(error, "cron")} />
      )}
      <ZoneField
        timezone={timezone}
        onChange={(zone) => onChange({ timezone: zone })}
        error={problemOf(error, "timezone")}
      />
      <NextTimes cron={cron} timezone={timezone} />
    </>
  );
}

type CronFieldProps = { cron: string; onChange: (cron: string) => void; error: string | undefined };

/** Five cron fields. Their problem shows once the field is left, not while they are typed. */
function CronField({ cron, onChange, error }: CronFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const problem = cronProblem(cron);
  const isFine = problem === null;
  return (
    <TextField
      label="Cron"
      value={cron}
      onChange={(next) => {
        setTyping(true);
        onChange(next);
      }}
      onBlur={() => setTyping(false)}
      help={
        (isFine ? describeCron(cron) : null) ??
        "Minute, hour, day of month, month and day of week, such as 30 8 * * MON-FRI."
      }
      isRequired
      error={isFine ? error : isTyping ? undefined : `The cron ${problem}.`}
    />
  );
}

function NextTimes({ cron, timezone }: Times) {
  const next = cronProblem(cron) === null ? nextTimes(cron, timezone, maxTimes) : [];
  if (next.length === 0) return null;
  return (
    <div className="small-print">
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
