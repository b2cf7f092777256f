import { type ReactNode, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { problemOf } from "../../../api/problems.ts";
import { FieldRow } from "../../../ui/fields/Form.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { CompareFields } from "../form/CompareFields.tsx";
import { IgnoredElements } from "../form/IgnoredElements.tsx";
import { intervalOptions } from "../form/intervals.ts";
import { MessageFields } from "../form/MessageFields.tsx";
import type { FormPart } from "../form/monitorForm.ts";
import { MoreCapture } from "../form/MoreCapture.tsx";
import { CaptureFields } from "../form/PageFields.tsx";
import { TextFields } from "../form/TextFields.tsx";
import { optionsOf } from "../../renders/playground/values.ts";
import styles from "./Many.module.css";

/** The settings that all pages of the list share. */
export function CommonFields({ form, onChange, error }: FormPart) {
  const part = { form, onChange, error };
  return (
    <div className={styles["fields"]}>
      <FieldRow>
        <Select
          label="How often"
          value={form.interval}
          onChange={(interval) => onChange({ interval })}
          options={intervalOptions(form.interval)}
        />
        <TextField
          label="Alert from, in percent"
          value={form.threshold}
          onChange={(threshold) => onChange({ threshold })}
          placeholder="any difference"
          error={problemOf(error, "changeThreshold")}
        />
      </FieldRow>
      <TextField
        label="Tags"
        value={form.tags}
        onChange={(tags) => onChange({ tags })}
        help="Separate them by commas."
        error={problemOf(error, "tags")}
      />
      <Switch isSelected={form.startsPaused} onChange={(startsPaused) => onChange({ startsPaused })}>
        Start paused
      </Switch>
      <div>
        <Group
          title="Capture"
          hasProblem={hasProblem(error, (field) => field.startsWith("capture.") && !isOfComparison(field))}
        >
          <CaptureFields {...part} />
          <MoreCapture
            values={form.more}
            onChange={(more, options) => onChange({ more, moreCapture: optionsOf(options, more) })}
            error={error}
          />
        </Group>
        <Group title="Comparison" hasProblem={hasProblem(error, isOfComparison)}>
          <TextFields {...part} />
          <CompareFields form={form} onChange={onChange} />
          <IgnoredElements value={form.ignored} onChange={(ignored) => onChange({ ignored })} error={error} />
        </Group>
        <Group title="Messages" hasProblem={hasProblem(error, (field) => field.startsWith("alerts"))}>
          <MessageFields {...part} />
        </Group>
      </div>
    </div>
  );
}

function isOfComparison(field: string): boolean {
  return /^(?:diff|baselineMode|capture\.(?:text|changeOn|ignore\w+))\b/.test(field);
}

function hasProblem(error: FormPart["error"], isOwn: (field: string) => boolean): boolean {
  return error instanceof ApiError && error.fields.some(({ field }) => isOwn(field));
}

type GroupProps = { title: string; hasProblem: boolean; children: ReactNode };

function Group({ title, hasProblem: isWrong, children }: GroupProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles["group"]}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{title}</summary>
      {/* A checker of accessibility takes a hidden legend for a missing one. */}
      {(isOpen || isWrong) && <div className={styles["fields"]}>{children}</div>}
    </details>
  );
}
