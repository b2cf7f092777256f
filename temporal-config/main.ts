import { readFileSync } from "node:fs";
import { readTemporalEnv } from "#schemas/validate.ts";
import { findTaskOrder, setUpTemporal } from "./setup.ts";
import { temporalTarget } from "./target.ts";
import { complaintAbout } from "./priorityProbe.ts";

// `npm run temporal-config`, once per deploy, before the API and the workers.
try {
  const env = readTemporalEnv(process.env, (path) => readFileSync(path, "utf8"));
  const target = temporalTarget(env);
  const changes = await setUpTemporal(target);
  for (const change of changes) console.log(change);
  if (changes.length === 0) console.log(`${env.WATCHFRAME_TEMPORAL_NAMESPACE} is as it should be`);
  const order = await findTaskOrder(target);
  if (order !== null) console.log(complaintAbout(order) ?? "priority and fairness are kept");
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
