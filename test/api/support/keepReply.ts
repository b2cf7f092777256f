import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "#schemas/common.ts";

/** A reply that a test checked: its operation, its status, and its JSON. */
export type KeptReply = { operationId: string; status: number; body: Json };

/** Name of the setting with the folder of kept replies. Without it no reply is kept. */
export const folderSetting = "WATCHFRAME_TEST_REPLIES";

/** Keeps a successful reply for `npm run examples`, one line of JSON in the file of this process. */
export function keepReply(operationId: string, status: number, body: unknown): void {
  const folder = process.env[folderSetting];
  if (folder === undefined || status >= 300) return;
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ operationId, status, body })}\n`);
}
