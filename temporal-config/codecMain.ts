import { readFileSync } from "node:fs";
import { readCodecEnv } from "#schemas/settings/readEnv.ts";
import { runProgram } from "#telemetry/logger.ts";
import { startCodecServer } from "./codecServer.ts";

await runProgram(async () => {
  const env = readCodecEnv(process.env, (path) => readFileSync(path, "utf8"));
  const server = await startCodecServer(env);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      server.close();
      server.closeIdleConnections();
    });
  }
});
