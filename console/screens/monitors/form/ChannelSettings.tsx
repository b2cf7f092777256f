import type { ChannelSetting } from "#schemas/monitor/channels.ts";
import { TextField } from "../../../ui/fields/TextField.tsx";
import { type ChannelEntry, channelKinds } from "./channels.ts";

type ChannelSettingsProps = {
  channel: ChannelEntry;
  onChange: (channel: ChannelEntry) => void;
  /** The problem of a setting. Missing where the form shows problems itself. */
  problemOf?: (setting: ChannelSetting) => string | undefined;
};

/** A field for each setting of a channel's type. An empty field leaves its setting out. */
export function ChannelSettings({ channel, onChange, problemOf }: ChannelSettingsProps) {
  const set = (setting: ChannelSetting, value: string): void => {
    const { [setting]: _before, ...rest } = channel;
    onChange(value === "" ? rest : { ...rest, [setting]: value });
  };
  const isSaved = channel.id !== undefined;
  return channelKinds[channel.type].fields.map(({ name, label, placeholder, isSecret = false, isOptional = false }) => (
    <TextField
      key={name}
      label={isOptional ? `${label} (optional)` : label}
      value={channel[name] ?? ""}
      onChange={(value) => set(name, value)}
      placeholder={placeholder}
      error={problemOf?.(name)}
      {...(isSaved && { help: "It is never shown. Leave it empty to keep what is set." })}
      {...(isSecret && { type: "password", autoComplete: "off" })}
    />
  ));
}
