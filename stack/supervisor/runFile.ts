import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { readJson, writePrivateJson } from "../home.ts";
import type { OnLine } from "../provision/context.ts";
import { identify, isAlive, type ProcessIdentity, signalGroup } from "./processIdentity.ts";

const Identity = Type.Object({ pid: Type.Integer(), startTime: Type.String() });

/** What `run.json` of a home says: who supervises, and which processes it has started. */
const RunRecord = Type.Object({ supervisor: Identity, parts: Type.Record(Type.String(), Identity) });
type RunRecord = Static<typeof RunRecord>;

const GRACE_MS = 5_000;
const ASK_AGAIN_MS = 50;

/** Keeps `run.json` true to the processes that are running. */
export interface RunFile {
  set(name: string, pid: number | undefined): void;
  clear(): void;
}

/** Begins a run of this process in `home`. */
export function openRunFile(home: string): RunFile {
  const supervisor = identify(process.pid);
  if (!supervisor) throw new Error("this process cannot be found in the process list");
  const record: RunRecord = { supervisor, parts: {} };
  const write = (): void => writePrivateJson(fileOf(home), record);
  write();
  return {
    set(name, pid) {
      const identity = pid === undefined ? undefined : identify(pid);
      if (identity) record.parts[name] = identity;
      else delete record.parts[name];
      write();
    },
    clear() {
      record.parts = {};
      write();
    },
  };
}

/** The process that supervises `home`, if its record is of a living one. */
export function runningSupervisor(home: string): ProcessIdentity | undefined {
  const record = readRecord(home);
  return record && isAlive(record.supervisor) ? record.supervisor : undefined;
}

/** Ends what a supervisor that was killed has left behind. The caller holds the home's lock, so nothing else is running. */
export async function endLeftovers(home: string, onLine: OnLine): Promise<void> {
  const record = readRecord(home);
  const left = Object.entries(record?.parts ?? {}).filter(([, identity]) => isAlive(identity));
  if (left.length === 0) return;
  onLine(`ending what an earlier run has left: ${left.map(([name, { pid }]) => `${name} (${pid})`).join(", ")}`);
  await Promise.all(left.map(([, identity]) => endGroup(identity)));
}

async function endGroup(identity: ProcessIdentity): Promise<void> {
  signalGroup(identity.pid, "SIGTERM");
  for (const until = Date.now() + GRACE_MS; Date.now() < until; await pause(ASK_AGAIN_MS)) {
    if (!isAlive(identity)) return;
  }
  signalGroup(identity.pid, "SIGKILL");
  while (isAlive(identity)) await pause(ASK_AGAIN_MS);
}

function readRecord(home: string): RunRecord | undefined {
  const value = readJson(fileOf(home));
  return Value.Check(RunRecord, value) ? value : undefined;
}

function fileOf(home: string): string {
  return path.join(home, "run.json");
}
