import { useInfiniteQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Monitor } from "#schemas/monitor/monitor.ts";
import { recipientsQuery } from "../../api/queries.ts";
import { addressOf } from "../../format/recipient.ts";
import { countOf } from "../../format/words.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldRow } from "../../ui/fields/Form.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { Switch } from "../../ui/fields/Switch.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Card } from "../../ui/Page.tsx";
import { Failures } from "../monitors/BulkActions.tsx";
import { useBulkAction } from "../monitors/bulk.ts";
import { type ChannelEntry, channelKinds, channelTypes } from "../monitors/form/channels.ts";
import styles from "./Alerts.module.css";
import { type Assignment, assignmentOf, assigns, monitorsWith } from "./assign.ts";

const modes = [
  { value: "add", label: "Tell also" },
  { value: "remove", label: "Tell no more" },
] as const;

const nothing: Assignment = { mode: "add", recipientIds: [], channel: null };

/** Gives recipients and a channel to many monitors at once, or takes recipients away. */
export function AssignForm({ monitors }: { monitors: readonly Monitor[] }) {
  const [tag, setTag] = useState("");
  const [assignment, setAssignment] = useState(nothing);
  const { act, isPending, failures, dismiss } = useBulkAction();
  const change = (part: Partial<Assignment>): void => setAssignment((before) => ({ ...before, ...part }));
  const chosen = monitorsWith(tag, monitors);
  const canSubmit = assigns(assignment) && chosen.length > 0;
  async function assign(): Promise<void> {
    const failed = await act(chosen, assignmentOf(assignment));
    if (failed.length === 0) setAssignment(nothing);
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (canSubmit && !isPending) void assign();
  };
  return (
    <Card>
      <form onSubmit={submit} className={styles["form"]} noValidate>
        <FieldRow>
          <Select label="Monitors" value={tag} onChange={setTag} options={scopesOf(monitors)} />
          <Select
            label="Change"
            value={assignment.mode}
            onChange={(mode) => change({ mode, channel: null })}
            options={modes}
          />
        </FieldRow>
        <RecipientSwitches chosen={assignment.recipientIds} onChosen={(recipientIds) => change({ recipientIds })} />
        {assignment.mode === "add" && (
          <ChannelChoice channel={assignment.channel} onChannel={(channel) => change({ channel })} />
        )}
        <div className="actions">
          <Button type="submit" variant="primary" isPending={isPending} isDisabled={!canSubmit}>
            Change {countOf(chosen.length, "monitor")}
          </Button>
        </div>
      </form>
      {failures.length > 0 && (
        <Failures failures={failures} names={new Map(monitors.map(({ id, name }) => [id, name]))} onDismiss={dismiss} />
      )}
    </Card>
  );
}

/** All monitors, and those of each tag. */
function scopesOf(monitors: readonly Monitor[]) {
  const tags = [...new Set(monitors.flatMap((monitor) => monitor.tags))].toSorted();
  const labelled = (tag: string, name: string) => ({
    value: tag,
    label: `${name} (${monitorsWith(tag, monitors).length})`,
  });
  return [labelled("", "All monitors"), ...tags.map((tag) => labelled(tag, `With the tag ${tag}`))];
}

type RecipientSwitchesProps = { chosen: readonly string[]; onChosen: (ids: readonly string[]) => void };

function RecipientSwitches({ chosen, onChosen }: RecipientSwitchesProps) {
  const { data } = useInfiniteQuery(recipientsQuery);
  const recipients = (data?.pages ?? []).flatMap((page) => page.recipients);
  const verified = recipients.filter(({ status }) => status === "verified");
  return (
    <fieldset className={styles["group"]}>
      <legend>Recipients</legend>
      {verified.length === 0 && <p className="small-print">No recipient has confirmed yet.</p>}
      {verified.map((recipient) => (
        <Switch
          key={recipient.id}
          isSelected={chosen.includes(recipient.id)}
          onChange={(isOn) => onChosen(isOn ? [...chosen, recipient.id] : chosen.filter((id) => id !== recipient.id))}
        >
          {addressOf(recipient)}
        </Switch>
      ))}
    </fieldset>
  );
}

const kindOptions = [
  { value: "", label: "No channel" },
  ...channelTypes.map((type) => ({ value: type, label: channelKinds[type].label })),
] as const;

type ChannelChoiceProps = { channel: ChannelEntry | null; onChannel: (channel: ChannelEntry | null) => void };

function ChannelChoice({ channel, onChannel }: ChannelChoiceProps) {
  return (
    <>
      <Select
        label="Channel"
        value={channel?.type ?? ""}
        onChange={(type) => onChannel(type === "" ? null : { type })}
        options={kindOptions}
      />
      {channel !== null &&
        channelKinds[channel.type].fields.map(({ name, label, placeholder, isSecret = false, isOptional = false }) => (
          <TextField
            key={name}
            label={isOptional ? `${label} (optional)` : label}
            value={channel[name] ?? ""}
            onChange={(value) => onChannel(withSetting(channel, name, value))}
            placeholder={placeholder}
            {...(isSecret && { type: "password", autoComplete: "off" })}
          />
        ))}
    </>
  );
}

/** A channel with a setting; an empty one leaves it out. */
function withSetting(channel: ChannelEntry, name: Exclude<keyof ChannelEntry, "id" | "type">, value: string) {
  const { [name]: _before, ...rest } = channel;
  return value === "" ? rest : { ...rest, [name]: value };
}
