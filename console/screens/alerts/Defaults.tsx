import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { MonitorDefaults } from "#schemas/monitor/defaults.ts";
import { wf } from "../../api/client.ts";
import { monitorDefaultsQuery } from "../../api/queries.ts";
import { useAction } from "../../api/useAction.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { ListedCard } from "../../ui/Listed.tsx";
import { RowWords, ListRow } from "../../ui/ListRow.tsx";
import { reachOf, wordsOf } from "./defaults.ts";
import { DefaultsForm } from "./DefaultsForm.tsx";

/** The settings that all monitors inherit, or those with a tag. */
export function Defaults() {
  const [isAdding, setAdding] = useState(false);
  return (
    <Section title="Defaults">
      <p className="muted">
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
      <ListedCard
        query={useQuery(monitorDefaultsQuery)}
        things="defaults"
        empty="Set some above, for all monitors or for those with a tag."
        renderRow={(defaults) => <Row key={defaults.tag ?? ""} defaults={defaults} />}
      />
    </Section>
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
      <ListRow>
        <DefaultsForm savedDefaults={defaults} onDone={() => setEditing(false)} />
      </ListRow>
    );
  return (
    <ListRow>
      <RowWords name={reach}>{words.length === 0 ? "None" : words.join(" · ")}</RowWords>
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
    </ListRow>
  );
}
