import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Scope } from "#schemas/common.ts";
import { problemOf } from "../../api/problems.ts";
import { sessionQuery } from "../../api/session.ts";
import { Modal } from "../../ui/dialogs/Modal.tsx";
import { FailureText } from "../../ui/FailureText.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { describeError } from "../../api/toasts.ts";
import { FormButtons, PlainForm } from "../../ui/fields/PlainForm.tsx";
import { CreatedKey } from "./CreatedKey.tsx";
import { type Expiry, expiryOf, expiryOptions, scopeWords, useCreateKey } from "./keys.ts";

/** Creates a key, then shows it once. */
export function NewKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Modal title="Create an API key" isOpen={isOpen} onClose={onClose}>
      <NewKey onClose={onClose} />
    </Modal>
  );
}

function NewKey({ onClose }: { onClose: () => void }) {
  const create = useCreateKey();
  if (create.data !== undefined) return <CreatedKey apiKey={create.data.apiKey} onClose={onClose} />;
  return <KeyForm onSubmit={create.mutate} isPending={create.isPending} error={create.error} onClose={onClose} />;
}

type KeyFormProps = {
  onSubmit: (key: { name: string; scopes: Scope[]; expiresAt?: string }) => void;
  isPending: boolean;
  error: Error | null;
  onClose: () => void;
};

function KeyForm({ onSubmit, isPending, error, onClose }: KeyFormProps) {
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const ownScopes = session?.key.scopes ?? [];
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(ownScopes);
  const [expiry, setExpiry] = useState<Expiry>("");
  return (
    <PlainForm
      isReady={!isPending}
      onSubmit={() => onSubmit({ name: name.trim(), scopes: [...scopes], ...expiryOf(expiry) })}
      className="stack-4"
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        placeholder="CI"
        autoFocus
        isRequired
        error={problemOf(error, "name")}
      />
      <Scopes ownScopes={ownScopes} chosenScopes={scopes} onChange={setScopes} />
      <Select label="Ends" value={expiry} onChange={setExpiry} options={expiryOptions} />
      {error !== null && <FailureText>{describeError(error)}</FailureText>}
      <FormButtons submit="Create the key" isPending={isPending} isDisabled={scopes.length === 0} cancel={onClose} />
    </PlainForm>
  );
}

type ScopesProps = {
  /** Scopes of this browser's key. A new key can't have more. */
  ownScopes: readonly Scope[];
  chosenScopes: readonly Scope[];
  onChange: (scopes: readonly Scope[]) => void;
};

function Scopes({ ownScopes, chosenScopes, onChange }: ScopesProps) {
  const set = (scope: Scope, isOn: boolean): void =>
    onChange(isOn ? [...chosenScopes, scope] : chosenScopes.filter((other) => other !== scope));
  return (
    <fieldset className="stack-3">
      <legend>What the key may do</legend>
      {scopeWords.map(({ scope, label }) => (
        <Switch
          key={scope}
          isSelected={chosenScopes.includes(scope)}
          onChange={(isOn) => set(scope, isOn)}
          isDisabled={!ownScopes.includes(scope)}
        >
          {label}
        </Switch>
      ))}
    </fieldset>
  );
}
