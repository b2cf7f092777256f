import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent, ReactNode } from "react";
import { remainingError } from "../api/problems.ts";
import { showDone } from "../api/toasts.ts";
import type { Body } from "../format/paths.ts";
import { Button } from "../ui/Button.tsx";
import { AskBeforeLeaving } from "../ui/dialogs/AskBeforeLeaving.tsx";
import { FormProblem } from "../ui/fields/FormProblem.tsx";
import { Card } from "../ui/Page.tsx";
import { type Form, formOf } from "./draft.ts";
import { useDraft } from "./useDraft.ts";

type SettingsFormProps<Patch> = {
  saved: Body;
  /** The body of the call that saves what was changed. */
  patchOf: (form: Form) => Patch;
  send: (patch: Patch) => Promise<unknown>;
  /** Kind of the resource, as the first part of query keys. */
  kind: string;
  children: (form: Form) => ReactNode;
};

/** The saved settings of a thing on a card. Only what was changed is sent. */
export function SettingsForm<Patch>({ saved, patchOf, send, kind, children }: SettingsFormProps<Patch>) {
  const { draft, onDraft, isChanged, discard } = useDraft();
  const client = useQueryClient();
  const entered = formOf({ draft, onDraft, saved, error: null });
  const patch = patchOf(entered);
  const saving = useMutation({
    meta: { showsErrors: true },
    mutationFn: send,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [kind] });
      discard();
      showDone("Saved.");
    },
  });
  const { isPending } = saving;
  const error = remainingError(saving.error, saving.variables, patch);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (isChanged && !isPending) saving.mutate(patch);
  };
  return (
    <Card>
      <form onSubmit={save} className="stack-4 narrow" noValidate>
        {children({ ...entered, error })}
        <FormProblem error={saving.error} remainder={error} />
        <div className="actions">
          <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isChanged}>
            Save
          </Button>
          {isChanged && <Button onPress={discard}>Discard</Button>}
        </div>
      </form>
      <AskBeforeLeaving isChanged={isChanged} />
    </Card>
  );
}
