import { Plus } from "lucide-react";
import { problemOf } from "../../../api/problems.ts";
import { Button } from "../../../ui/Button.tsx";
import { type ChannelEntry, channelKinds, channelsOf, channelTypes, hostOf, maxChannels } from "./channels.ts";
import { ChannelSettings } from "./ChannelSettings.tsx";
import type { FormPart } from "./monitorBody.ts";
import styles from "./NewMonitor.module.css";

type ChannelFieldsProps = FormPart & {
  /** Sends a sample to a saved channel. Missing for a new monitor. */
  onTest?: (channelId: string) => void;
};

/** The chat and push services that get each message. */
export function ChannelFields({ form, onTest }: ChannelFieldsProps) {
  const channels = channelsOf(form);
  const save = (next: readonly ChannelEntry[]): void => form.set({ "alerts.channels": next });
  return (
    <fieldset className="stack-3">
      <legend>Channels</legend>
      {channels.map((entry, index) => (
        <ChannelEdit
          // A new channel has no other identity, and its fields are controlled.
          // oxlint-disable-next-line react/no-array-index-key
          key={entry.id ?? index}
          entry={entry}
          host={hostOf(form, entry)}
          onChange={(changed) => save(channels.with(index, changed))}
          onRemove={() => save(channels.toSpliced(index, 1))}
          error={form.error}
          field={`alerts.channels.${index}`}
          {...(onTest && { onTest })}
        />
      ))}
      <div role="group" aria-label="Add a channel" className="beside">
        {channelTypes.map((type) => (
          <Button
            key={type}
            size="small"
            aria-label={`Add ${channelKinds[type].label}`}
            onPress={() => save([...channels, { type }])}
            isDisabled={channels.length >= maxChannels}
          >
            <Plus aria-hidden="true" /> {channelKinds[type].label}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}

type ChannelEditProps = Pick<ChannelFieldsProps, "onTest"> & {
  entry: ChannelEntry;
  /** Host of a saved channel. */
  host: string | undefined;
  /** Path of the channel in the body. */
  field: string;
  error: Error | null;
  onChange: (entry: ChannelEntry) => void;
  onRemove: () => void;
};

function ChannelEdit({ entry, host, field, onChange, onRemove, error, onTest }: ChannelEditProps) {
  const { id } = entry;
  const { label } = channelKinds[entry.type];
  const name = host === undefined ? `${label} (new)` : `${label} at ${host}`;
  return (
    <div role="group" aria-label={name} className="stack-3">
      <div className={`beside ${styles["head"]}`}>
        <strong>{name}</strong>
        {id !== undefined && onTest !== undefined && <Button onPress={() => onTest(id)}>Send a test</Button>}
        <Button onPress={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
      <ChannelSettings
        channel={entry}
        onChange={onChange}
        problemOf={(setting) => problemOf(error, `${field}.${setting}`)}
      />
    </div>
  );
}
