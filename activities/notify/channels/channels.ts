import type { ChannelType } from "#schemas/monitor/channels.ts";
import { buildApprise } from "./apprise.ts";
import { buildDiscord } from "./discord.ts";
import type { BuildRequest } from "./message.ts";
import { buildNtfy } from "./ntfy.ts";
import { buildSlack } from "./slack.ts";
import { buildTeams } from "./teams.ts";
import { buildTelegram } from "./telegram.ts";

/** How each type of channel sends a message. */
export const channelBuilders: Record<ChannelType, BuildRequest> = {
  slack: buildSlack,
  discord: buildDiscord,
  teams: buildTeams,
  ntfy: buildNtfy,
  telegram: buildTelegram,
  apprise: buildApprise,
};
