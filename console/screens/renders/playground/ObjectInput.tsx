import { Switch } from "../../../ui/fields/Switch.tsx";
import { labelOf } from "./groups.ts";
import { OptionInput } from "./OptionInput.tsx";
import styles from "./Playground.module.css";
import type { RenderOption } from "./schema.ts";
import { isSwitched, type Values } from "./values.ts";

type ObjectInputProps = {
  option: RenderOption;
  values: Values;
  /** The API's messages by option and part. */
  problems: Readonly<Record<string, string>>;
  onChange: (name: string, value: string) => void;
};

/** An option with parts: a field for each. Some options have a switch that shows their parts. */
export function ObjectInput({ option, values, problems, onChange }: ObjectInputProps) {
  const { name, help, parts } = option;
  const hasSwitch = isSwitched(name);
  const isOn = !hasSwitch || values[name] === "true";
  const problem = problems[name];
  return (
    <div role="group" aria-label={labelOf(option)} className={styles["option"]}>
      {hasSwitch ? (
        <Switch isSelected={isOn} onChange={(on) => onChange(name, on ? "true" : "")}>
          {labelOf(option)}
        </Switch>
      ) : (
        <span className={styles["label"]}>{labelOf(option)}</span>
      )}
      {help !== "" && <p className="small-print">{help}</p>}
      {isOn && (
        <div className={styles["parts"]}>
          {parts.map((part) => (
            <div key={part.name} className={styles["part"]} data-wide={isWide(part) || undefined}>
              <OptionInput
                option={part}
                value={values[part.name] ?? ""}
                onChange={(value) => onChange(part.name, value)}
                error={problems[part.name]}
                showsHelp={part.help !== `${labelOf(part)}.`}
              />
            </div>
          ))}
        </div>
      )}
      {problem !== undefined && (
        <p className={styles["problem"]} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Whether a part needs the whole width for its text or its help. */
function isWide({ kind, help }: RenderOption): boolean {
  return kind === "code" || kind === "flag" || help.length > 60;
}
