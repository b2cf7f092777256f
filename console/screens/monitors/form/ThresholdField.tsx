import { numberAt } from "../../../forms/draft.ts";
import { ParsedAt } from "../../../forms/fields.tsx";
import type { FormPart } from "./monitorBody.ts";
import { percentOf, shareOf } from "./percent.ts";

type ThresholdFieldProps = FormPart & { label?: string; placeholder?: string; help?: string };

/** The share of the picture from which a change counts, in percent. */
export function ThresholdField({
  form,
  label = "Change threshold, % of the picture",
  ...inputProps
}: ThresholdFieldProps) {
  return (
    <ParsedAt
      form={form}
      path="changeThreshold"
      label={label}
      text={percentOf(numberAt(form, "changeThreshold", 0))}
      parse={shareOf}
      placeholder="any visible difference"
      {...inputProps}
    />
  );
}
