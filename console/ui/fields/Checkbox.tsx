import styles from "./fields.module.css";

type CheckboxProps = { label: string; isSelected: boolean; onChange: (isSelected: boolean) => void };

/** A box to tick. Only screen readers get the label. */
export function Checkbox({ label, isSelected, onChange }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isSelected}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      className={styles["checkbox"]}
    />
  );
}
