import { problemOf } from "../../../api/problems.ts";
import { TextField } from "../../../ui/fields/TextField.tsx";

type IgnoredElementsProps = { value: string; onChange: (value: string) => void; error: Error | null };

/** Selectors of elements that comparisons leave out, one per line. */
export function IgnoredElements({ value, onChange, error }: IgnoredElementsProps) {
  return (
    <TextField
      label="Elements to ignore"
      value={value}
      onChange={onChange}
      lines={2}
      placeholder=".visitor-count"
      help="CSS selectors, one per line. Each run finds these elements, so they may move."
      error={problemOf(error, "capture.ignoreRegions")}
    />
  );
}
