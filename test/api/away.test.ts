import { expect } from "chai";
import { createOrchestrator } from "#api/orchestrator.ts";
import { openDatabase } from "#data/mongo.ts";
import { openObjectStore } from "#data/objects.ts";
import { createLogger } from "#telemetry/logger.ts";
import { servers } from "../support/servers.ts";
import { startTcpProxy } from "../support/tcpProxy.ts";
import { at, textAt } from "./support/fields.ts";
import { completeJob } from "./support/finishJob.ts";
import { deadPort, type TestApi, testApi } from "./support/testApi.ts";
import { useServers } from "./support/useApi.ts";

const body = { url: "https://example.com/" };
const log = createLogger({ name: "test", level: "silent" });

/** An API of the test's own, which is closed after it. */
function useBrokenApi() {
  let api: TestApi | null = null;
  useServers();
  afterEach(async () => {
    await api?.close();
    api = null;
  });
  return {
    get api() {
      return api;
    },
    set api(value) {
      api = value;
    },
  };
}

describe("with Temporal away", () => {
  const broken = useBrokenApi();

  it("Temporal: renders are accepted at once, and the reconciler starts them", async () => {
    const orchestrator = createOrchestrator({
      target: { address: `127.0.0.1:${await deadPort()}`, namespace: "none" },
      log,
    });
    broken.api = await testApi({ orchestrator });
    const { client } = await broken.api.account();
    await client.call("GET", "/jobs");
    const { status, json } = await client.call("POST", "/render", { body });
    expect(status).to.equal(202);
    await broken.api.ports.background.settled();
    const _id = textAt(json, "id");
    expect((await broken.api.ports.database.jobs.findOne({ _id }))?.status).to.equal("queued");
    expect(await broken.api.ports.database.outbox.findOne({ _id })).to.include({ _id });
  });
});

describe("with MongoDB away", () => {
  const broken = useBrokenApi();

  it("MongoDB: 503 with Retry-After, in time, and nothing is started", async () => {
    broken.api = await testApi({
      database: openDatabase(`mongodb://127.0.0.1:${await deadPort()}/none`),
      patienceMs: 300,
    });
    const { client } = await broken.api.account();
    for (const [method, path] of [
      ["POST", "/render"],
      ["GET", "/jobs"],
      ["DELETE", "/jobs/01900000-0000-7000-8000-000000000000"],
    ] as const) {
      const { status, json, headers } = await client.call(method, path, method === "POST" ? { body } : {});
      expect([status, at(json, "error"), at(json, "type"), headers.get("retry-after")]).to.deep.equal([
        503,
        "unavailable",
        "unavailable",
        "5",
      ]);
    }
    expect(broken.api.orchestrator.started).to.deep.equal([]);
  });

  it("MongoDB: 503 with Retry-After when its answer to a write is lost", async () => {
    const { mongoUrl } = (await servers()).info;
    const proxy = await startTcpProxy(new URL(mongoUrl).host);
    const wired = new URL(mongoUrl);
    wired.host = proxy.address;
    const timeouts = { answerMs: 500, commandMs: 2_000 };
    broken.api = await testApi({ database: openDatabase(wired.href, { timeouts }), patienceMs: 300 });
    const { client } = await broken.api.account({ plan: "free" });
    expect((await client.call("GET", "/jobs")).status).to.equal(200);
    for (const lost of ["insert", "findAndModify", "update"]) {
      const post = () => client.call("POST", "/render", { body, headers: { "Idempotency-Key": lost } });
      proxy.loseReplies(lost);
      const started = performance.now();
      const { status, headers } = await post();
      expect([status, headers.get("retry-after")], lost).to.deep.equal([503, "5"]);
      expect(performance.now() - started, lost).to.be.below(8_000);
      proxy.loseReplies();
      // The API did the work although its reply was lost. A repeat finds the result or is asked to wait.
      expect((await post()).status, lost).to.be.oneOf([202, 409]);
    }
    await broken.api.close();
    broken.api = null;
    await proxy.close();
  });

  it("MongoDB: an answer that failed is not remembered as an unknown key", async () => {
    const { info } = await servers();
    const database = openDatabase(info.mongoUrl);
    const dead = openDatabase(`mongodb://127.0.0.1:${await deadPort()}/none`);
    const { keys } = database;
    broken.api = await testApi({ database });
    const { client } = await broken.api.account();
    database.keys = dead.keys;
    expect((await client.call("GET", "/jobs")).status).to.equal(503);
    database.keys = keys;
    expect((await client.call("GET", "/jobs")).status).to.equal(200);
    await dead.close();
  });
});

describe("with the object store away", () => {
  const broken = useBrokenApi();

  it("the object store: 503 for outputs, while jobs can still be seen", async () => {
    const { info } = await servers();
    const objects = openObjectStore({
      ...info.s3,
      endpoint: `http://127.0.0.1:${await deadPort()}`,
      region: "us-east-1",
    });
    const working = openObjectStore({ ...info.s3, region: "us-east-1" });
    broken.api = await testApi({ objects });
    const { client } = await broken.api.account();
    const id = textAt((await client.call("POST", "/render", { body })).json, "id");
    await broken.api.ports.background.settled();
    await completeJob({ database: broken.api.ports.database, objects: working }, id, {
      screenshot: { contentType: "image/png", bytes: Buffer.from("a") },
    });
    for (const query of ["", "?width=160"])
      expect((await client.call("GET", `/jobs/${id}/outputs/screenshot${query}`)).status, query).to.equal(503);
    expect((await client.call("GET", `/status/${id}`)).status).to.equal(200);
    working.close();
  });

  it("readiness names the part, liveness ignores it", async () => {
    const orchestrator = createOrchestrator({
      target: { address: `127.0.0.1:${await deadPort()}`, namespace: "none" },
      log,
    });
    broken.api = await testApi({ orchestrator });
    const ready = await broken.api.anyone.call("GET", "/health/ready");
    expect([ready.status, ready.json]).to.deep.equal([
      503,
      { success: false, status: "away", parts: { mongodb: "up", temporal: "away", objects: "up" } },
    ]);
    expect((await broken.api.anyone.call("GET", "/health/live")).status).to.equal(200);
  });
});
