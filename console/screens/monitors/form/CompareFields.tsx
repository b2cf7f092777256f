import { FieldRow } from "../../../ui/fields/Form.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { baselineOptions } from "./choices.ts";
import type { MonitorForm } from "./monitorForm.ts";

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

type CompareForm = Pick<MonitorForm, "baselineMode" | "diffMode" | "visualization">;
type CompareFieldsProps = { form: CompareForm; onChange: (changed: Partial<CompareForm>) => void };

/** The baseline of a run, and the way of comparing. */
export function CompareFields({ form, onChange }: CompareFieldsProps) {
  return (
    <>
      <Select
        label="Compare with"
        value={form.baselineMode}
        onChange={(baselineMode) => onChange({ baselineMode })}
        options={baselineOptions}
      />
      <FieldRow>
        <Select
          label="Comparison mode"
          value={form.diffMode}
          onChange={(diffMode) => onChange({ diffMode })}
          options={modeOptions}
        />
        <Select
          label="Picture of the changes"
          value={form.visualization}
          onChange={(visualization) => onChange({ visualization })}
          options={visualizationOptions}
        />
      </FieldRow>
    </>
  );
}
