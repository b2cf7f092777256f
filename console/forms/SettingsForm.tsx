import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { remainingError } from "../api/problems.ts";
import { showDone } from "../api/toasts.ts";
import type { Body } from "../format/paths.ts";
import { Button } from "../ui/Button.tsx";
import { AskBeforeLeaving } from "../ui/dialogs/AskBeforeLeaving.tsx";
import { FormProblem } from "../ui/fields/FormProblem.tsx";
import { Card } from "../ui/Page.tsx";
import { PlainForm } from "../ui/fields/PlainForm.tsx";
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
  return (
    <Card>
      <PlainForm
        isReady={isChanged && !isPending}
        onSubmit={() => saving.mutate(patch)}
        className="stack-4 narrow"
        noValidate
      >
        {children({ ...entered, error })}
        <FormProblem error={saving.error} remainder={error} />
        <div className="actions">
          <Button type="submit" variant="primary" isPending={isPending} isDisabled={!isChanged}>
            Save
          </Button>
          {isChanged && <Button onPress={discard}>Discard</Button>}
        </div>
      </PlainForm>
      <AskBeforeLeaving isChanged={isChanged} />
    </Card>
  );
}
