import { useState } from "react";
import type { AlertTarget } from "#schemas/alertTarget.ts";
import { wf } from "../../api/client.ts";
import { problemOf, remainingError } from "../../api/problems.ts";
import { FormProblem } from "../../ui/fields/FormProblem.tsx";
import { Select } from "../../ui/fields/Select.tsx";
import { SwitchList } from "../../ui/fields/SwitchList.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { FormButtons, PlainForm } from "../../ui/fields/PlainForm.tsx";
import { useFormAction } from "../../api/useAction.ts";
import { ChannelChoice } from "./ChannelChoice.tsx";
import { RecipientSwitches } from "./RecipientSwitches.tsx";
import styles from "./Alerts.module.css";
import { bodyOf, channelChoices, draftOf, reaches, type TargetDraft } from "./targetDraft.ts";
import { WordingFields } from "./WordingFields.tsx";

type TargetFormProps = {
  /** Missing for a new target. */
  savedTarget?: AlertTarget;
  onDone: () => void;
};

/** A form that makes or changes an alert target. `onDone` closes it. */
export function TargetForm({ savedTarget, onDone }: TargetFormProps) {
  const [draft, setDraft] = useState(() => draftOf(savedTarget));
  const change = (part: Partial<TargetDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const body = bodyOf(draft, savedTarget);
  const saving = useFormAction({
    send: ({ template, ...settings }: typeof body) =>
      savedTarget === undefined
        ? wf.alertTargets.create({ ...settings, ...(template !== null && { template }) })
        : wf.alertTargets.update(savedTarget.id, { template, ...settings }),
    done: ({ name }) =>
      savedTarget === undefined ? `“${name}” is added.` : `“${name}” is changed, from its next message on.`,
    onDone,
    changes: ["alertTarget"],
  });
  const error = remainingError(saving.error, saving.variables, body);
  const channels = savedTarget === undefined ? [] : channelChoices(savedTarget);
  return (
    <PlainForm isReady={!saving.isPending} onSubmit={() => saving.mutate(body)} className={styles["form"]}>
      <TextField
        label="Name of the target"
        placeholder="shop-team"
        help="Small letters, digits and hyphens."
        value={draft.name}
        onChange={(name) => change({ name })}
        autoFocus
        isRequired
        error={problemOf(error, "name")}
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
          error={problemOf(error, "tags")}
        />
      )}
      {channels.length > 0 && (
        <fieldset className="stack-2">
          <legend>Channels</legend>
          <SwitchList choices={channels} chosenIds={draft.keptIds} onChosen={(keptIds) => change({ keptIds })} />
        </fieldset>
      )}
      <ChannelChoice
        label={channels.length > 0 ? "Further channel" : "Channel"}
        channel={draft.channel}
        onChannel={(channel) => change({ channel })}
      />
      <RecipientSwitches chosenIds={draft.recipientIds} onChosen={(recipientIds) => change({ recipientIds })} />
      <Wording draft={draft} error={error} onDraft={change} />
      <FormProblem error={saving.error} remainder={error} />
      <FormButtons
        submit={savedTarget === undefined ? "Add the target" : "Save the target"}
        isPending={saving.isPending}
        cancel={onDone}
      />
    </PlainForm>
  );
}

type WordingProps = { draft: TargetDraft; error: Error | null; onDraft: (part: Partial<TargetDraft>) => void };

/** The wording, in a fold that a template or a problem of it opens. */
function Wording({ draft: { words }, error, onDraft }: WordingProps) {
  const [isOpen, setOpen] = useState(words.title !== "" || words.text !== "");
  const isShown = isOpen || problemOf(error, "template") !== undefined;
  return (
    <details open={isShown} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Wording of its messages</summary>
      {isShown && (
        <div className={styles["form"]}>
          <WordingFields words={words} onWords={(changed) => onDraft({ words: changed })} error={error} />
        </div>
      )}
    </details>
  );
}
