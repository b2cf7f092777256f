import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AlertTarget } from "#schemas/alertTarget.ts";
import { wf } from "../../api/client.ts";
import { alertTargetsQuery, allMonitorsQuery } from "../../api/queries.ts";
import { useAction } from "../../api/useAction.ts";
import { receiversOf, toldTargets } from "../../format/alertTarget.ts";
import { countOf, listOf } from "../../format/words.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmButton } from "../../ui/dialogs/ConfirmButton.tsx";
import { Card, Section } from "../../ui/Page.tsx";
import { Listed } from "../access/Listed.tsx";
import styles from "../account/Account.module.css";
import { TargetForm } from "./TargetForm.tsx";

/** The channels and recipients that many monitors tell under one name. */
export function Targets() {
  const [isAdding, setAdding] = useState(false);
  return (
    <Section title="Alert targets">
      <p className={styles["lead"]}>
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
      <Listed
        query={alertTargetsQuery}
        things="alert targets"
        empty="Add one above, for all monitors, for those with a tag, or to choose at a monitor."
        Row={Row}
      />
    </Section>
  );
}

function Row({ item: target }: { item: AlertTarget }) {
  const { id, name, channels, template } = target;
  const [isEditing, setEditing] = useState(false);
  const { data: monitors = [] } = useQuery(allMonitorsQuery);
  const telling = monitors.filter((monitor) => toldTargets([target], monitor).length > 0);
  const remove = useAction({
    send: () => wf.alertTargets.delete(id),
    done: () => `“${name}” is deleted.`,
    changes: ["alertTarget", "monitor"],
  });
  const test = useAction({
    send: () => Promise.all(channels.map((channel) => wf.alertTargets.testChannel(id, channel.id))),
    done: () => `A sample goes to ${listOf(channels.map(({ host }) => host))}.`,
    changes: ["delivery"],
  });
  if (isEditing)
    return (
      <li className={styles["row"]}>
        <TargetForm savedTarget={target} onDone={() => setEditing(false)} />
      </li>
    );
  return (
    <li className={styles["row"]}>
      <div className={styles["about"]}>
        <strong>{name}</strong>
        <span>
          {receiversOf(target)}. {reachOf(target)}: {countOf(telling.length, "monitor")}.
          {template !== null && " Messages in its own words."}
        </span>
      </div>
      <Button size="small" onPress={() => setEditing(true)} aria-label={`Edit the alert target ${name}`}>
        Edit
      </Button>
      {channels.length > 0 && (
        <Button size="small" isPending={test.isPending} onPress={() => test.mutate()} aria-label={`Test ${name}`}>
          Test
        </Button>
      )}
      <ConfirmButton
        label="Delete"
        name={`Delete the alert target ${name}`}
        title={`Delete “${name}”?`}
        confirm="Delete the target"
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
        size="small"
      >
        {countOf(telling.length, "monitor")} will no longer tell {receiversOf(target)} through it. The settings of its
        channels are secret. Their deletion cannot be undone.
      </ConfirmButton>
    </li>
  );
}

/** The monitors that tell a target: `Every monitor`, `Monitors with the tag shop`. */
function reachOf({ tags, allMonitors }: AlertTarget): string {
  if (allMonitors) return "Every monitor";
  if (tags.length === 0) return "Monitors that name it";
  return `Monitors with the ${tags.length === 1 ? "tag" : "tags"} ${listOf(tags, "or")}`;
}
