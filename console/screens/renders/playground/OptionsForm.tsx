import { Camera } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { PlainForm } from "../../../ui/fields/PlainForm.tsx";
import { groupOptions, type OptionGroup } from "./groups.ts";
import { ObjectInput } from "./ObjectInput.tsx";
import { OptionInput } from "./OptionInput.tsx";
import styles from "./Playground.module.css";
import { PresetChoice } from "./PresetChoice.tsx";
import type { RenderOption } from "./schema.ts";
import { isOptionSet, type Values } from "./values.ts";

export type FormProps = {
  options: readonly RenderOption[];
  values: Values;
  /** The API's messages by option. */
  problems: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
};

/** The common options, then all others in groups. `footer` is beside the button that submits. */
export function OptionsForm(props: FormProps & { isPending: boolean; onSubmit: () => void; footer: ReactNode }) {
  const { options, isPending, onSubmit, footer, ...formProps } = props;
  return (
    <PlainForm onSubmit={onSubmit} className={styles["form"]} aria-label="Options of the render" noValidate>
      <Common options={options} {...formProps} />
      <section aria-label="More options" className={styles["more"]}>
        <h2>More options</h2>
        {groupOptions(options).map((group) => (
          <Group key={group.title} {...group} {...formProps} />
        ))}
      </section>
      <div className={styles["send"]}>
        <Button type="submit" variant="primary" isPending={isPending}>
          <Camera aria-hidden="true" /> Render
        </Button>
        {footer}
      </div>
    </PlainForm>
  );
}

function Common({ options, values, problems, onChange }: FormProps) {
  const input = (name: string, showsHelp = false): ReactNode => {
    const option = options.find((candidate) => candidate.name === name);
    if (option === undefined) return null;
    return (
      <OptionInput
        option={option}
        value={values[name] ?? ""}
        onChange={(value) => onChange(name, value)}
        error={problems[name]}
        showsHelp={showsHelp}
      />
    );
  };
  return (
    <>
      {input("url")}
      {options.some(({ name }) => name === "preset") && (
        <PresetChoice
          value={values["preset"] ?? ""}
          onChange={(value) => onChange("preset", value)}
          error={problems["preset"]}
          note="Its options show as defaults."
        />
      )}
      <div className={styles["pair"]}>
        {input("format")}
        {input("quality")}
        {input("device")}
        {input("theme")}
        {input("width")}
        {input("height")}
      </div>
      {input("fullPage", true)}
      {input("waitUntil")}
      <fieldset className={styles["block"]}>
        <legend>Block</legend>
        {input("blockAds")}
        {input("blockCookieBanners")}
        {input("blockPopups")}
        {input("blockChatWidgets")}
      </fieldset>
      {input("hideSelectors")}
      {input("scrollToElement")}
    </>
  );
}

type GroupProps = OptionGroup & FormProps & { startsOpen?: boolean };

/** Options behind a title. Beside it is how many of them are set. */
export function Group({ title, options, values, problems, onChange, startsOpen = false }: GroupProps) {
  const count = options.filter((option) => isOptionSet(option, values)).length;
  const hasProblem = options.some(({ name, parts }) =>
    [name, ...parts.map((part) => part.name)].some((each) => problems[each] !== undefined),
  );
  const [isOpen, setOpen] = useState(startsOpen);
  const [hadProblem, setHadProblem] = useState(false);
  // A problem opens the group. It stays open while the problem is corrected.
  if (hasProblem !== hadProblem) {
    setHadProblem(hasProblem);
    if (hasProblem) setOpen(true);
  }
  return (
    <details
      className={styles["group"]}
      open={isOpen || undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        {title}
        {count > 0 && <span className={styles["count"]}>{count} set</span>}
      </summary>
      <div className={styles["fields"]}>
        {options.map((option) =>
          option.kind === "object" ? (
            <ObjectInput key={option.name} option={option} values={values} problems={problems} onChange={onChange} />
          ) : (
            <OptionInput
              key={option.name}
              option={option}
              value={values[option.name] ?? ""}
              onChange={(value) => onChange(option.name, value)}
              error={problems[option.name]}
            />
          ),
        )}
      </div>
    </details>
  );
}
