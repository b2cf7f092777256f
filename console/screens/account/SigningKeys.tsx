import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { SigningKey } from "#schemas/imageLink.ts";
import { wf } from "../../api/client.ts";
import { problemOf } from "../../api/problems.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { describeError } from "../../ui/toasts.ts";
import styles from "./Account.module.css";
import { CreatedKey } from "./CreatedKey.tsx";

const kind = "signingKeys";

/** Keys that sign links to pictures of pages. */
export function SigningKeys() {
  const { data, error, refetch } = useQuery({
    queryKey: [kind],
    queryFn: ({ signal }) => wf.signingKeys.list({ signal }),
  });
  return (
    <Section title="Signing keys">
      <p className={styles["lead"]}>
        A signed link shows a page’s picture in an img or an Open Graph tag, without an API key.
      </p>
      <NewSigningKey />
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading label="Loading the signing keys" height="4rem" />}
      {data !== undefined && data.length > 0 && (
        <Card padded={false}>
          <ul>
            {data.map((key) => (
              <Row key={key.id} shown={key} />
            ))}
          </ul>
        </Card>
      )}
    </Section>
  );
}

function Row({ shown: { id, name, createdAt } }: { shown: SigningKey }) {
  const remove = useAction({
    send: () => wf.signingKeys.delete(id),
    done: () => `“${name}” is deleted.`,
    changes: [kind],
  });
  return (
    <li className={styles["row"]}>
      <div className={styles["about"]}>
        <strong>{name}</strong>
        <span>
          {id}. Created <RelativeTime at={createdAt} />
        </span>
      </div>
      <ConfirmButton
        label="Delete"
        name={`Delete the signing key ${name}`}
        title={`Delete “${name}”?`}
        confirm="Delete the key"
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
        size="small"
      >
        Every link that it signed stops working at once.
      </ConfirmButton>
    </li>
  );
}

/** A form that creates a key, and then shows its secret once. */
function NewSigningKey() {
  const [name, setName] = useState("");
  const client = useQueryClient();
  const create = useMutation({
    meta: { showsErrors: true },
    gcTime: 0,
    mutationFn: () => wf.signingKeys.create(name.trim()),
    onSuccess: () => setName(""),
    onSettled: () => client.invalidateQueries({ queryKey: [kind] }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!create.isPending) create.mutate();
  };
  const { error } = create;
  return (
    <Card>
      {create.data === undefined ? (
        <form onSubmit={submit} className={styles["oneField"]}>
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            placeholder="website"
            isRequired
            error={problemOf(error, "name") ?? (error === null ? undefined : describeError(error))}
          />
          <Button type="submit" isPending={create.isPending}>
            Create a signing key
          </Button>
        </form>
      ) : (
        <CreatedKey apiKey={create.data.secret} onClose={create.reset} />
      )}
    </Card>
  );
}
