import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { alertTargetsQuery, allMonitorsQuery } from "../../api/queries.ts";
import { countOf } from "../../format/words.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldRow } from "../../ui/fields/Form.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { SwitchList } from "../../ui/fields/SwitchList.tsx";
import { Card } from "../../ui/Page.tsx";
import { BulkOutcome } from "../monitors/BulkOutcome.tsx";
import { useBulkAction } from "../monitors/bulk.ts";
import { PlainForm } from "../../ui/fields/PlainForm.tsx";
import styles from "./Alerts.module.css";
import { ChannelChoice } from "./ChannelChoice.tsx";
import { RecipientSwitches } from "./RecipientSwitches.tsx";
import { type Assignment, assignmentOf, assigns, monitorsIn, type Scope } from "./assign.ts";

const modes = [
  { value: "add", label: "Add" },
  { value: "remove", label: "Remove" },
] as const;

const nothing: Assignment = { mode: "add", targetIds: [], recipientIds: [], channel: null };

/** Adds alert targets, recipients and a channel to many monitors at once, or removes targets and recipients. */
export function AssignForm({ monitors }: { monitors: readonly Monitor[] }) {
  const client = useQueryClient();
  const [scope, setScope] = useState<Scope>("all");
  const [failedIds, setFailedIds] = useState<readonly string[]>([]);
  const [assignment, setAssignment] = useState(nothing);
  const { act, turns, failures, dismiss } = useBulkAction();
  const change = (part: Partial<Assignment>): void => setAssignment((before) => ({ ...before, ...part }));
  const chosenMonitors = monitorsIn(scope, { monitors, failedIds });
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      // The shown list may be older than a change elsewhere, which must not be taken back.
      const latest = await client.fetchQuery(allMonitorsQuery);
      return act(monitorsIn(scope, { monitors: latest, failedIds }), assignmentOf(assignment));
    },
    onSuccess(refused) {
      setFailedIds(refused.map(({ id }) => id));
      // A second try leaves out the others, because it would add the channel to them twice.
      setScope((before) => (refused.length > 0 ? "failed" : before === "failed" ? "all" : before));
      if (refused.length === 0) setAssignment(nothing);
    },
  });
  const canSubmit = assigns(assignment) && chosenMonitors.length > 0;
  return (
    <Card>
      <PlainForm isReady={canSubmit && !isPending} onSubmit={mutate} className={styles["form"]} noValidate>
        <FieldRow>
          <Select label="Monitors" value={scope} onChange={setScope} options={scopesOf(monitors, failedIds)} />
          <Select
            label="Change"
            value={assignment.mode}
            onChange={(mode) => change({ mode, channel: null })}
            options={modes}
          />
        </FieldRow>
        <TargetSwitches chosenIds={assignment.targetIds} onChosen={(targetIds) => change({ targetIds })} />
        <RecipientSwitches chosenIds={assignment.recipientIds} onChosen={(recipientIds) => change({ recipientIds })} />
        {assignment.mode === "add" && (
          <ChannelChoice channel={assignment.channel} onChannel={(channel) => change({ channel })} />
        )}
        <div className="actions">
          <Button type="submit" variant="primary" isPending={isPending} isDisabled={!canSubmit}>
            Change {countOf(chosenMonitors.length, "monitor")}
          </Button>
        </div>
        <BulkOutcome
          turns={turns}
          failures={failures}
          names={new Map(monitors.map(({ id, name }) => [id, name]))}
          onDismiss={dismiss}
        />
      </PlainForm>
    </Card>
  );
}

/** All monitors, those of each tag, and those on which the last change failed. */
function scopesOf(monitors: readonly Monitor[], failedIds: readonly string[]) {
  const tags = [...new Set(monitors.flatMap((monitor) => monitor.tags))].toSorted();
  const labelled = (value: Scope, name: string) => ({
    value,
    label: `${name} (${monitorsIn(value, { monitors, failedIds }).length})`,
  });
  return [
    labelled("all", "All monitors"),
    ...(failedIds.length > 0 ? [labelled("failed", "Those that failed")] : []),
    ...tags.map((tag) => labelled(`tag ${tag}`, `With the tag ${tag}`)),
  ];
}

type TargetSwitchesProps = { chosenIds: readonly string[]; onChosen: (ids: readonly string[]) => void };

function TargetSwitches({ chosenIds, onChosen }: TargetSwitchesProps) {
  const { data = [] } = useQuery(alertTargetsQuery);
  if (data.length === 0) return null;
  return (
    <fieldset className="stack-2">
      <legend>Alert targets</legend>
      <SwitchList
        choices={data.map(({ id, name }) => ({ id, label: name }))}
        chosenIds={chosenIds}
        onChosen={onChosen}
      />
    </fieldset>
  );
}
