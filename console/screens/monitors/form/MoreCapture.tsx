import { useQuery } from "@tanstack/react-query";
import { ErrorState, Loading } from "../../../ui/states.tsx";
import { presetsQuery } from "../../presets/queries.ts";
import { groupOptions } from "../../renders/playground/groups.ts";
import { Group } from "../../renders/playground/OptionsForm.tsx";
import { PresetChoice } from "../../renders/playground/PresetChoice.tsx";
import { withPreset } from "../../renders/playground/presets.ts";
import { sortProblems } from "../../renders/playground/problems.ts";
import { captureOptionsQuery, type RenderOption } from "../../renders/playground/schema.ts";
import { optionsOf, textsOf, type Values } from "../../renders/playground/values.ts";
import type { Form } from "../../../forms/draft.ts";
import { hasOwnField } from "./captureOptions.ts";
import type { FormPart } from "./monitorBody.ts";
import styles from "./NewMonitor.module.css";

type MoreCaptureProps = FormPart & {
  /** Whether a preset can be chosen. A saved monitor has its options already. Default: true. */
  hasPreset?: boolean;
};

/** Every other option of a capture, in groups. */
export function MoreCapture({ form, hasPreset = true }: MoreCaptureProps) {
  const { data, error: failure, refetch } = useQuery(captureOptionsQuery);
  const { data: presets = [] } = useQuery({ ...presetsQuery, enabled: hasPreset });
  if (failure !== null) return <ErrorState error={failure} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label="Loading the options" lines={1} />;
  const values = valuesOf(form, data);
  const preset = presets.find(({ name }) => name === values["preset"]);
  const options = withPreset(data, preset).filter(({ name }) => !hasOwnField(name));
  const { problems } = sortProblems(options, form.error, "capture.");
  return (
    <div>
      {hasPreset && (
        <div className={styles["preset"]}>
          <PresetChoice
            value={values["preset"] ?? ""}
            onChange={(value) => setOption(form, options, { name: "preset", value })}
            error={problems["preset"]}
            note="Its options show as defaults below. The fields above have priority."
          />
        </div>
      )}
      <CaptureGroups form={form} options={options.filter(({ name }) => name !== "preset")} />
    </div>
  );
}

/** Options of a capture in groups that open. */
export function CaptureGroups({ form, options }: FormPart & { options: readonly RenderOption[] }) {
  const values = valuesOf(form, options);
  const { problems } = sortProblems(options, form.error, "capture.");
  return groupOptions(options, { hasCommon: true }).map((group) => (
    <Group
      key={group.title}
      {...group}
      values={values}
      problems={problems}
      onChange={(name, value) => setOption(form, options, { name, value })}
    />
  ));
}

function setOption(
  form: Form,
  options: readonly RenderOption[],
  { name, value }: { name: string; value: string },
): void {
  const option = options.find((each) => each.name === name || each.parts.some((part) => part.name === name));
  if (option === undefined) return;
  const next = optionsOf([option], { ...valuesOf(form, options), [name]: value });
  const [entry] = Object.values(next);
  form.set({ [`capture.${option.name}`]: entry }, { [`capture.${name}`]: value });
}

/** The texts of the options: what was typed, else what is saved. Values of cookies are never shown; empty keeps them. */
function valuesOf(form: Form, options: readonly RenderOption[]): Values {
  const { cookies: _cookies, ...shown } = Object(form.saved("capture"));
  const names = options.flatMap(({ name, parts }) => [name, ...parts.map((part) => part.name)]);
  const typed = names.flatMap((name): [string, string][] => {
    const text = form.typed(`capture.${name}`);
    return text === undefined ? [] : [[name, text]];
  });
  return { ...textsOf(shown), ...Object.fromEntries(typed) };
}
