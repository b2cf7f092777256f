import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { expect } from "chai";
import { version } from "#schemas/version.ts";
import { backUp } from "#stack/backup/backUp.ts";
import { restore } from "#stack/backup/restore.ts";
import { runCli } from "#stack/commands/runCli.ts";
import { openState, readJson, saveState, writePrivateJson } from "#stack/home.ts";
import { tryLock } from "#stack/lock.ts";

/** Runs statements in a SQLite file. */
function run(file: string, ...statements: string[]): void {
  const database = new DatabaseSync(file);
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** A home as a stopped stack leaves it, with one event in Temporal, two accounts, one object and a lock of the gateway. */
async function makeHome(home: string): Promise<void> {
  await mkdir(path.join(home, "ferretdb"), { recursive: true });
  await mkdir(path.join(home, "s3", "objects", ".locks"), { recursive: true });
  await mkdir(path.join(home, "s3", "objects", "outputs"), { recursive: true });
  const state = openState(home);
  saveState(home, { ...state, mongoFlavor: "ferretdb" });
  run(
    path.join(home, "temporal.db"),
    "PRAGMA journal_mode = wal",
    "CREATE TABLE events (id)",
    "INSERT INTO events VALUES (1)",
  );
  run(
    path.join(home, "ferretdb", "watchframe.sqlite"),
    "CREATE TABLE _ferretdb_collections (name, table_name)",
    "CREATE TABLE accounts_1a2b (_ferretdb_sjson)",
    "INSERT INTO _ferretdb_collections VALUES ('accounts', 'accounts_1a2b')",
    "INSERT INTO accounts_1a2b VALUES ('{}'), ('{}')",
  );
  await writeFile(path.join(home, "s3", "objects", "outputs", "picture.jpg"), "a picture");
  await writeFile(path.join(home, "s3", "objects", ".locks", "one"), "");
}

const counter = ["PRAGMA journal_mode = wal", "CREATE TABLE counter (value)", "INSERT INTO counter VALUES (0)"];

/** Counts in the first database, then in the second, until it is terminated. */
const writeInTurn = `
  const { DatabaseSync } = require("node:sqlite");
  const { parentPort, workerData } = require("node:worker_threads");
  const writes = workerData.map((file) => new DatabaseSync(file, { timeout: 5000 }).prepare("UPDATE counter SET value = value + 1"));
  const count = () => {
    for (const write of writes) write.run();
    setImmediate(count);
  };
  count();
  parentPort.postMessage("counting");
`;

function countOf(file: string): number {
  const database = new DatabaseSync(file);
  const row = database.prepare("SELECT value FROM counter").get();
  database.close();
  return Number(row?.["value"]);
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const failure = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).to.be.instanceOf(Error);
  return failure instanceof Error ? failure.message : "";
}

