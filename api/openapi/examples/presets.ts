import type { Static } from "typebox";
import type { Preset, PresetList, PresetReply } from "#schemas/preset.ts";
import { times } from "./parts.ts";

const preset: Preset = {
  name: "press",
  options: { width: 1440, hideSelectors: [".banner"], format: "png" },
  hidden: ["css"],
  createdAt: times.created,
  updatedAt: times.created,
};
const reply: Static<typeof PresetReply> = { success: true, preset };
const list: Static<typeof PresetList> = { success: true, presets: [preset], nextCursor: null };

/** Replies about presets. */
export const presets = { reply, list };
