import { randomBytes } from "node:crypto";
import { expect } from "chai";
import { migrate } from "#data/migrations/migrate.ts";
import { changeRecords, type Migration, schemaNumber } from "#data/migrations/migrations.ts";
import { expectSchema, lockSchema } from "#data/migrations/schema.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { runCli } from "#stack/commands/runCli.ts";
import { servers } from "../support/servers.ts";

/** Records that fill more than one step. */
const many = 520;

/** Turns window `from` of a record into the next one, and counts in `taken` how often the record was changed. */
function raised(from: number, beforeEach: (id: string) => void = () => undefined): Migration {
  return changeRecords({
    title: `window ${from}`,
    collection: ({ rates }) => rates,
    old: { window: from },
    change({ _id }) {
      beforeEach(_id);
      return { $set: { window: from + 1 }, $inc: { taken: 1 } };
    },
  });
}

async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "nothing was refused",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

describe("migrations of the records", function () {
  this.timeout(120_000);
  let url: string;
  let database: Database;

  beforeEach(async () => {
    const { mongoUrl } = (await servers()).info;
    url = mongoUrl.replace(/\/watchframe$/, `/migrations-${randomBytes(4).toString("hex")}`);
    database = openDatabase(url);
  });
  afterEach(() => database.close());

  /** A database of schema 1 with `count` records. */
  async function fill(count: number): Promise<void> {
    await migrate(database, { migrations: [] });
    const usedAt = new Date();
    await database.rates.insertMany(
      Array.from({ length: count }, (_, index) => ({ _id: `record ${index}`, window: 0, taken: 0, usedAt })),
    );
  }
  const schema = () => database.schema.findOne({ _id: "records" });
  const countOf = (window: number, taken: number) => database.rates.countDocuments({ window, taken });

  it("gives a new database the newest schema, and changes nothing", async () => {
    expect(await migrate(database, { migrations: [raised(0), raised(1)] })).to.deep.equal([]);
    expect(await schema()).to.deep.equal({ _id: "records", number: 3, lock: null });
  });

  it("counts in a dry run, then changes each record once, in order, and nothing in a second run", async () => {
    await fill(many);
    const migrations = [raised(0), raised(1)];
    expect(await migrate(database, { migrations, dryRun: true })).to.deep.equal([
      { title: "window 0", records: many },
      { title: "window 1", records: 0 },
    ]);
    expect(await countOf(0, 0)).to.equal(many);
    expect(await schema()).to.include({ number: 1, lock: null });

    const changed = migrations.map(({ title }) => ({ title, records: many }));
    expect(await migrate(database, { migrations })).to.deep.equal(changed);
    expect(await countOf(2, 2)).to.equal(many);
    expect(await schema()).to.include({ number: 3, lock: null });
    expect(await migrate(database, { migrations })).to.deep.equal([]);
  });

  it("continues after it broke off: finished migrations are not repeated, and no record is changed twice", async () => {
    await fill(many);
    let left = 300;
    const breaking = raised(1, () => {
      left -= 1;
      if (left === 0) throw new Error("broken off");
    });
    expect(await refusal(migrate(database, { migrations: [raised(0), breaking] }))).to.equal("broken off");
    expect(await schema()).to.include({ number: 2, lock: null });
    expect(await countOf(2, 2)).to.equal(299);
    const rest = [{ title: "window 1", records: many - 299 }];
    expect(await migrate(database, { migrations: [raised(0), raised(1)] })).to.deep.equal(rest);
    expect(await countOf(2, 2)).to.equal(many);
  });

  it("lets one process change the records, and takes over from a process that died", async () => {
    await fill(1);
    const dead = await lockSchema(database, 1);
    const migrations = [raised(0)];
    expect(await refusal(migrate(database, { migrations }))).to.include("another process changes the records");
    expect(await migrate(database, { migrations, dryRun: true })).to.have.length(1);
    await database.schema.updateOne({ _id: "records" }, { $set: { "lock.until": new Date(Date.now() - 1) } });
    expect(await migrate(database, { migrations })).to.deep.equal([{ title: "window 0", records: 1 }]);
    expect(await refusal(dead.note(7))).to.include("has taken over");
    await dead.release();
    expect(await schema()).to.include({ number: 2, lock: null });
  });

  it("ends with an error if changed records keep the old form", async () => {
    await fill(2);
    const idle = changeRecords({
      title: "idle",
      collection: ({ rates }) => rates,
      old: { window: 0 },
      change: () => ({ $set: { taken: 1 } }),
    });
    expect(await refusal(migrate(database, { migrations: [idle] }))).to.equal(
      "idle: the changed records still have the old form",
    );
    expect(await schema()).to.include({ number: 1, lock: null });
  });

  it("keeps programs from records of another version, and has a command", async () => {
    await expectSchema(url);
    const command = async (...args: string[]) => (await runCli(args, { WATCHFRAME_MONGO_URL: url })).text;
    expect(await command("migrate")).to.equal(`The records have schema ${schemaNumber}, as this version needs.\n`);
    expect(await command("migrate", "--dry")).to.include("usage: npm run cli -- migrate [--dry-run]");
    await database.schema.updateOne({ _id: "records" }, { $set: { number: schemaNumber - 1 } });
    expect(await refusal(expectSchema(url))).to.include("run npm run cli -- migrate");
    await database.schema.updateOne({ _id: "records" }, { $set: { number: schemaNumber + 1 } });
    expect(await refusal(expectSchema(url))).to.include("a newer version has changed them");
    expect(await command("migrate", "--dry-run")).to.include(`the records have schema ${schemaNumber + 1}`);
  });
});
