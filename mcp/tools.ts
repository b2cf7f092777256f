import type { Tool } from "./tool.ts";
import { readPage, render, screenshot } from "./tools/captures.ts";
import { getJob, getOutput } from "./tools/outputs.ts";
import { usage } from "./tools/usage.ts";

/** Every tool, for both doors. A new tool needs a line here. */
export const tools: readonly Tool[] = [screenshot, readPage, render, getJob, getOutput, usage];
