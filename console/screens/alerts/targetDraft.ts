import type { AlertTarget } from "#schemas/alertTarget.ts";
import { type ChannelEntry, channelKinds } from "../monitors/form/channels.ts";
import { tagsOf } from "../monitors/form/monitorBody.ts";
import { templateOf, type Words, wordsIn } from "./wording.ts";

/** The monitors that tell a target. */
export const reaches = [
  { value: "chosen", label: "Those that choose it" },
  { value: "tagged", label: "Those with a tag" },
  { value: "all", label: "All" },
] as const;

/** An alert target in its form. `keptIds` are its saved channels that stay, and `channel` is a further one. */
export type TargetDraft = {
  name: string;
  reach: (typeof reaches)[number]["value"];
  tags: string;
  keptIds: readonly string[];
  channel: ChannelEntry | null;
  recipientIds: readonly string[];
  words: Words;
};

const nothing = { name: "", channels: [], recipientIds: [], tags: [], allMonitors: false, template: null };

/** The draft of a saved target, or of a new one. */
export function draftOf(saved: AlertTarget | undefined): TargetDraft {
  const { name, channels, recipientIds, tags, allMonitors, template } = saved ?? nothing;
  return {
    name,
    reach: allMonitors ? "all" : tags.length > 0 ? "tagged" : "chosen",
    tags: tags.join(", "),
    keptIds: channels.map(({ id }) => id),
    channel: null,
    recipientIds,
    words: wordsIn(template),
  };
}

/** The saved channels of a target as choices. Their settings are secret, so the host names each. */
export function channelChoices({ channels }: Pick<AlertTarget, "channels">): { id: string; label: string }[] {
  return channels.map(({ id, type, host }) => ({ id, label: `${channelKinds[type].label}, ${host}` }));
}

/** The body of a request. A new target has no template of null. */
export function bodyOf(draft: TargetDraft, saved: AlertTarget | undefined) {
  const { name, reach, tags, keptIds, channel, recipientIds, words } = draft;
  const kept = (saved?.channels ?? []).filter(({ id }) => keptIds.includes(id));
  return {
    name: name.trim(),
    channels: [...kept.map(({ id, type }): ChannelEntry => ({ id, type })), ...(channel === null ? [] : [channel])],
    recipientIds: [...recipientIds],
    tags: reach === "tagged" ? tagsOf(tags) : [],
    allMonitors: reach === "all",
    template: templateOf(words),
  };
}
