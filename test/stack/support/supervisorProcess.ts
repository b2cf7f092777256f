import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Type } from "typebox";
import { Value } from "typebox/value";
import { readJson } from "#stack/home.ts";
import { identify } from "#stack/supervisor/processes.ts";
import { until } from "./until.ts";

const Up = Type.Object({ pids: Type.Record(Type.String(), Type.Integer()), mongoUrl: Type.String() });
const Run = Type.Object({ parts: Type.Record(Type.String(), Type.Object({ pid: Type.Integer() })) });

/** A supervisor in a process of its own. */
export interface SupervisorProcess {
  child: ChildProcess;
  output(): string;
  /** Process numbers and the database's address, once all servers are ready. */
  up(): Promise<{ pids: Record<string, number>; mongoUrl: string }>;
  ended(): Promise<number | null>;
}

/** Starts `startServers` on a home in a process of its own. */
export function superviseInProcess(home: string): SupervisorProcess {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./superviseServers.ts", import.meta.url)), home], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    child,
    output: () => output,
    up: () =>
      until("the servers are up", () => {
        const line = /^UP (.*)$/m.exec(output)?.[1];
        if (/^FAILED/m.test(output)) throw new Error(output);
        return line === undefined ? undefined : Value.Parse(Up, JSON.parse(line));
      }),
    ended: () => ended,
  };
}

/** The processes that `run.json` of a home names. */
export function recordedPids(home: string): Record<string, number> {
  const { parts } = Value.Parse(Run, readJson(path.join(home, "run.json")));
  return Object.fromEntries(Object.entries(parts).map(([name, { pid }]) => [name, pid]));
}

/** The processes that are still there. */
export function living(pids: Record<string, number>): string[] {
  return Object.entries(pids).flatMap(([name, pid]) => (identify(pid) ? [name] : []));
}
