import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { PickButton } from "../picker/PickButton.tsx";
import { textOf, withEntry } from "../forms/entries.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { FailureText } from "../ui/FailureText.tsx";
import { Select } from "../ui/fields/Select.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import { ErrorState, Loading } from "../ui/states.tsx";
import styles from "./Values.module.css";
import {
  type ValueDraft,
  type ValueField,
  type ValueModel,
  valueModelQuery,
  valueOf,
  withSource,
} from "./valueList.ts";

type ValuesEditorProps = {
  values: readonly ValueDraft[];
  onChange: (values: readonly ValueDraft[]) => void;
  /** The API's message about all values or one of them. */
  error: string | undefined;
};

/** The values that a capture reads, a row each. */
export function ValuesEditor({ values, onChange, error }: ValuesEditorProps) {
  const { data: model, error: failure, refetch } = useQuery(valueModelQuery);
  if (failure !== null) return <ErrorState error={failure} onRetry={() => void refetch()} />;
  if (model === undefined) return <Loading label="Loading the entries of values" lines={1} />;
  const isFull = values.length >= model.maxValues;
  return (
    <div className="stack-3">
      {values.map((value, index) => (
        <ValueRow
          // A value that is being named has no identity, and its fields are controlled.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          title={`Value ${index + 1}`}
          model={model}
          value={value}
          onChange={(next) => onChange(values.with(index, next))}
          onRemove={() => onChange(values.toSpliced(index, 1))}
        />
      ))}
      {error !== undefined && <FailureText>{error}</FailureText>}
      <div className="actions">
        <PickButton
          label="Pick a value on the page"
          isDisabled={isFull}
          uses={[{ label: "Read its value", apply: (picked) => onChange([...values, valueOf(picked, values)]) }]}
        />
        <Button size="small" onPress={() => onChange([...values, { name: "", selector: "" }])} isDisabled={isFull}>
          <Plus aria-hidden="true" /> Add a value
        </Button>
      </div>
    </div>
  );
}

type ValueRowProps = {
  title: string;
  model: ValueModel;
  value: ValueDraft;
  onChange: (value: ValueDraft) => void;
  onRemove: () => void;
};

function ValueRow({ title, model: { fields, sources }, value, onChange, onRemove }: ValueRowProps) {
  const source = sources.find(({ name }) => name in value) ?? sources[0];
  const entry = (field: ValueField) => (
    <EntryField
      key={field.name}
      field={field}
      value={textOf(value[field.name])}
      onChange={(text) =>
        onChange(field === source ? { ...value, [field.name]: text } : withEntry(value, field.name, text))
      }
    />
  );
  const beside = fields.filter((field) => !sources.includes(field) && field.name !== "name");
  const shownFields = source?.name === "selector" ? beside : beside.filter(({ name }) => name !== "attribute");
  return (
    <div role="group" aria-label={title} className={styles["row"]}>
      {fields.filter(({ name }) => name === "name").map(entry)}
      <Select
        label="Read by"
        value={source?.name ?? ""}
        onChange={(name) => onChange(withSource(value, sources, name))}
        options={sources.map(({ name, label }) => ({ value: name, label }))}
      />
      {source !== undefined && entry(source)}
      {shownFields.map(entry)}
      <IconButton label={`Remove ${title.toLowerCase()}`} onPress={onRemove}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </div>
  );
}

type EntryFieldProps = { field: ValueField; value: string; onChange: (text: string) => void };

function EntryField({ field: { label, choices }, value, onChange }: EntryFieldProps) {
  if (choices.length === 0) return <TextField label={label} value={value} onChange={onChange} />;
  const options = [{ value: "", label: "Default" }, ...choices.map((choice) => ({ value: choice, label: choice }))];
  return <Select label={label} value={value} onChange={onChange} options={options} />;
}
