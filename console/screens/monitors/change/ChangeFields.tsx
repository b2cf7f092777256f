import { problemOf } from "../../../api/problems.ts";
import { type Form, textAt } from "../../../forms/draft.ts";
import { ChoiceAt, ParsedAt } from "../../../forms/fields.tsx";
import { fieldLabel } from "../../../format/fieldLabels.ts";
import { readLocalInput } from "../../../format/time.ts";
import { FieldRow } from "../../../ui/fields/Form.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { baselineOptions, changeOptions, digestOptions, recoveryPath } from "../form/choices.ts";
import { byCron, intervalOptions } from "../form/intervals.ts";
import { ThresholdField } from "../form/ThresholdField.tsx";
import { isMuting, mutedSoon, type TagChange } from "./changeForm.ts";

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

type TagProps = { form: Form; tags: TagChange; onTags: (tags: TagChange) => void };

/** The settings that can change for several monitors at once. */
export function ChangeFields({ form, tags, onTags }: TagProps) {
  const saysOver = form.read(recoveryPath);
  const recovery = saysOver === undefined ? "" : saysOver === true ? "yes" : "no";
  return (
    <>
      <FieldRow>
        <Select
          label="How often"
          value={textAt(form, "intervalMinutes")}
          onChange={(value) => form.set({ intervalMinutes: value === "" ? undefined : Number(value) })}
          options={[asItIs, ...intervalOptions("30").filter(({ value }) => value !== byCron)]}
        />
        <ThresholdField
          form={form}
          label="Alert from, in percent"
          placeholder="as it is"
          help="0 means any visible difference."
        />
      </FieldRow>
      <TagFields form={form} tags={tags} onTags={onTags} />
      <FieldRow>
        <ChoiceAt form={form} path="baselineMode" options={[asItIs, ...baselineOptions]} standard="" />
        <Select
          label="Alert when"
          value={textAt(form, "capture.changeOn")}
          onChange={(value) => form.set({ capture: alarmOf(value) })}
          options={[asItIs, ...changeOptions]}
        />
      </FieldRow>
      <FieldRow>
        <ChoiceAt form={form} path="alerts.digest" label="Mails" options={[asItIs, ...digestOptions]} standard="" />
        <Select
          label={fieldLabel(recoveryPath) ?? ""}
          value={recovery}
          onChange={(value) => form.set({ [recoveryPath]: value === "" ? undefined : value === "yes" })}
          options={recoveryOptions}
        />
      </FieldRow>
      <MuteFields form={form} />
    </>
  );
}

/** The words can decide only if they are compared. */
function alarmOf(changeOn: string): object | undefined {
  if (changeOn === "") return undefined;
  return changeOn === "text" || changeOn === "either" ? { changeOn, text: true } : { changeOn };
}

function TagFields({ form, tags: { mode, tags }, onTags }: TagProps) {
  return (
    <FieldRow>
      <Select label="Tags" value={mode} onChange={(next) => onTags({ mode: next, tags })} options={tagModes} />
      {mode !== "" && (
        <TextField
          label="These tags"
          value={tags}
          onChange={(next) => onTags({ mode, tags: next })}
          help={mode === "replace" ? "Separate them by commas. Empty removes all." : "Separate them by commas."}
          error={problemOf(form.error, "tags")}
        />
      )}
    </FieldRow>
  );
}

function MuteFields({ form }: { form: Form }) {
  const { mutedUntil } = form.changed;
  const mute = isMuting(form) ? "until" : mutedUntil === null ? "off" : "";
  const values = { "": undefined, until: mutedSoon, off: null };
  return (
    <FieldRow>
      <Select
        label="Messages"
        value={mute}
        onChange={(next) => form.set({ mutedUntil: values[next] })}
        options={muteOptions}
      />
      {mute === "until" && (
        <ParsedAt
          form={form}
          path="mutedUntil"
          label="No messages before"
          type="datetime-local"
          text=""
          parse={(text) => readLocalInput(text) ?? mutedSoon}
          isRequired
        />
      )}
    </FieldRow>
  );
}
