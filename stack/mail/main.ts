import { parseArgs } from "node:util";
import { releaseMemory } from "#telemetry/releaseMemory.ts";
import { startMailCatcher } from "./catcher.ts";

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { host: text, port: text, file: text } });
if (!values.port || !values.file) {
  throw new Error("usage: main.ts [--host <address>] --port <number> --file <mails.jsonl>");
}
const { host, file } = values;
const server = await startMailCatcher({ ...(host !== undefined && { host }), port: Number(values.port), file });
releaseMemory();
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
});
