import { ChoiceAt } from "../../../forms/fields.tsx";
import { FieldRow } from "../../../ui/fields/Form.tsx";
import { baselineOptions } from "./choices.ts";
import type { FormPart } from "./monitorBody.ts";

const modeOptions = [
  { value: "perceptual", label: "What people see" },
  { value: "pixel", label: "Every pixel" },
] as const;

const visualizationOptions = [
  { value: "overlay", label: "Changes tinted" },
  { value: "heatmap", label: "Heatmap" },
  { value: "mask", label: "Changed pixels alone" },
  { value: "none", label: "No picture" },
] as const;

/** The baseline of a run, and the way of comparing. */
export function CompareFields({ form }: FormPart) {
  return (
    <>
      <ChoiceAt form={form} path="baselineMode" options={baselineOptions} standard="rolling" />
      <FieldRow>
        <ChoiceAt form={form} path="diff.mode" label="Comparison mode" options={modeOptions} standard="perceptual" />
        <ChoiceAt
          form={form}
          path="diff.visualization"
          label="Picture of the changes"
          options={visualizationOptions}
          standard="overlay"
        />
      </FieldRow>
    </>
  );
}
