import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Select } from "../../../ui/fields/Select.tsx";
import { presetsQuery } from "../../presets/queries.ts";
import styles from "./Playground.module.css";

type PresetChoiceProps = {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  /** The effect of a chosen preset. */
  note: string;
};

/** The preset. Its options count as given. */
export function PresetChoice({ value, onChange, error, note }: PresetChoiceProps) {
  const { data: presets = [] } = useQuery(presetsQuery);
  const names = new Set([...presets.map(({ name }) => name), ...(value === "" ? [] : [value])]);
  return (
    <div className={styles["option"]}>
      <Select
        label="Preset"
        value={value}
        onChange={onChange}
        options={[{ value: "", label: "None" }, ...[...names].map((name) => ({ value: name, label: name }))]}
      />
      {value !== "" && (
        <p className="small-print">
          {note} <Link to="/presets">All presets</Link>
        </p>
      )}
      {error !== undefined && (
        <p className={styles["problem"]} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
