import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AlertTarget } from "#schemas/alertTarget.ts";
import { wf } from "../../api/client.ts";
import { alertTargetsQuery, allMonitorsQuery } from "../../api/queries.ts";
import { useAction } from "../../api/useAction.ts";
import { receiversOf, toldTargets } from "../../format/alertTarget.ts";
import { countOf, listOf } from "../../format/words.ts";
import { Button } from "../../ui/Button.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { ListedCard } from "../../ui/Listed.tsx";
import { RowWords, ListRow } from "../../ui/ListRow.tsx";
import { DeleteButton } from "../../ui/dialogs/DeleteButton.tsx";
import { TargetForm } from "./TargetForm.tsx";

/** The channels and recipients that many monitors tell under one name. */
export function Targets() {
  const [isAdding, setAdding] = useState(false);
  return (
    <Section title="Alert targets">
      <p className="muted">
        A target keeps channels and recipients under a name. A new address is then one change, for however many
        monitors.
      </p>
      {isAdding ? (
        <Card>
          <TargetForm onDone={() => setAdding(false)} />
        </Card>
      ) : (
        <div className="actions">
          <Button onPress={() => setAdding(true)}>New alert target</Button>
        </div>
      )}
      <ListedCard
        query={useQuery(alertTargetsQuery)}
        things="alert targets"
        empty="Add one above, for all monitors, for those with a tag, or to choose at a monitor."
        renderRow={(item) => <Row key={item.name} item={item} />}
      />
    </Section>
  );
}

function Row({ item: target }: { item: AlertTarget }) {
  const { id, name, channels, template } = target;
  const [isEditing, setEditing] = useState(false);
  const { data: monitors = [] } = useQuery(allMonitorsQuery);
  const telling = monitors.filter((monitor) => toldTargets([target], monitor).length > 0);
  const test = useAction({
    send: () => Promise.all(channels.map((channel) => wf.alertTargets.testChannel(id, channel.id))),
    done: () => `A sample goes to ${listOf(channels.map(({ host }) => host))}.`,
    changes: ["delivery"],
  });
  if (isEditing)
    return (
      <ListRow>
        <TargetForm savedTarget={target} onDone={() => setEditing(false)} />
      </ListRow>
    );
  return (
    <ListRow>
      <RowWords name={name}>
        {receiversOf(target)}. {reachOf(target)}: {countOf(telling.length, "monitor")}.
        {template !== null && " Messages in its own words."}
      </RowWords>
      <Button size="small" onPress={() => setEditing(true)} aria-label={`Edit the alert target ${name}`}>
        Edit
      </Button>
      {channels.length > 0 && (
        <Button size="small" isPending={test.isPending} onPress={() => test.mutate()} aria-label={`Test ${name}`}>
          Test
        </Button>
      )}
      <DeleteButton
        name={name}
        kind="alert target"
        shortKind="target"
        send={() => wf.alertTargets.delete(id)}
        changes={["alertTarget", "monitor"]}
      >
        {countOf(telling.length, "monitor")} will no longer tell {receiversOf(target)} through it. The settings of its
        channels are secret. Their deletion cannot be undone.
      </DeleteButton>
    </ListRow>
  );
}

/** The monitors that tell a target: `Every monitor`, `Monitors with the tag shop`. */
function reachOf({ tags, allMonitors }: AlertTarget): string {
  if (allMonitors) return "Every monitor";
  if (tags.length === 0) return "Monitors that name it";
  return `Monitors with the ${tags.length === 1 ? "tag" : "tags"} ${listOf(tags, "or")}`;
}
