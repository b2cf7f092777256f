import { problemOf } from "../api/problems.ts";
import { fieldLabel } from "../format/fieldLabels.ts";
import { linesOf } from "../format/address.ts";
import { Select } from "../ui/fields/Select.tsx";
import { Switch } from "../ui/fields/Switch.tsx";
import { TextField, type TextFieldProps } from "../ui/fields/TextField.tsx";
import { type Form, flagAt, textAt, textsAt } from "./draft.ts";

type Bound = { form: Form; path: string; /** Default: the label of the entry. */ label?: string };
type TextProps = Bound & Omit<TextFieldProps, "label" | "value" | "onChange" | "error" | "onBlur">;

/** A text of a body. An empty field takes it away, unless it is required. */
export function TextAt({ form, path, label = fieldLabel(path) ?? path, ...rest }: TextProps) {
  const isKept = rest.isRequired === true;
  return (
    <TextField
      {...rest}
      label={label}
      value={textAt(form, path)}
      onChange={(text) => form.set({ [path]: text === "" && !isKept ? undefined : text })}
      error={problemOf(form.error, path)}
    />
  );
}

type ParsedProps = TextProps & {
  /** The text of the saved value. */
  text: string;
  /** The value of a text; undefined for none. */
  parse: (text: string) => unknown;
};

/** A field whose text stands for another value, such as a list. The text stays as it is typed. */
export function ParsedAt(props: ParsedProps) {
  const { form, path, label = fieldLabel(path) ?? path, text, parse, ...rest } = props;
  return (
    <TextField
      {...rest}
      label={label}
      value={form.typed(path) ?? text}
      onChange={(next) => form.set({ [path]: parse(next) }, { [path]: next })}
      error={problemOf(form.error, path)}
    />
  );
}

const listOrNone = (list: string[]): string[] | undefined => (list.length > 0 ? list : undefined);

/** A list with one entry per line. */
export function LinesAt({ form, path, ...rest }: TextProps) {
  const text = textsAt(form, path).join("\n");
  return (
    <ParsedAt form={form} path={path} lines={2} {...rest} text={text} parse={(lines) => listOrNone(linesOf(lines))} />
  );
}

const numberOrNone = (text: string): number | undefined => (text.trim() === "" ? undefined : Number(text));

/** A number. A text that is none reaches the API, which names the problem. */
export function NumberAt({ form, path, ...rest }: TextProps) {
  return <ParsedAt form={form} path={path} type="number" {...rest} text={textAt(form, path)} parse={numberOrNone} />;
}

type FlagProps = Bound & { /** Default: off. */ standard?: boolean };

/** A switch of a body. */
export function FlagAt({ form, path, label = fieldLabel(path) ?? path, standard = false }: FlagProps) {
  return (
    <Switch isSelected={flagAt(form, path, standard)} onChange={(value) => form.set({ [path]: value })}>
      {label}
    </Switch>
  );
}

type ChoiceProps = Bound & {
  options: readonly { value: string; label: string }[];
  /** The choice without a value. An empty one stands for none. */
  standard: string;
};

/** A choice of a body. */
export function ChoiceAt({ form, path, label = fieldLabel(path) ?? path, options, standard }: ChoiceProps) {
  return (
    <Select
      label={label}
      value={textAt(form, path) || standard}
      onChange={(value) => form.set({ [path]: value === "" ? undefined : value })}
      options={options}
    />
  );
}
