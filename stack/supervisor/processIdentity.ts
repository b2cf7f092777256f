import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process that can be told apart from a later one with the same number. */
export interface ProcessIdentity {
  pid: number;
  /** When it started, as the system writes it; compared, never parsed. */
  startTime: string;
}

/** The identity of a living process; undefined when there is none with that number, or only a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startTime = process.platform === "linux" ? linuxStartTime(pid) : listedStartTime(pid);
  return startTime ? { pid, startTime } : undefined;
}

/** Whether that very process is still there. */
export function isAlive({ pid, startTime }: ProcessIdentity): boolean {
  return identify(pid)?.startTime === startTime;
}

/** Sends a signal to the process group that `pid` leads; false when it has no process left (macOS says EPERM for zombies). */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, signal);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM")) return false;
    throw error;
  }
}

/** Field 22 of stat counts from boot, so the boot is part of the identity. */
function linuxStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in field 2 may hold spaces and brackets; the last bracket ends it.
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
    // ps ends with 1 when no process has that number.
    return undefined;
  }
}
