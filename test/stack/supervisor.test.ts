import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { createAccount, listAccounts } from "#data/accounts.ts";
import { openDatabase } from "#data/mongo.ts";
import { openObjectStore } from "#data/objects.ts";
import { startServers } from "#stack/servers.ts";
import { living, recordedPids, superviseInProcess } from "./support/supervisorProcess.ts";
import { until } from "./support/until.ts";

describe("the supervisor", function () {
  this.timeout(60_000);
  let home: string;

  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), "watchframe-supervisor-"));
  });

  afterEach(async () => {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it("restarts a part that was killed, and reports it", async () => {
    const lines: string[] = [];
    const servers = await startServers({ home, onLine: (line) => void lines.push(line) });
    try {
      const before = servers.pids()["s3"] ?? 0;
      process.kill(before, "SIGKILL");
      await until("s3 is ready again", () => lines.includes("s3 is ready again"));
      expect(servers.pids()["s3"]).to.be.a("number").and.not.equal(before);
      expect(lines.some((line) => line.startsWith("s3 ended (SIGKILL); restarting in"))).to.equal(true);
      expect((await fetch(`${servers.info.s3.endpoint}/health`)).status).to.equal(200);
    } finally {
      await servers.stop();
    }
  });

  it("keeps documents and objects between starts", async () => {
    const first = await startServers({ home, onLine: () => undefined });
    await withDoors(first.info, async ({ database, objects }) => {
      await createAccount(database, { email: "kept@example.com", plan: "free" });
      await objects.put("jobs/1/picture.png", Buffer.from("picture"), "image/png");
    });
    await first.stop();
    const second = await startServers({ home, onLine: () => undefined });
    try {
      await withDoors(second.info, async ({ database, objects }) => {
        expect((await listAccounts(database)).map(({ email }) => email)).to.deep.equal(["kept@example.com"]);
        expect((await objects.get("jobs/1/picture.png"))?.toString()).to.equal("picture");
      });
    } finally {
      await second.stop();
    }
  });

  it("lets one supervisor have a home, and leaves no process after SIGTERM", async () => {
    const first = superviseInProcess(home);
    const { pids } = await first.up();
    expect(Object.keys(pids).toSorted()).to.deep.equal(["mail", "mongo", "s3", "temporal"]);
    const second = superviseInProcess(home);
    expect(await second.ended()).to.equal(1);
    expect(second.output()).to.include(`a stack is already running in ${home} (process ${first.child.pid})`);
    const all = recordedPids(home);
    first.child.kill("SIGTERM");
    expect(await first.ended()).to.equal(0);
    expect(living(pids)).to.deep.equal([]);
    await until("the guard has gone", () => living(all).length === 0);
  });

  it("leaves nothing running when it is killed with -9", async () => {
    const first = superviseInProcess(home);
    const { pids } = await first.up();
    first.child.kill("SIGKILL");
    await until("every part is gone", () => living(pids).length === 0);
  });

  it("ends the processes of a killed supervisor and its guard before it starts its own", async () => {
    const first = superviseInProcess(home);
    const { pids } = await first.up();
    process.kill(recordedPids(home)["guard"] ?? 0, "SIGKILL");
    first.child.kill("SIGKILL");
    await first.ended();
    expect(living(pids)).to.have.length(4);
    const second = superviseInProcess(home);
    const { pids: newPids } = await second.up();
    expect(second.output()).to.include("ending processes of an earlier run");
    expect(living(pids)).to.deep.equal([]);
    second.child.kill("SIGTERM");
    expect(await second.ended()).to.equal(0);
    expect(living(newPids)).to.deep.equal([]);
  });

  it("stops a start on request, and leaves nothing", async () => {
    const controller = new AbortController();
    const started = startServers({
      home,
      onLine: () => controller.abort(new Error("not today")),
      signal: controller.signal,
    });
    const failure: unknown = await started.catch((reason: unknown) => reason);
    expect(failure).to.be.instanceOf(Error).and.include({ message: "not today" });
    expect(living(recordedPids(home))).to.deep.equal([]);
  });
});

interface Doors {
  database: ReturnType<typeof openDatabase>;
  objects: ReturnType<typeof openObjectStore>;
}

async function withDoors(
  info: Awaited<ReturnType<typeof startServers>>["info"],
  use: (doors: Doors) => Promise<void>,
): Promise<void> {
  const database = openDatabase(info.mongoUrl);
  const objects = openObjectStore({ ...info.s3, region: "us-east-1" });
  try {
    await use({ database, objects });
  } finally {
    objects.close();
    await database.close();
  }
}
