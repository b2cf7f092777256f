import { useState } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { countOf } from "../../../format/words.ts";
import { Button } from "../../../ui/Button.tsx";
import { Modal } from "../../../ui/dialogs/Modal.tsx";
import { formOf } from "../../../forms/draft.ts";
import { useDraft } from "../../../forms/useDraft.ts";
import { FormProblem } from "../../../ui/fields/FormProblem.tsx";
import { type BulkAction, changeWith, type Failure } from "../bulk.ts";
import { TotalCost } from "../form/Cost.tsx";
import { problemOfBody } from "../form/percent.ts";
import styles from "../Monitors.module.css";
import { PlainForm } from "../../../ui/fields/PlainForm.tsx";
import { ChangeFields } from "./ChangeFields.tsx";
import { changeOf, changesAnything, pricedAfter, reverseOf, sameTags } from "./changeForm.ts";

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
  const { draft, onDraft } = useDraft();
  const [tags, setTags] = useState(sameTags);
  const [error, setError] = useState<Error | null>(null);
  const edit: typeof onDraft = (next) => {
    setError(null);
    onDraft(next);
  };
  const form = formOf({ draft, onDraft: edit, error });
  const toPatch = (monitor: Monitor) => changeOf(form, tags, monitor);
  async function change(): Promise<void> {
    const problem = problemOfBody(form.changed);
    if (problem !== null) return setError(problem);
    const failures = await onChange(changeWith(toPatch, (monitor) => reverseOf(toPatch(monitor), monitor)));
    if (failures.length === monitors.length) setError(failures[0]?.error ?? null);
    else onClose();
  }
  return (
    <PlainForm
      isReady={!isPending && changesAnything(form, tags)}
      onSubmit={() => void change()}
      className="stack-4 narrow"
      noValidate
    >
      <ChangeFields form={form} tags={tags} onTags={setTags} />
      <TotalCost monitors={monitors.map((monitor) => pricedAfter(toPatch(monitor), monitor))} />
      <FormProblem error={error} />
      <div className={styles["buttons"]}>
        <Button type="submit" variant="primary" isPending={isPending} isDisabled={!changesAnything(form, tags)}>
          Change {countOf(monitors.length, "monitor")}
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </div>
    </PlainForm>
  );
}
