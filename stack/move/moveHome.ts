import { readFileSync } from "node:fs";
import { copyRecords } from "#data/copyRecords.ts";
import { type Database, openDatabase } from "#data/mongo.ts";
import { copyBucket, openObjectStore, ownBucket } from "#data/objects.ts";
import { MoveEnv } from "#schemas/settings/env.ts";
import { readMoveEnv } from "#schemas/settings/readEnv.ts";
import { parseKeyRing } from "#vault/keyRing.ts";
import { expectData } from "../backup/backUp.ts";
import type { Environment, OnLine } from "../environment.ts";
import { type HomeState, openState, stateFileOf } from "../home.ts";
import { type ServersInfo, startServers } from "../servers.ts";
import { expectEnded, restartWork } from "./restartWork.ts";

/** Copied records by collection, copied objects, and work that goes on by kind. */
type Moved = { records: Map<string, number>; objects: number; restarted: Awaited<ReturnType<typeof restartWork>> };

/**
 * Copies the records and objects of a home into the empty database and the bucket that the settings name. The home's stack
 * must be stopped, and the home stays as it was. The first worker of the new place starts the work that goes on.
 * @throws Error if the home has not every part, the keys of the settings do not open its records, the database has accounts, or
 * a batch or crawl is open.
 * @throws HomeInUse
 */
export async function moveHome({
  home,
  env,
  onLine,
}: {
  home: string;
  env: Environment;
  onLine: OnLine;
}): Promise<Moved> {
  expectData(home);
  const settings = readMoveEnv(env, (path) => readFileSync(path, "utf8"));
  expectSameKeys(home, openState(home), settings);
  const target = openDatabase(settings.WATCHFRAME_MONGO_URL);
  try {
    await expectEmpty(target);
    const servers = await startServers({ home, env: withoutTarget(env), onLine });
    try {
      return { ...(await copyAll(servers.info, settings)), restarted: await restartWork(target, new Date()) };
    } finally {
      await servers.stop();
    }
  } finally {
    await target.close();
  }
}

async function expectEmpty({ accounts }: Database): Promise<void> {
  const count = await accounts.countDocuments();
  if (count > 0) throw new Error(`the database has ${count} accounts already, and only an empty one is filled`);
}

async function copyAll({ mongoUrl, s3 }: ServersInfo, settings: MoveEnv): Promise<Omit<Moved, "restarted">> {
  const source = openDatabase(mongoUrl);
  await expectEnded(source).finally(() => source.close());
  const bucket = openObjectStore(ownBucket(settings));
  await bucket.ensureBucket().finally(() => bucket.close());
  // A record names objects that are there, so they come first.
  const objects = await copyBucket({ ...ownBucket(settings), ...s3 }, ownBucket(settings));
  return { objects, records: await copyRecords(mongoUrl, settings.WATCHFRAME_MONGO_URL) };
}

/** The environment of the home's own servers. */
function withoutTarget(env: Environment): Environment {
  const target = new Set(Object.keys(MoveEnv.properties).flatMap((name) => [name, `${name}_FILE`]));
  target.add("WATCHFRAME_TEMPORAL_ADDRESS");
  return Object.fromEntries(Object.entries(env).filter(([name]) => !target.has(name)));
}

/** The home's keys open its secrets, and sign the addresses in its messages. */
function expectSameKeys(home: string, state: HomeState, settings: MoveEnv): void {
  const [own, given] = [parseKeyRing(state.keyRing), parseKeyRing(settings.WATCHFRAME_KEY_RING)];
  const hasRing = [...own.keys].every(([id, key]) => given.keys.get(id)?.equals(key) === true);
  const hasSigningKey = settings.WATCHFRAME_SIGNING_KEY === state.signingKey;
  const file = stateFileOf(home);
  if (!hasRing) throw new Error(`WATCHFRAME_KEY_RING lacks a key of the home: set it to \`keyRing\` in ${file}`);
  if (!hasSigningKey) throw new Error(`WATCHFRAME_SIGNING_KEY is another one: set it to \`signingKey\` in ${file}`);
}
