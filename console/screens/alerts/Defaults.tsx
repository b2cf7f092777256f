import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MonitorDefaults } from "#schemas/monitor/defaults.ts";
import { wf } from "../../api/client.ts";
import { monitorDefaultsQuery } from "../../api/queries.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import styles from "../account/Account.module.css";
import { reachOf, wordsOf } from "./defaults.ts";
import { DefaultsForm } from "./DefaultsForm.tsx";

/** The settings that all monitors inherit, or those with a tag. */
export function Defaults() {
  const [isAdding, setAdding] = useState(false);
  return (
    <Section title="Defaults">
      <p className={styles["lead"]}>
        Monitors inherit settings from their tags and from the account. A setting of their own takes their place.
      </p>
      {isAdding ? (
        <Card>
          <DefaultsForm onDone={() => setAdding(false)} />
        </Card>
      ) : (
        <div className="actions">
          <Button onPress={() => setAdding(true)}>New defaults</Button>
        </div>
      )}
      <List />
    </Section>
  );
}

function List() {
  const { data, error, refetch } = useQuery(monitorDefaultsQuery);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading label="Loading the defaults" lines={2} height="4rem" />;
  if (data.length === 0)
    return <EmptyState title="No defaults yet">Set some above, for all monitors or for those with a tag.</EmptyState>;
  return (
    <Card padded={false}>
      <ul>
        {data.map((defaults) => (
          <Row key={defaults.tag ?? ""} defaults={defaults} />
        ))}
      </ul>
    </Card>
  );
}

function Row({ defaults }: { defaults: MonitorDefaults }) {
  const { tag } = defaults;
  const [isEditing, setEditing] = useState(false);
  const reach = reachOf(tag);
  const words = wordsOf(defaults);
  const remove = useAction({
    send: () => (tag === null ? wf.monitorDefaults.delete() : wf.monitorDefaults.deleteTag(tag)),
    done: () => "The defaults are removed.",
    changes: ["monitorDefaults", "monitor"],
  });
  if (isEditing)
    return (
      <li className={styles["row"]}>
        <DefaultsForm savedDefaults={defaults} onDone={() => setEditing(false)} />
      </li>
    );
  return (
    <li className={styles["row"]}>
      <div className={styles["about"]}>
        <strong>{reach}</strong>
        <span>{words.length === 0 ? "None" : words.join(" · ")}</span>
      </div>
      <Button size="small" onPress={() => setEditing(true)} aria-label={`Edit the defaults: ${reach}`}>
        Edit
      </Button>
      <ConfirmButton
        label="Remove"
        name={`Remove the defaults: ${reach}`}
        title="Remove these defaults?"
        confirm="Remove the defaults"
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
        size="small"
      >
        {reach} keep their own settings, and inherit other defaults.
      </ConfirmButton>
    </li>
  );
}