describe("backup and restore of a home", () => {
  let folder: string;
  let home: string;
  let directory: string;
  let other: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "watchframe-backup-"));
    [home, directory, other] = [path.join(folder, "home"), path.join(folder, "backup"), path.join(folder, "other")];
    await makeHome(home);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const inBackup = (...names: string[]) => path.join(directory, ...names);

  it("takes a folder with all parts to another home, by the command line", async () => {
    const made = await runCli(["backup", directory], { WATCHFRAME_HOME: home });
    expect(made, made.text).to.include({ code: 0 });
    expect(made.text).to.include(`version ${version}`).and.include("4 files").and.include("2 accounts");
    expect(await readFile(inBackup("files.sha256"), "utf8")).to.match(
      /^(?:[0-9a-f]{64} {2}data\/ferretdb\/watchframe\.sqlite\n)(?:[0-9a-f]{64} {2}data\/s3\/objects\/outputs\/picture\.jpg\n)(?:[0-9a-f]{64} {2}data\/temporal\.db\n)(?:[0-9a-f]{64} {2}keys\/state\.json\n)$/,
    );
    const modes = [directory, inBackup("keys"), inBackup("keys", "state.json")].map(
      async (file) => (await stat(file)).mode & 0o777,
    );
    expect(await Promise.all(modes)).to.deep.equal([0o700, 0o700, 0o600]);

    const back = await runCli(["restore", directory], { WATCHFRAME_HOME: other });
    expect(back, back.text).to.include({ code: 0 });
    expect(openState(other).keyRing).to.equal(openState(home).keyRing);
    expect((await stat(path.join(other, "state.json"))).mode & 0o777).to.equal(0o600);
    expect(await readFile(path.join(other, "s3", "objects", "outputs", "picture.jpg"), "utf8")).to.equal("a picture");
    const events = new DatabaseSync(path.join(other, "temporal.db"));
    expect(events.prepare("SELECT count(*) AS events FROM events").get()).to.deep.include({ events: 1 });
    events.close();
  });

  it("copies both databases of one moment while a server writes them", async () => {
    const files = [path.join(home, "temporal.db"), path.join(home, "ferretdb", "watchframe.sqlite")];
    // Copies that take a while, so that the writer goes on between them.
    for (const file of files) run(file, "CREATE TABLE filler AS SELECT randomblob(20000000) AS bytes", ...counter);
    const writer = new Worker(writeInTurn, { eval: true, workerData: files });
    try {
      await once(writer, "message");
      await backUp(home, directory);
    } finally {
      await writer.terminate();
    }
    const [first = 0, second = 0] = [
      inBackup("data", "temporal.db"),
      inBackup("data", "ferretdb", "watchframe.sqlite"),
    ].map(countOf);
    expect(first - second).to.be.within(0, 1);
    expect(countOf(files[0] ?? "")).to.be.greaterThan(first + 10);
  });

  it("refuses a backup of a part elsewhere, without a part, and into a folder with files", async () => {
    const named = await runCli(["backup", directory], {
      WATCHFRAME_HOME: home,
      WATCHFRAME_MONGO_URL: "mongodb://db/x",
    });
    expect(named).to.deep.equal({
      code: 1,
      text: "WATCHFRAME_MONGO_URL: a server outside the home is backed up by its own tools\n",
    });
    expect(await refusal(backUp(other, directory))).to.include("has no data");
    expect(await refusal(backUp(home, home))).to.include("is not empty");
    await rm(path.join(home, "temporal.db"));
    expect(await refusal(backUp(home, directory))).to.include("has no temporal.db");
  });

  it("refuses a backup while the stack starts", async () => {
    const lock = await tryLock(path.join(home, "lock"));
    expect(await refusal(backUp(home, directory))).to.include("is still starting");
    lock?.release();
  });

  it("copies the files of a stopped mongod, and asks for a running one to be stopped", async () => {
    await mkdir(path.join(home, "mongod", "journal"), { recursive: true });
    await writeFile(path.join(home, "mongod", "journal", "log.1"), "an entry");
    saveState(home, { ...openState(home), mongoFlavor: "mongod" });
    const addresses = { apiUrl: "http://127.0.0.1:1", apiKey: "key", mongoUrl: "mongodb://127.0.0.1:1/watchframe" };
    writePrivateJson(path.join(home, "stack.json"), addresses);
    const lock = await tryLock(path.join(home, "lock"));
    expect(await refusal(backUp(home, directory))).to.include(`stop the stack in ${home}`);
    lock?.release();
    expect(await backUp(home, directory)).to.not.have.property("documents");
    await restore(directory, other);
    expect(await readFile(path.join(other, "mongod", "journal", "log.1"), "utf8")).to.equal("an entry");
  });

  it("refuses a restore that does not match, and leaves the home without data", async () => {
    await backUp(home, directory);
    const keys = await readFile(inBackup("keys", "state.json"));
    const manifest = await readFile(inBackup("manifest.json"), "utf8");
    const picture = inBackup("data", "s3", "objects", "outputs", "picture.jpg");

    await rm(inBackup("keys", "state.json"));
    expect(await refusal(restore(directory, other))).to.include("put the keys back");
    await writeFile(inBackup("keys", "state.json"), keys);

    await chmod(picture, 0o600);
    await writeFile(picture, "A picture");
    expect(await refusal(restore(directory, other))).to.include("picture.jpg has changed since the backup");
    await writeFile(picture, "a picture");

    await writeFile(inBackup("manifest.json"), manifest.replace(`"version": "${version}"`, '"version": "99.0.0"'));
    expect(await refusal(restore(directory, other))).to.include(
      `version 99.0.0 made this backup, and this is ${version}`,
    );
    await writeFile(inBackup("manifest.json"), manifest.replace('"files": 4', '"files": 5'));
    expect(await refusal(restore(directory, other))).to.include("has 4 files, and the manifest says 5");
    await rm(inBackup("manifest.json"));
    expect(await refusal(restore(directory, other))).to.include("has no backup, or one that did not end");

    expect(readJson(path.join(other, "state.json"))).to.equal(undefined);
    await writeFile(inBackup("manifest.json"), manifest);
    await restore(directory, other);
    expect(openState(other).keyRing).to.equal(openState(home).keyRing);
  });

  it("refuses a list of hashes that names a file outside the backup", async () => {
    await backUp(home, directory);
    const list = await readFile(inBackup("files.sha256"), "utf8");
    await writeFile(inBackup("files.sha256"), list.replace("data/temporal.db", "data/../../temporal.db"));
    expect(await refusal(restore(directory, other))).to.include("has a line of another form");
  });

  it("refuses a home with data or a stack", async () => {
    await backUp(home, directory);
    expect(await refusal(restore(directory, home))).to.include("has data (state.json, temporal.db, ferretdb, s3)");
    const lock = await tryLock(path.join(other, "lock"));
    expect(await refusal(restore(directory, other))).to.include("a stack is already running");
    lock?.release();
  });

  it("says that a damaged database is no backup", async () => {
    const file = path.join(home, "temporal.db");
    run(file, "PRAGMA journal_mode = delete", "CREATE INDEX byId ON events (id)");
    const bytes = await readFile(file);
    // The last page holds the index.
    bytes.fill(0xff, bytes.length - 64);
    await writeFile(file, bytes);
    expect(await refusal(backUp(home, directory))).to.include("is damaged");
    expect(readJson(inBackup("manifest.json"))).to.equal(undefined);
  });
});
