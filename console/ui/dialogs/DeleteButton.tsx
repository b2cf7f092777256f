import type { ReactNode } from "react";
import { useAction } from "../../api/useAction.ts";
import { ConfirmButton } from "./ConfirmButton.tsx";

type DeleteButtonProps = {
  name: string;
  /** The kind of the thing, as in "Delete the signing key website". */
  kind: string;
  /** The kind in the button of the dialog. Default: `kind`. */
  shortKind?: string;
  send: () => Promise<unknown>;
  /** Kinds of resources that the deletion changes, as the first part of query keys. */
  changes: readonly string[];
  /** Says what follows from the deletion. */
  children: ReactNode;
};

/** A button in a row of a list that deletes a thing with a name. */
export function DeleteButton({ name, kind, shortKind = kind, send, changes, children }: DeleteButtonProps) {
  const { mutate, isPending } = useAction({ send, done: () => `“${name}” is deleted.`, changes });
  return (
    <ConfirmButton
      label="Delete"
      name={`Delete the ${kind} ${name}`}
      title={`Delete “${name}”?`}
      confirm={`Delete the ${shortKind}`}
      onConfirm={() => mutate()}
      isPending={isPending}
      size="small"
    >
      {children}
    </ConfirmButton>
  );
}
