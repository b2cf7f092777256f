import { useState } from "react";
import { problemOf } from "../../../api/problems.ts";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { percentProblem } from "./percent.ts";

type ThresholdFieldProps = {
  /** Percent as text; empty for any visible difference. */
  value: string;
  onChange: (value: string) => void;
  /** Why the last try was refused, or null. */
  error: Error | null;
  label?: string;
  placeholder?: string;
  help?: string;
};

/** The share of the picture from which a change counts, in percent. A wrong entry is told once the field is left. */
export function ThresholdField(props: ThresholdFieldProps) {
  const { value, onChange, error, label = "Change threshold, % of the picture", ...rest } = props;
  const [isTyping, setTyping] = useState(false);
  const problem = isTyping ? null : percentProblem(value);
  return (
    <TextField
      label={label}
      value={value}
      onChange={(next) => {
        setTyping(true);
        onChange(next);
      }}
      onBlur={() => setTyping(false)}
      placeholder="any visible difference"
      {...rest}
      error={problem ?? problemOf(error, "changeThreshold")}
    />
  );
}
