import { useState } from "react";
import type { ChannelSetting, ChannelType } from "#schemas/monitor/channels.ts";
import { problemOf } from "../../../api/problems.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/fields/Select.tsx";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { type ChannelEntry, channelKinds, channelOptions, newEntry } from "./channels.ts";
import styles from "./NewMonitor.module.css";

type ChannelFieldsProps = {
  entries: readonly ChannelEntry[];
  onChange: (entries: readonly ChannelEntry[]) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
  /** Sends a sample to a saved channel. Missing for a new monitor. */
  onTest?: (channelId: string) => void;
};

const isChannelType = (value: string): value is ChannelType => Object.hasOwn(channelKinds, value);

/** The chat and push services that get each message. */
export function ChannelFields({ entries, onChange, error, onTest }: ChannelFieldsProps) {
  const [type, setType] = useState<ChannelType>("slack");
  const replace = (changed: ChannelEntry): void =>
    onChange(entries.map((entry) => (entry.key === changed.key ? changed : entry)));
  return (
    <fieldset className={styles["group"]}>
      <legend>Channels</legend>
      {entries.map((entry, index) => (
        <ChannelEdit
          key={entry.key}
          entry={entry}
          onChange={replace}
          onRemove={() => onChange(entries.filter(({ key }) => key !== entry.key))}
          error={error}
          field={`alerts.channels.${index}`}
          {...(onTest && { onTest })}
        />
      ))}
      <div className={styles["row"]}>
        <Select
          label="Service"
          value={type}
          options={channelOptions}
          onChange={(next) => isChannelType(next) && setType(next)}
        />
        <Button onPress={() => onChange([...entries, newEntry(type)])} isDisabled={entries.length >= 10}>
          Add the channel
        </Button>
      </div>
    </fieldset>
  );
}

type ChannelEditProps = Pick<ChannelFieldsProps, "error" | "onTest"> & {
  entry: ChannelEntry;
  /** Path of the channel in the body. */
  field: string;
  onChange: (entry: ChannelEntry) => void;
  onRemove: () => void;
};

function ChannelEdit({ entry, field, onChange, onRemove, error, onTest }: ChannelEditProps) {
  const { type, saved, settings } = entry;
  const { label, fields } = channelKinds[type];
  const name = saved === null ? `${label} (new)` : `${label} at ${saved.host}`;
  const set = (setting: ChannelSetting, value: string): void =>
    onChange({ ...entry, settings: { ...settings, [setting]: value } });
  return (
    <div role="group" aria-label={name} className={styles["channel"]}>
      <div className={`${styles["row"]} ${styles["head"]}`}>
        <strong>{name}</strong>
        {saved !== null && onTest !== undefined && <Button onPress={() => onTest(saved.id)}>Send a test</Button>}
        <Button onPress={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </div>
      {fields.map(({ name: setting, label: fieldLabel, placeholder, isSecret = false, isOptional = false }) => (
        <TextField
          key={setting}
          label={isOptional ? `${fieldLabel} (optional)` : fieldLabel}
          value={settings[setting] ?? ""}
          onChange={(value) => set(setting, value)}
          placeholder={placeholder}
          error={problemOf(error, `${field}.${setting}`)}
          {...(saved !== null && { help: "It is never shown. Leave it empty to keep what is set." })}
          {...(isSecret && { type: "password", autoComplete: "off" })}
        />
      ))}
    </div>
  );
}
