import { PickButton } from "../picker/PickButton.tsx";
import { partsOf, textOf } from "../forms/entries.ts";
import type { PickUse } from "../picker/Picker.tsx";
import { Select } from "../ui/fields/Select.tsx";
import { TextField } from "../ui/fields/TextField.tsx";
import type { StepField } from "./model.ts";
import styles from "./Steps.module.css";

type TargetFieldProps = {
  value: unknown;
  onChange: (target: unknown) => void;
  /** Words by which elements are found, beside selectors. */
  words: readonly StepField[];
  pick: PickUse;
};

/** The entry that a name alone can't stand without. */
const partners: Readonly<Record<string, string>> = { name: "role" };
const bySelector = "selector";

/** The element of a step: a CSS selector, or words that a visitor sees. */
export function TargetField({ value, onChange, words, pick }: TargetFieldProps) {
  const parts = partsOf(value);
  const firsts = words.filter(({ name }) => partners[name] === undefined);
  const chosenWord = firsts.find(({ name }) => name in parts);
  const shownWords = words.filter(({ name }) => name === chosenWord?.name || partners[name] === chosenWord?.name);
  const seconds = (name: string): string =>
    words.flatMap((word) => (partners[word.name] === name ? [` and ${word.label.toLowerCase()}`] : [])).join("");
  return (
    <div className={styles["target"]}>
      <Select
        label="Find the element by"
        value={chosenWord?.name ?? bySelector}
        onChange={(way) => onChange(way === bySelector ? "" : { [way]: "" })}
        options={[
          { value: bySelector, label: "CSS selector" },
          ...firsts.map(({ name, label }) => ({ value: name, label: `${label}${seconds(name)}` })),
        ]}
      />
      {chosenWord === undefined ? (
        <TextField
          label="CSS selector"
          value={typeof value === "string" ? value : ""}
          onChange={onChange}
          placeholder="#log-in"
          isRequired
        />
      ) : (
        shownWords.map(({ name, label, help }) => (
          <TextField
            key={name}
            label={label}
            value={textOf(parts[name])}
            onChange={(text) => onChange({ ...parts, [name]: text })}
            help={help}
            isRequired
          />
        ))
      )}
      <PickButton label="Pick it on the page" uses={[pick]} />
    </div>
  );
}
