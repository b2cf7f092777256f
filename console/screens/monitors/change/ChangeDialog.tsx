import { type FormEvent, useState } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { countOf } from "../../../format/words.ts";
import { Button } from "../../../ui/Button.tsx";
import { Modal } from "../../../ui/dialogs/Modal.tsx";
import { refusalOf } from "../../../api/problems.ts";
import { FormProblem } from "../../../ui/fields/FormProblem.tsx";
import { type BulkAction, changeWith, type Failure } from "../bulk.ts";
import { TotalCost } from "../form/Cost.tsx";
import { percentProblem } from "../form/percent.ts";
import styles from "../Monitors.module.css";
import { ChangeFields } from "./ChangeFields.tsx";
import { type ChangeForm, changeOf, changesAnything, emptyChange, pricedAfter, reverseOf } from "./changeForm.ts";

type ChangeDialogProps = {
  monitors: readonly Monitor[];
  isOpen: boolean;
  isPending: boolean;
  onClose: () => void;
  /** Changes the monitors. Resolves with those that failed. */
  onChange: (action: BulkAction) => Promise<readonly Failure[]>;
};

/** Changes settings of the chosen monitors. It stays open if the API refuses every monitor. */
export function ChangeDialog({ monitors, isOpen, onClose, ...rest }: ChangeDialogProps) {
  return (
    <Modal title={`Change ${countOf(monitors.length, "monitor")}`} isOpen={isOpen} onClose={onClose}>
      <Fields monitors={monitors} onClose={onClose} {...rest} />
    </Modal>
  );
}

function Fields({ monitors, isPending, onClose, onChange }: Omit<ChangeDialogProps, "isOpen">) {
  const [form, setForm] = useState<ChangeForm>(emptyChange);
  const [error, setError] = useState<Error | null>(null);
  const toPatch = (monitor: Monitor) => changeOf(form, monitor);
  async function change(): Promise<void> {
    const problem = percentProblem(form.threshold);
    if (problem !== null) return setError(refusalOf([{ field: "changeThreshold", message: problem }]));
    const failures = await onChange(changeWith(toPatch, (monitor) => reverseOf(toPatch(monitor), monitor)));
    if (failures.length === monitors.length) setError(failures[0]?.error ?? null);
    else onClose();
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending && changesAnything(form)) void change();
  };
  return (
    <form onSubmit={submit} className={styles["form"]} noValidate>
      <ChangeFields
        form={form}
        onChange={(changed) => {
          setForm((before) => ({ ...before, ...changed }));
          setError(null);
        }}
        error={error}
      />
      <TotalCost monitors={monitors.map((monitor) => pricedAfter(toPatch(monitor), monitor))} />
      <FormProblem error={error} />
      <div className={styles["buttons"]}>
        <Button type="submit" variant="primary" isPending={isPending} isDisabled={!changesAnything(form)}>
          Change {countOf(monitors.length, "monitor")}
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
