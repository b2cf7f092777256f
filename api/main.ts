import { readFileSync } from "node:fs";
import { readEnv } from "#schemas/validate.ts";
import { startApi } from "./server.ts";

const env = readEnv(process.env, (path) => readFileSync(path, "utf8"));
const api = await startApi(env);

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  // Once: a second signal ends the process the hard way.
  process.once(signal, () => void api.close());
}
