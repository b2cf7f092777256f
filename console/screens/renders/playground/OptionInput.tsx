import { PickButton } from "../../../picker/PickButton.tsx";
import { SearchSelect } from "../../../ui/fields/SearchSelect.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { Switch } from "../../../ui/fields/Switch.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { deviceOptions } from "./devices.ts";
import { isSelector, labelOf, sampleOf } from "./groups.ts";
import styles from "./Playground.module.css";
import type { RenderOption } from "./schema.ts";
import { hasEditor, ListInput } from "./ListInput.tsx";
import { isMasked } from "./values.ts";

export type OptionInputProps = {
  option: RenderOption;
  value: string;
  onChange: (value: string) => void;
  /** The API's message about this option. */
  error: string | undefined;
  /** Whether the schema's description shows under the field. Default: true. */
  showsHelp?: boolean;
};

/** One option as the field that its schema asks for. */
export function OptionInput({ showsHelp = true, ...props }: OptionInputProps) {
  const { option, error } = props;
  if (hasEditor(option)) return <ListInput {...props} />;
  if (option.kind !== "flag" && option.kind !== "choice") return <Text {...props} showsHelp={showsHelp} />;
  return (
    <div className={styles["option"]}>
      {option.kind === "flag" && option.standard !== null ? <Flag {...props} /> : <Choice {...props} />}
      {showsHelp && option.help !== "" && <p className="small-print">{option.help}</p>}
      {error !== undefined && (
        <p className={styles["problem"]} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function Flag({ option, value, onChange }: OptionInputProps) {
  const isOn = (value === "" ? option.standard : value) === "true";
  return (
    <Switch isSelected={isOn} onChange={(on) => onChange(String(on) === option.standard ? "" : String(on))}>
      {labelOf(option)}
    </Switch>
  );
}

const choiceNames: Readonly<Record<string, string>> = {
  true: "Yes",
  false: "No",
  load: "Page and its files loaded",
  domcontentloaded: "Document parsed",
  networkidle0: "No requests for 0.5 s",
  networkidle2: "At most 2 requests for 0.5 s",
  light: "Light",
  dark: "Dark",
  screen: "Screen",
  print: "Paper",
};

/** More choices than these are searched by name. */
const maxUnsearchedChoices = 30;

function Choice({ option, value, onChange }: OptionInputProps) {
  const { standard, unsetLabel } = option;
  const choices = option.kind === "flag" ? ["true", "false"] : option.choices;
  const options =
    option.name.split(".").at(-1) === "device"
      ? deviceOptions(choices)
      : choices.map((choice) => ({
          value: choice === standard ? "" : choice,
          label: choiceNames[choice] ?? choice,
        }));
  const all = standard === null ? [{ value: "", label: unsetLabel }, ...options] : options;
  const label = labelOf(option);
  if (all.length > maxUnsearchedChoices)
    return <SearchSelect label={label} listLabel={`${label}: all`} value={value} onChange={onChange} options={all} />;
  return <Select label={label} value={value} onChange={onChange} options={all} />;
}

/** Rows of fields with more than one. */
const rows: Partial<Record<RenderOption["kind"], number>> = { lines: 2, headers: 2, json: 2, code: 5 };

function Text({ option, value, onChange, error, showsHelp = true }: OptionInputProps) {
  const { kind, name, unit, standard, help } = option;
  const each = name.endsWith("Selectors") ? "One CSS selector per line." : "One per line.";
  const hint = { lines: each, headers: "One name and value per line.", json: "JSON." };
  const notes = [kind === "lines" || kind === "headers" || kind === "json" ? hint[kind] : "", showsHelp ? help : ""];
  const note = notes.filter((text) => text !== "").join(" ");
  const field = (
    <TextField
      label={unit === "" ? labelOf(option) : `${labelOf(option)}, ${unit}`}
      value={value}
      onChange={onChange}
      placeholder={standard ?? sampleOf(option)}
      lines={rows[kind] ?? 1}
      {...(isMasked(option) && { type: "password", autoComplete: "off" })}
      {...(note !== "" && { help: note })}
      error={error}
    />
  );
  if (!isSelector(option)) return field;
  const add = (selector: string): void =>
    onChange(kind === "lines" && value !== "" ? `${value}\n${selector}` : selector);
  return (
    <div className={styles["option"]}>
      {field}
      <PickButton
        label="Pick on the page"
        uses={[{ label: "Use this element", apply: ({ selector }) => add(selector) }]}
      />
    </div>
  );
}
