import { uuidv7 } from "uuidv7";
import type { FieldProblem, Sealed } from "#schemas/common.ts";
import {
  channelField,
  type ChannelInput,
  type ChannelRecord,
  channelSettings,
  type ChannelSettings,
  neededSettings,
  problemOfAddress,
  telegramUrl,
} from "#schemas/monitor/channels.ts";
import { checkTarget } from "../http/validation.ts";
import type { ApiPorts } from "../ports.ts";

/** The given settings of a channel. */
function settingsOf({ type: _type, id: _id, ...settings }: ChannelInput): ChannelSettings {
  return settings;
}

/** Seals a text for the record that has the channel. */
type SealText = (field: string, text: string) => Sealed;

/** A channel after a checked change. Settings that are not given stay as they are. */
export function changeChannel(
  sealText: SealText,
  before: readonly ChannelRecord[],
  input: ChannelInput,
): ChannelRecord {
  const channelBefore = before.find(({ id }) => id === input.id?.toLowerCase());
  const id = channelBefore?.id ?? uuidv7();
  const settings = settingsOf(input);
  const sealed = { ...channelBefore?.sealed };
  for (const setting of channelSettings) {
    const value = settings[setting];
    if (value !== undefined) sealed[setting] = sealText(channelField(id, setting), value);
  }
  const host = settings.url === undefined ? channelBefore?.host : URL.parse(settings.url)?.host;
  return { id, type: input.type, host: host ?? new URL(telegramUrl).host, sealed };
}

/** The problems of a list `channels` that its schema cannot express. `before` has the channels of the same record. */
export function problemsOfChannels(
  policy: ApiPorts["policy"],
  before: readonly ChannelRecord[],
  channels: readonly ChannelInput[],
): FieldProblem[] {
  return channels.flatMap((channel, index) => {
    const field = `channels.${index}`;
    const { url } = channel;
    const problem = problemOfAddress(channel);
    return [
      ...(url === undefined ? [] : checkTarget(policy, `${field}.url`, url)),
      ...(problem === null ? [] : [{ field: `${field}.url`, message: problem }]),
      ...problemsOfIdentity(before, channels, index).map((each) => ({
        ...each,
        field: `${field}.${each.field}`,
      })),
    ];
  });
}

/** A new channel needs its settings. One with an id must be present, of the same type, and given once. */
function problemsOfIdentity(
  before: readonly ChannelRecord[],
  channels: readonly ChannelInput[],
  index: number,
): FieldProblem[] {
  const channel = channels[index];
  if (channel === undefined) return [];
  const { type, id } = channel;
  if (id === undefined) {
    const settings = settingsOf(channel);
    const missing = neededSettings[type].filter((setting) => settings[setting] === undefined);
    return missing.map((field) => ({ field, message: "is required for a new channel" }));
  }
  const present = before.find((one) => one.id === id.toLowerCase());
  if (present === undefined) {
    return [{ field: "id", message: "is not one of the present channels; leave it out to add a channel" }];
  }
  if (present.type !== type) {
    return [{ field: "type", message: `must be ${present.type}, as this channel is; add another one without id` }];
  }
  const isFirst = channels.findIndex((one) => one.id?.toLowerCase() === id.toLowerCase()) === index;
  return isFirst ? [] : [{ field: "id", message: "must not be given twice" }];
}
