import { PickFrom, usePickSource } from "../picker/PickSource.tsx";
import { partsOf, textOf } from "../forms/entries.ts";
import { Select } from "../ui/fields/Select.tsx";
import { Switch } from "../ui/fields/Switch.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import type { StepDraft, StepField, StepModel } from "./model.ts";
import { SecretField } from "./SecretField.tsx";
import { kindOfStep, stepOf, withPart } from "./stepList.ts";
import styles from "./Steps.module.css";
import { TargetField } from "./TargetField.tsx";

type StepFieldsProps = {
  model: StepModel;
  step: StepDraft;
  onChange: (step: StepDraft) => void;
  /** The steps before this one, so that its element is picked on the page after them. */
  before: readonly StepDraft[];
  hasTotp: boolean;
};

/** The fields of one step, as its kind asks for them. */
export function StepFields({ model, step, onChange, before, hasTotp }: StepFieldsProps) {
  const kind = kindOfStep(model, step);
  if (kind === undefined) return null;
  const ownParts = kind.own === null ? partsOf(step[kind.name]) : step;
  const change = (name: string, value: unknown): void => onChange(withPart(step, kind, [name, value]));
  const input = (field: StepField, entries: StepDraft) => (
    <Entry
      key={field.name}
      field={field}
      value={entries[field.name]}
      onChange={(value) => change(field.name, value)}
      words={model.targetWords}
      hasTotp={hasTotp}
    />
  );
  return (
    <PickAfter steps={before}>
      <div className={styles["fields"]}>
        <Select
          label="What to do"
          value={kind.name}
          onChange={(name) => {
            const next = model.kinds.find((each) => each.name === name);
            if (next !== undefined && next !== kind) onChange(stepOf(next, step));
          }}
          options={model.kinds.map(({ name, label }) => ({ value: name, label }))}
        />
        {kind.help !== "" && <p className="small-print">{kind.help}</p>}
        {(kind.own === null ? kind.fields : [kind.own]).map((field) => input(field, ownParts))}
        <div className={styles["extras"]}>{model.extras.map((field) => input(field, step))}</div>
      </div>
    </PickAfter>
  );
}

/** Lets the fields inside pick elements on the page as it is after some steps. */
function PickAfter({ steps, children }: { steps: readonly StepDraft[]; children: React.ReactNode }) {
  const source = usePickSource();
  if (source === null) return children;
  const { steps: _steps, ...options } = source.options;
  const after = steps.length === 0 ? options : { ...options, steps: [...steps] };
  return <PickFrom source={{ ...source, options: after }}>{children}</PickFrom>;
}

type EntryProps = {
  field: StepField;
  value: unknown;
  onChange: (value: unknown) => void;
  words: readonly StepField[];
  hasTotp: boolean;
};

function Entry({ field: { kind, label, help, unit, isRequired }, value, onChange, words, hasTotp }: EntryProps) {
  const text = textOf(value);
  const name = unit === "" ? label : `${label}, ${unit}`;
  if (kind === "target") {
    return (
      <TargetField
        value={value ?? ""}
        onChange={onChange}
        words={words}
        pick={{ label: "Use this element", apply: ({ selector }) => onChange(selector) }}
      />
    );
  }
  if (kind === "secret")
    return <SecretField label={label} value={text} onChange={onChange} help={help} hasTotp={hasTotp} />;
  if (kind === "flag") {
    return (
      <div>
        <Switch isSelected={value === true} onChange={onChange}>
          {label}
        </Switch>
        <p className="small-print">{help}</p>
      </div>
    );
  }
  if (kind === "lines") {
    const lines = Array.isArray(value) ? value.map(String).join("\n") : "";
    return (
      <TextField
        label={label}
        value={lines}
        onChange={(next) => onChange(next === "" ? undefined : next.split("\n"))}
        lines={2}
        help={`${help} One per line.`}
        isRequired={isRequired}
      />
    );
  }
  const read = (next: string): unknown => (kind === "number" && next.trim() !== "" ? numberOr(next) : next);
  return (
    <TextField
      label={name}
      value={text}
      onChange={(next) => onChange(read(next))}
      help={help}
      isRequired={isRequired}
      lines={kind === "code" ? 5 : 1}
    />
  );
}

/** The number of a text; the text itself without one, so that the API names the problem. A text that goes on stays as it is. */
function numberOr(text: string): number | string {
  return /^-?\d+(?:\.\d*[1-9])?$/.test(text.trim()) ? Number(text) : text;
}
