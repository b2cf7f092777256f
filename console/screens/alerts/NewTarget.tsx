import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { wf } from "../../api/client.ts";
import { problemOf } from "../../api/problems.ts";
import { describeError, showDone } from "../../api/toasts.ts";
import { Button } from "../../ui/Button.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { Card } from "../../ui/Page.tsx";
import type { ChannelEntry } from "../monitors/form/channels.ts";
import { tagsOf } from "../monitors/form/monitorBody.ts";
import { ChannelChoice } from "./ChannelChoice.tsx";
import { RecipientSwitches } from "./RecipientSwitches.tsx";
import styles from "./Alerts.module.css";

const reaches = [
  { value: "chosen", label: "Those that choose it" },
  { value: "tagged", label: "Those with a tag" },
  { value: "all", label: "All" },
] as const;

type Draft = {
  name: string;
  reach: (typeof reaches)[number]["value"];
  tags: string;
  channel: ChannelEntry | null;
  recipientIds: readonly string[];
};

const nothing: Draft = { name: "", reach: "chosen", tags: "", channel: null, recipientIds: [] };

/** A form that makes an alert target. `onDone` closes it. */
export function NewTarget({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(nothing);
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }));
  const making = useMutation({
    meta: { showsErrors: true },
    gcTime: 0,
    mutationFn: () => wf.alertTargets.create(bodyOf(draft)),
    onSuccess: ({ name }) => {
      showDone(`“${name}” is added.`);
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["alertTarget"] }),
  });
  const { error } = making;
  const [ofName, ofTags] = [problemOf(error, "name"), problemOf(error, "tags")];
  const other = error === null || ofName !== undefined || ofTags !== undefined ? undefined : describeError(error);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (!making.isPending) making.mutate();
  };
  return (
    <Card>
      <form onSubmit={onSubmit} className={styles["form"]}>
        <TextField
          label="Name of the target"
          placeholder="shop-team"
          help="Small letters, digits and hyphens."
          value={draft.name}
          onChange={(name) => change({ name })}
          isRequired
          error={ofName ?? other}
        />
        <Select
          label="Monitors that tell it"
          value={draft.reach}
          onChange={(reach) => change({ reach })}
          options={reaches}
        />
        {draft.reach === "tagged" && (
          <TextField
            label="Tags"
            placeholder="shop, sale"
            help="Separated by commas. One of them is enough."
            value={draft.tags}
            onChange={(tags) => change({ tags })}
            isRequired
            error={ofTags}
          />
        )}
        <ChannelChoice channel={draft.channel} onChannel={(channel) => change({ channel })} />
        <RecipientSwitches chosen={draft.recipientIds} onChosen={(recipientIds) => change({ recipientIds })} />
        <div className="actions">
          <Button type="submit" variant="primary" isPending={making.isPending}>
            Add the target
          </Button>
          <Button onPress={onDone}>Cancel</Button>
        </div>
      </form>
    </Card>
  );
}

/** The body of a request. */
function bodyOf({ name, reach, tags, channel, recipientIds }: Draft) {
  return {
    name: name.trim(),
    channels: channel === null ? [] : [channel],
    recipientIds: [...recipientIds],
    ...(reach === "tagged" && { tags: tagsOf(tags) }),
    ...(reach === "all" && { allMonitors: true }),
  };
}
