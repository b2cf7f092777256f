import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { readJson, writePrivateJson } from "../home.ts";
import type { OnLine } from "../environment.ts";

const loopback = "127.0.0.1";

/**
 * Range of ports. It lies below the ports that Linux assigns itself (32768 and up), so no other process
 * gets one by chance before the server starts.
 */
const range = { first: 10_240, count: 22_000 };

/**
 * Ports from one offer to the next, because the programs' metrics have the ports after the first one. A process offers
 * each port once, because a server may start long after the choice of its port.
 */
const stride = 10;
let offset = randomInt(range.count);

/** Returns `count` different free ports that this process has not returned before. */
export async function freePorts(count: number): Promise<number[]> {
  const heldServers: Listening[] = [];
  while (heldServers.length < count) {
    offset = (offset + stride) % range.count;
    const server = await tryToListen(range.first + offset);
    if (server !== null) heldServers.push(server);
  }
  await Promise.all(heldServers.map((server) => server.close()));
  return heldServers.map(({ port }) => port);
}

/** Whether the port of this machine's loopback address is free. */
export async function isPortFree(port: number): Promise<boolean> {
  const server = await tryToListen(port);
  await server?.close();
  return server !== null;
}

type Listening = { port: number; close(): Promise<void> };

async function tryToListen(port: number): Promise<Listening | null> {
  try {
    return await listenOn(port);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return null;
    throw error;
  }
}

function listenOn(port: number): Promise<Listening> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    const close = () => new Promise<void>((closed) => void server.close(() => closed()));
    server.listen(port, loopback, () => resolve({ port, close }));
  });
}

/** A process, distinguishable from a later one with the same id. */
type ProcessIdentity = {
  pid: number;
  /** Start time in the system's format. It is compared, never parsed. */
  startTime: string;
};

/** The identity of a running process. Undefined if there is none with that id, or only a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startTime = process.platform === "linux" ? linuxStartTime(pid) : listedStartTime(pid);
  return startTime ? { pid, startTime } : undefined;
}

/** Whether this process is still running. */
function isAlive({ pid, startTime }: ProcessIdentity): boolean {
  return identify(pid)?.startTime === startTime;
}

/** Signals the process group that `pid` leads. Returns false if it is empty (macOS reports EPERM for zombies). */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM")) return false;
    throw error;
  }
}

/** Field 22 of stat counts from the boot, so the identity includes the boot's id. */
function linuxStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in field 2 may hold spaces and brackets. The last bracket ends it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state] = fields;
    if (state === "Z" || state === "X") return undefined;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${fields[19]}`;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH"))
      return undefined;
    throw error;
  }
}

function listedStartTime(pid: number): string | undefined {
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || undefined;
  } catch {
    // ps exits with 1 if no process has that id.
    return undefined;
  }
}

const Identity = Type.Object({ pid: Type.Integer(), startTime: Type.String() });

/** The content of `run.json`: the supervisor and the processes that it started. */
const RunRecord = Type.Object({ supervisor: Identity, parts: Type.Record(Type.String(), Identity) });
type RunRecord = Static<typeof RunRecord>;

const graceMs = 5_000;
const pollMs = 50;

/** Keeps `run.json` up to date with the running processes. */
export type RunFile = {
  set(name: string, pid: number | undefined): void;
  clear(): void;
};

/** Records this process as the supervisor of `home`. */
export function openRunFile(home: string): RunFile {
  const supervisor = identify(process.pid);
  if (!supervisor) throw new Error("this process is not in the process list");
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

/** The id of the process that supervises `home`, if it is running. */
export function runningSupervisor(home: string): ProcessIdentity | undefined {
  const record = readRecord(home);
  return record && isAlive(record.supervisor) ? record.supervisor : undefined;
}

/** Ends the processes of a killed supervisor. The caller holds the home's lock, so no other supervisor runs. */
export async function endLeftovers(home: string, onLine: OnLine): Promise<void> {
  const record = readRecord(home);
  const left = Object.entries(record?.parts ?? {}).filter(([, identity]) => isAlive(identity));
  if (left.length === 0) return;
  onLine(`ending processes of an earlier run: ${left.map(([name, { pid }]) => `${name} (${pid})`).join(", ")}`);
  await Promise.all(left.map(([, identity]) => endGroup(identity)));
}

async function endGroup(identity: ProcessIdentity): Promise<void> {
  signalGroup(identity.pid, "SIGTERM");
  for (const until = Date.now() + graceMs; Date.now() < until; await pause(pollMs)) {
    if (!isAlive(identity)) return;
  }
  signalGroup(identity.pid, "SIGKILL");
  while (isAlive(identity)) await pause(pollMs);
}

function readRecord(home: string): RunRecord | undefined {
  const value = readJson(fileOf(home));
  return Value.Check(RunRecord, value) ? value : undefined;
}

function fileOf(home: string): string {
  return path.join(home, "run.json");
}
