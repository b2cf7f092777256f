import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PresetRequest } from "#clients/typescript/src/index.ts";
import { wf } from "../../api/client.ts";
import { problemOf } from "../../api/problems.ts";
import { Modal } from "../../ui/dialogs/Modal.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { describeError, showDone } from "../../api/toasts.ts";
import { FormButtons, PlainForm } from "../../ui/fields/PlainForm.tsx";
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
  const problem = problemOf(error, "name");
  return (
    <PlainForm isReady={!isPending} onSubmit={mutate} className="stack-4" noValidate>
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
      <FormButtons submit="Save the preset" isPending={isPending} cancel={onClose} />
    </PlainForm>
  );
}
