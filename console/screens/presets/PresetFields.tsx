import type { FormEvent, ReactNode } from "react";
import type { Preset } from "#schemas/preset.ts";
import { Button, LinkButton } from "../../ui/Button.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { Card } from "../../ui/Page.tsx";
import { groupOptions, labelOf } from "../renders/playground/groups.ts";
import { Group } from "../renders/playground/OptionsForm.tsx";
import { sortProblems } from "../renders/playground/problems.ts";
import type { RenderOption } from "../renders/playground/schema.ts";
import type { PresetForm } from "./presetForm.ts";
import styles from "./Presets.module.css";

type PresetFieldsProps = {
  options: readonly RenderOption[];
  form: PresetForm;
  onChange: (form: PresetForm) => void;
  /** Set options that the API never shows. */
  hidden: Preset["hidden"];
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
export function PresetFields({ options, form, onChange, error, ...rest }: PresetFieldsProps) {
  const { hidden, submit, onSubmit, isPending, isDisabled, children } = rest;
  const { problems, general } = sortProblems(options, error, "options.");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  return (
    <Card>
      <form onSubmit={send} className={styles["form"]} noValidate>
        {children}
        {hidden.length > 0 && <Hidden names={hidden} form={form} onChange={onChange} />}
        <div>
          {groupOptions(options, { hasCommon: true }).map((group, index) => (
            <Group
              key={group.title}
              {...group}
              startsOpen={index === 0}
              values={form.values}
              problems={problems}
              onChange={(name, value) => onChange({ ...form, values: { ...form.values, [name]: value } })}
            />
          ))}
        </div>
        {general !== "" && (
          <p role="alert" className={styles["problem"]}>
            {general}
          </p>
        )}
        <div className={styles["buttons"]}>
          <Button type="submit" variant="primary" isPending={isPending} isDisabled={isDisabled}>
            {submit}
          </Button>
          <LinkButton href="/presets">Cancel</LinkButton>
        </div>
      </form>
    </Card>
  );
}

type HiddenProps = Pick<PresetFieldsProps, "form" | "onChange"> & { names: Preset["hidden"] };

function Hidden({ names, form, onChange }: HiddenProps) {
  const { removed } = form;
  return (
    <div role="group" aria-label="Set and not shown" className={styles["hidden"]}>
      <strong>Set and not shown</strong>
      <p>The API never shows these texts. An empty field below keeps them, and a new text replaces them.</p>
      {names.map((name) => (
        <Switch
          key={name}
          isSelected={removed.includes(name)}
          onChange={(isOn) =>
            onChange({ ...form, removed: isOn ? [...removed, name] : removed.filter((each) => each !== name) })
          }
        >
          Remove: {labelOf({ name })}
        </Switch>
      ))}
    </div>
  );
}
