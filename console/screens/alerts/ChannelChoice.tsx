import { Select } from "../../ui/fields/Select.tsx";
import { ChannelSettings } from "../monitors/form/ChannelSettings.tsx";
import { type ChannelEntry, channelKinds, channelTypes } from "../monitors/form/channels.ts";

const kindOptions = [
  { value: "", label: "No channel" },
  ...channelTypes.map((type) => ({ value: type, label: channelKinds[type].label })),
] as const;

type ChannelChoiceProps = {
  /** Default: Channel. */
  label?: string;
  channel: ChannelEntry | null;
  onChannel: (channel: ChannelEntry | null) => void;
};

/** A choice of one new channel, with its settings. */
export function ChannelChoice({ label = "Channel", channel, onChannel }: ChannelChoiceProps) {
  return (
    <>
      <Select
        label={label}
        value={channel?.type ?? ""}
        onChange={(type) => onChannel(type === "" ? null : { type })}
        options={kindOptions}
      />
      {channel !== null && <ChannelSettings channel={channel} onChange={onChannel} />}
    </>
  );
}
