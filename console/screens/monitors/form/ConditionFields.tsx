import { Plus } from "lucide-react";
import type { Condition } from "#schemas/monitor/alertWhen.ts";
import { problemOf } from "../../../api/problems.ts";
import { fieldLabel } from "../../../format/fieldLabels.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import {
  conditionsOf,
  formOptions,
  kindOptions,
  maxConditions,
  needsThan,
  setConditions,
  thanText,
  valueNames,
} from "./conditions.ts";
import type { FormPart } from "./monitorBody.ts";

/** The values that alert, a row each. Hidden without a value that the capture reads. */
export function ConditionFields({ form }: FormPart) {
  const conditions = conditionsOf(form);
  const { list } = conditions;
  const names = valueNames(form);
  const [first] = names;
  if (first === undefined && list.length === 0) return null;
  const save = (next: readonly Condition[]): void => setConditions(form, { ...conditions, list: next });
  return (
    <fieldset className="stack-3">
      <legend>{fieldLabel("alertWhen")}</legend>
      <p className="small-print">
        With a condition, only values alert. Each run still shows what else changed. Without one, each change alerts.
      </p>
      {list.map((condition, index) => (
        <ConditionRow
          // A condition has no other identity, and its fields are controlled.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          name={`Condition ${index + 1}`}
          condition={condition}
          names={names}
          error={problemOf(form.error, `alertWhen.${conditions.form}.${index}`)}
          onChange={(changed) => save(list.with(index, changed))}
          onRemove={() => save(list.toSpliced(index, 1))}
        />
      ))}
      {list.length > 1 && (
        <Select
          label="Alert when"
          value={conditions.form}
          onChange={(next) => setConditions(form, { form: next, list })}
          options={formOptions}
        />
      )}
      {first !== undefined && (
        <div className="beside">
          <Button
            size="small"
            onPress={() => save([...list, { value: first, is: "changed" }])}
            isDisabled={list.length >= maxConditions}
          >
            <Plus aria-hidden="true" /> Add a condition
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type RowProps = {
  name: string;
  condition: Condition;
  /** Names of the values that the capture reads. */
  names: readonly string[];
  error: string | undefined;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
};

/** “price is below 50”. */
function ConditionRow({ name, condition, names, error, onChange, onRemove }: RowProps) {
  const { value, is, than } = condition;
  const choices = names.includes(value) ? names : [value, ...names];
  const isCompared = needsThan(is);
  return (
    <div role="group" aria-label={name} className="beside">
      <Select
        label="Value"
        value={value}
        onChange={(next) => onChange({ ...condition, value: next })}
        options={choices.map((choice) => ({ value: choice, label: choice }))}
      />
      <Select label="Is" value={is} onChange={(next) => onChange({ ...condition, is: next })} options={kindOptions} />
      {isCompared && (
        <TextField
          label="Than"
          value={thanText(than)}
          onChange={(next) => onChange({ ...condition, than: next })}
          placeholder={is === "in" ? "one, two" : is === "changedBy" ? "10%" : ""}
          error={error}
        />
      )}
      <Button onPress={onRemove} aria-label={`Remove ${name.toLowerCase()}`}>
        Remove
      </Button>
      {!isCompared && error !== undefined && <p role="alert">{error}</p>}
    </div>
  );
}
