import { readFileSync } from "node:fs";
import { expectSchema } from "#data/migrations/schema.ts";
import { readAuthorities, trustAuthorities } from "#egress/authorities.ts";
import { openEgressPolicy } from "#egress/open.ts";
import { usePlans } from "#schemas/settings/plans.ts";
import { readEnv, readPlans } from "#schemas/settings/readEnv.ts";
import { createLogger, runProgram } from "#telemetry/logger.ts";
import { releaseMemory } from "#telemetry/releaseMemory.ts";
import { openBrowser } from "./browser.ts";
import { installRuntime, openSdkMetrics, startHealth } from "./observability.ts";
import { startWorker } from "./startWorker.ts";

await runProgram(async () => {
  const env = readEnv(process.env, (path) => readFileSync(path, "utf8"));
  usePlans(readPlans(env));
  const logger = createLogger({ name: "worker", level: env.WATCHFRAME_LOG_LEVEL });
  const sdkMetrics = env.WATCHFRAME_METRICS_PORT === 0 ? undefined : await openSdkMetrics();
  installRuntime(logger, sdkMetrics?.exporter);
  trustAuthorities(readAuthorities(env.WATCHFRAME_EXTRA_CA));
  const policy = openEgressPolicy(env);
  const health = await startHealth({ host: env.WATCHFRAME_HOST, port: env.WATCHFRAME_HEALTH_PORT });
  await expectSchema(env.WATCHFRAME_MONGO_URL);
  const worker = await startWorker({
    env,
    logger,
    policy,
    sdkMetrics,
    openBrowser: (pages, onRefused) => openBrowser({ env, policy, logger }, { pages, onRefused }),
  });
  releaseMemory();
  logger.info("worker ready");
  health.setReady(true);
  // `once`, so that a second signal kills the process.
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      health.setReady(false);
      void worker.stop();
    });
  }
  await worker.finished;
  health.close();
  logger.info("worker stopped");
});
