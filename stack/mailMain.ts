import { parseArgs } from "node:util";
import { startMailCatcher } from "./mail.ts";

const { values } = parseArgs({ options: { port: { type: "string" }, file: { type: "string" } } });
if (!values.port || !values.file) throw new Error("usage: mailMain.ts --port <number> --file <mails.jsonl>");
const server = await startMailCatcher({ port: Number(values.port), file: values.file });
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
});
