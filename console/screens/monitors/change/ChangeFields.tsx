import { problemOf } from "../../../api/problems.ts";
import { FieldRow } from "../../../ui/fields/Form.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { baselineOptions, changeOptions, digestOptions } from "../form/choices.ts";
import { intervalOptions } from "../form/intervals.ts";
import { ThresholdField } from "../form/ThresholdField.tsx";
import type { ChangeForm } from "./changeForm.ts";

/** Leaves a setting as it is. */
const asItIs = { value: "", label: "As it is" } as const;

const tagModes = [
  asItIs,
  { value: "add", label: "Add these" },
  { value: "remove", label: "Remove these" },
  { value: "replace", label: "Replace all by these" },
] as const;

const muteOptions = [
  asItIs,
  { value: "until", label: "None before a time" },
  { value: "off", label: "On again" },
] as const;

const recoveryOptions = [asItIs, { value: "yes", label: "Yes" }, { value: "no", label: "No" }] as const;

type ChangeFieldsProps = {
  form: ChangeForm;
  onChange: (changed: Partial<ChangeForm>) => void;
  /** Why the API refused every monitor, or null. */
  error: Error | null;
};

/** The settings that can change for several monitors at once. */
export function ChangeFields({ form, onChange, error }: ChangeFieldsProps) {
  return (
    <>
      <FieldRow>
        <Select
          label="How often"
          value={form.interval}
          onChange={(interval) => onChange({ interval })}
          options={[asItIs, ...intervalOptions("30")]}
        />
        <ThresholdField
          label="Alert from, in percent"
          value={form.threshold}
          onChange={(threshold) => onChange({ threshold })}
          placeholder="as it is"
          help="0 means any visible difference."
          error={error}
        />
      </FieldRow>
      <TagFields form={form} onChange={onChange} error={error} />
      <FieldRow>
        <Select
          label="Compare with"
          value={form.baselineMode}
          onChange={(baselineMode) => onChange({ baselineMode })}
          options={[asItIs, ...baselineOptions]}
        />
        <Select
          label="Alert when"
          value={form.changeOn}
          onChange={(changeOn) => onChange({ changeOn })}
          options={[asItIs, ...changeOptions]}
        />
      </FieldRow>
      <FieldRow>
        <Select
          label="Mails"
          value={form.digest}
          onChange={(digest) => onChange({ digest })}
          options={[asItIs, ...digestOptions]}
        />
        <Select
          label="Also say when a change is over"
          value={form.recovery}
          onChange={(recovery) => onChange({ recovery })}
          options={recoveryOptions}
        />
      </FieldRow>
      <MuteFields form={form} onChange={onChange} error={error} />
    </>
  );
}

function TagFields({ form: { tagMode, tags }, onChange, error }: ChangeFieldsProps) {
  return (
    <FieldRow>
      <Select label="Tags" value={tagMode} onChange={(mode) => onChange({ tagMode: mode })} options={tagModes} />
      {tagMode !== "" && (
        <TextField
          label="These tags"
          value={tags}
          onChange={(value) => onChange({ tags: value })}
          help={tagMode === "replace" ? "Separate them by commas. Empty removes all." : "Separate them by commas."}
          error={problemOf(error, "tags")}
        />
      )}
    </FieldRow>
  );
}

function MuteFields({ form: { mute, mutedUntil }, onChange, error }: ChangeFieldsProps) {
  return (
    <FieldRow>
      <Select label="Messages" value={mute} onChange={(value) => onChange({ mute: value })} options={muteOptions} />
      {mute === "until" && (
        <TextField
          label="No messages before"
          type="datetime-local"
          value={mutedUntil}
          onChange={(value) => onChange({ mutedUntil: value })}
          isRequired
          error={problemOf(error, "mutedUntil")}
        />
      )}
    </FieldRow>
  );
}
