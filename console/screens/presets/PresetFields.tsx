import type { ReactNode } from "react";
import type { Preset } from "#schemas/preset.ts";
import { Switch } from "../../ui/fields/Switch.tsx";
import { labelOf } from "../renders/playground/groups.ts";
import { OptionsCard } from "../renders/playground/OptionsCard.tsx";
import { sortProblems } from "../renders/playground/problems.ts";
import type { RenderOption } from "../renders/playground/schema.ts";
import type { PresetForm } from "./presetForm.ts";
import styles from "./Presets.module.css";

type PresetFieldsProps = {
  options: readonly RenderOption[];
  form: PresetForm;
  onChange: (form: PresetForm) => void;
  /** Set options that the API never shows. */
  hiddenNames: Preset["hidden"];
  submit: string;
  onSubmit: () => void;
  isPending: boolean;
  isDisabled: boolean;
  /** Why the API refused the last try, or null. */
  error: Error | null;
  /** The field of the name, for a new preset. */
  children?: ReactNode;
};

/** The options of a preset in groups. */
export function PresetFields({
  options,
  form,
  onChange,
  error,
  hiddenNames,
  children,
  ...formProps
}: PresetFieldsProps) {
  const { problems, general } = sortProblems(options, error, "options.");
  return (
    <OptionsCard
      options={options}
      values={form.values}
      problems={problems}
      general={general}
      onChange={(name, value) => onChange({ ...form, values: { ...form.values, [name]: value } })}
      back="/presets"
      {...formProps}
    >
      {children}
      {hiddenNames.length > 0 && <Hidden names={hiddenNames} form={form} onChange={onChange} />}
    </OptionsCard>
  );
}

type HiddenProps = Pick<PresetFieldsProps, "form" | "onChange"> & { names: Preset["hidden"] };

function Hidden({ names, form, onChange }: HiddenProps) {
  const { removedNames } = form;
  return (
    <div role="group" aria-label="Set and not shown" className={styles["hidden"]}>
      <strong>Set and not shown</strong>
      <p>The API never shows these texts. An empty field below keeps them, and a new text replaces them.</p>
      {names.map((name) => (
        <Switch
          key={name}
          isSelected={removedNames.includes(name)}
          onChange={(isOn) =>
            onChange({
              ...form,
              removedNames: isOn ? [...removedNames, name] : removedNames.filter((each) => each !== name),
            })
          }
        >
          Remove: {labelOf({ name })}
        </Switch>
      ))}
    </div>
  );
}
