import { readFileSync } from "node:fs";
import { readTemporalEnv } from "#schemas/settings/readEnv.ts";
import { appliesConfiguration, setUpTemporal } from "./setup.ts";
import { temporalTarget } from "./target.ts";

// `npm run temporal-config`, once per deploy, before the API and the workers.
try {
  const env = readTemporalEnv(process.env, (path) => readFileSync(path, "utf8"));
  const target = temporalTarget(env);
  const changes = await setUpTemporal(target);
  for (const change of changes) console.log(change);
  if (changes.length === 0) console.log(`${env.WATCHFRAME_TEMPORAL_NAMESPACE} is as it should be`);
  console.log(
    (await appliesConfiguration(target))
      ? "the server applies server.yaml, so priority and fairness are kept"
      : "Temporal does not apply temporal-config/server.yaml: waiting renders do not run in the order that the API promises. " +
          "Use it as the server's dynamic configuration (docs/deploying.md).",
  );
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
