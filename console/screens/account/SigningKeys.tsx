import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SigningKey } from "#schemas/imageLink.ts";
import { wf } from "../../api/client.ts";
import { problemOf } from "../../api/problems.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { describeError } from "../../api/toasts.ts";
import { ListedCard } from "../../ui/Listed.tsx";
import { RowWords, ListRow } from "../../ui/ListRow.tsx";
import { DeleteButton } from "../../ui/dialogs/DeleteButton.tsx";
import { PlainForm } from "../../ui/fields/PlainForm.tsx";
import styles from "./Account.module.css";
import { CreatedKey } from "./CreatedKey.tsx";
import { signingKeyKind, signingKeysQuery } from "./keys.ts";

/** Keys that sign links to pictures of pages. */
export function SigningKeys() {
  const query = useQuery(signingKeysQuery);
  const create = useCreateSigningKey();
  return (
    <Section title="Signing keys">
      <p className="muted">
        A signed link shows a page’s picture in an img or an Open Graph tag, without an API key. “Render a page” makes
        links. To change a key, replace it, sign with the new one, then delete the old one.
      </p>
      <NewSigningKey create={create} />
      <ListedCard
        query={query}
        things="signing keys"
        renderRow={(key) => (
          <Row
            key={key.id}
            shown={key}
            onReplace={() => create.mutate(nextName(key.name))}
            isReplacing={create.isPending}
          />
        )}
      />
    </Section>
  );
}

type RowProps = { shown: SigningKey; onReplace: () => void; isReplacing: boolean };

function Row({ shown: { id, name, createdAt }, onReplace, isReplacing }: RowProps) {
  return (
    <ListRow>
      <RowWords name={name}>
        {id}. Created <RelativeTime at={createdAt} />
      </RowWords>
      <Button size="small" onPress={onReplace} isPending={isReplacing} aria-label={`Replace the signing key ${name}`}>
        Replace
      </Button>
      <DeleteButton
        name={name}
        kind="signing key"
        shortKind="key"
        send={() => wf.signingKeys.delete(id)}
        changes={[signingKeyKind]}
      >
        Every link that it signed stops working at once.
      </DeleteButton>
    </ListRow>
  );
}

/** Creates a key with a name. Its reply alone has the secret. */
function useCreateSigningKey() {
  const client = useQueryClient();
  return useMutation({
    meta: { showsErrors: true },
    gcTime: 0,
    mutationFn: (name: string) => wf.signingKeys.create(name),
    onSettled: () => client.invalidateQueries({ queryKey: [signingKeyKind] }),
  });
}

/** A form that creates a key, and then shows its secret once. */
function NewSigningKey({ create }: { create: ReturnType<typeof useCreateSigningKey> }) {
  const [name, setName] = useState("");
  const { error } = create;
  return (
    <Card>
      {create.data === undefined ? (
        <PlainForm
          isReady={!create.isPending}
          onSubmit={() => create.mutate(name.trim(), { onSuccess: () => setName("") })}
          className={styles["oneField"]}
        >
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
        </PlainForm>
      ) : (
        <CreatedKey apiKey={create.data.secret} onClose={create.reset} />
      )}
    </Card>
  );
}

/** The name of a key's successor: "website" gives "website 2". */
function nextName(name: string): string {
  const [, base = name, number = "1"] = /^(.*\S) (\d{1,4})$/.exec(name) ?? [];
  return `${base} ${Number(number) + 1}`;
}
