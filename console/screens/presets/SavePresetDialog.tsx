import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { PresetRequest } from "#clients/typescript/src/index.ts";
import { wf } from "../../api/client.ts";
import { problemOf } from "../../api/problems.ts";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/dialogs/Modal.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { describeError, showDone } from "../../api/toasts.ts";
import { presetKind } from "./queries.ts";

type SavePresetProps = {
  /** The options to save: those that a preset can hold. */
  options: PresetRequest["options"];
  isOpen: boolean;
  onClose: () => void;
  onSaved: (name: string) => void;
};

/** Saves the options of a form as a new preset. */
export function SavePresetDialog({ isOpen, onClose, ...rest }: SavePresetProps) {
  return (
    <Modal title="Save as a preset" isOpen={isOpen} onClose={onClose}>
      <NameForm onClose={onClose} {...rest} />
    </Modal>
  );
}

function NameForm({ options, onClose, onSaved }: Omit<SavePresetProps, "isOpen">) {
  const [name, setName] = useState("");
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    meta: { showsErrors: true },
    mutationFn: () => wf.presets.create({ name: name.trim(), options }),
    async onSuccess({ name: saved }) {
      await client.invalidateQueries({ queryKey: [presetKind] });
      showDone(`The preset ${saved} is saved.`);
      onSaved(saved);
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // React passes it on to the form around the dialog, which would render the page.
    event.stopPropagation();
    if (!isPending) mutate();
  };
  const problem = problemOf(error, "name");
  return (
    <form onSubmit={submit} className="stack-4" noValidate>
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        placeholder="phone-dark"
        help="Small letters, digits and hyphens. Secrets, the address, the webhook and the bucket are not saved."
        autoFocus
        isRequired
        error={problem ?? (error === null ? undefined : describeError(error))}
      />
      <div className="actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          Save the preset
        </Button>
        <Button onPress={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
