import type { ComponentType } from "react";
import { type Entries, entriesIn } from "../../../forms/entries.ts";
import { StepsEditor } from "../../../steps/StepsEditor.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { ValuesEditor } from "../../../values/ValuesEditor.tsx";
import { labelOf } from "./groups.ts";
import styles from "./Playground.module.css";
import type { RenderOption } from "./schema.ts";

type EditorProps = {
  list: readonly Entries[];
  onChange: (list: readonly Entries[]) => void;
  error: string | undefined;
};

const Values = ({ list, ...rest }: EditorProps) => <ValuesEditor values={list} {...rest} />;

/** Options that are lists of objects, with an editor of their own. */
const editors: Readonly<Record<string, ComponentType<EditorProps>>> = {
  steps: ({ list, ...rest }) => <StepsEditor steps={list} {...rest} />,
  values: Values,
  extractValues: Values,
};

/** Whether an option has an editor of its own. */
export const hasEditor = ({ name }: Pick<RenderOption, "name">): boolean => Object.hasOwn(editors, name);

type ListInputProps = {
  option: RenderOption;
  /** JSON. */
  value: string;
  onChange: (value: string) => void;
  /** The API's message about the option. */
  error: string | undefined;
};

/** An option that is a list of objects. A text that is no list is shown as it is. */
export function ListInput({ option, value, onChange, error }: ListInputProps) {
  const list = entriesIn(value);
  const label = labelOf(option);
  const Editor = editors[option.name];
  if (list === null || Editor === undefined)
    return <TextField label={label} value={value} onChange={onChange} lines={2} error={error} />;
  return (
    <div role="group" aria-label={label} className={styles["option"]}>
      <span className={styles["label"]}>{label}</span>
      {option.help !== "" && <p className="small-print">{option.help}</p>}
      <Editor list={list} onChange={(next) => onChange(next.length === 0 ? "" : JSON.stringify(next))} error={error} />
    </div>
  );
}
