import { readFileSync } from "node:fs";
import { expectSchema } from "#data/migrations/schema.ts";
import { readAuthorities, trustAuthorities } from "#egress/authorities.ts";
import { usePlans } from "#schemas/settings/plans.ts";
import { readEnv, readPlans } from "#schemas/settings/readEnv.ts";
import { runProgram } from "#telemetry/logger.ts";
import { releaseMemory } from "#telemetry/releaseMemory.ts";
import { startApi } from "./server.ts";
import { compileSchemas } from "#schemas/validate.ts";

await runProgram(async () => {
  const env = readEnv(process.env, (path) => readFileSync(path, "utf8"));
  usePlans(readPlans(env));
  trustAuthorities(readAuthorities(env.WATCHFRAME_EXTRA_CA));
  const api = await startApi(env);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    // Once: a second signal ends the process at once.
    process.once(signal, () => void api.close());
  }
  // While it serves, so that no caller waits for its route's schema.
  await Promise.all([compileSchemas(), expectSchema(env.WATCHFRAME_MONGO_URL)]);
  releaseMemory();
});
