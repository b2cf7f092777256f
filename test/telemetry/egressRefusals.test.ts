import { expect } from "chai";
import { openDatabase } from "#data/mongo.ts";
import { openObjectStore, ownBucket } from "#data/objects.ts";
import { createEgressPolicy, NameNotResolved } from "#egress/policy.ts";
import { readEnv } from "#schemas/settings/readEnv.ts";
import { createLogger } from "#telemetry/logger.ts";
import { createWorkerMetrics } from "#telemetry/metrics.ts";
import { lazyClient, temporalTarget } from "#temporal-config/target.ts";
import { createPorts } from "#worker/ports.ts";
import { failureOf } from "../egress/support.ts";
import { servers } from "../support/servers.ts";

describe("refusals of a worker's own requests", function () {
  this.timeout(120_000);

  it("are counted by client and reason, for webhooks and callers' storage", async () => {
    const { settings } = await servers();
    const env = readEnv({ ...settings, WATCHFRAME_PUBLIC_URL: "http://api.test" }, () => "");
    const metrics = createWorkerMetrics({ browser: () => ({ starts: 0, active: 0, waiting: 0 }) });
    const database = openDatabase(env.WATCHFRAME_MONGO_URL);
    const objects = openObjectStore(ownBucket(env));
    const { client, close } = lazyClient(temporalTarget(env));
    // The name is public at acceptance and internal at delivery.
    const policy = createEgressPolicy({ allow: "", lookup: async () => ["127.0.0.1"] });
    const capture = { capture: () => Promise.reject(new Error("there is no browser")) };
    const logger = createLogger({ name: "test", level: "silent" });
    const ports = createPorts({ env, database, objects, policy, capture, client, logger, metrics });
    try {
      const hook = await failureOf(ports.fetch("https://canary.example/hook", { method: "POST", body: "{}" }));
      expect(hook).to.be.instanceOf(NameNotResolved);
      const bucket = { endpoint: "https://canary.example", region: "us-east-1", bucket: "canary" };
      const object = { key: "canary.jpg", bytes: Buffer.from("canary"), contentType: "image/jpeg" };
      const put = ports.callerStorage.put(
        { ...bucket, accessKeyId: "canary", secretAccessKey: "canary" },
        object,
        new AbortController().signal,
      );
      expect(await failureOf(put)).to.include({ code: "storage_unreachable" });
      const text = await metrics.registry.metrics();
      for (const traffic of ["fetch", "storage"])
        expect(text).to.include(`watchframe_egress_refusals_total{traffic="${traffic}",reason="address"} 1\n`);
      expect(text).not.to.include("canary");
    } finally {
      await Promise.all([ports.fetch.close(), database.close(), close()]);
      ports.callerStorage.close();
      objects.close();
    }
  });
});
