import { setTimeout as sleep } from "node:timers/promises";
import type { StackHandle } from "#stack/startStack.ts";

/** The end of the faults, and the mean time between two, in milliseconds. `random` returns numbers from 0 to 1. */
export type FaultPlan = { until: number; between: number; random: () => number };

type Fault = {
  name: "killed" | "hung";
  parts: RegExp;
  /** Relative frequency. */
  weight: number;
};

const dependencies = /^(?:temporal|mongo|s3|mail)$/;

const faults: readonly Fault[] = [
  { name: "killed", parts: /^(?:worker|api)(?:-\d+)?$/, weight: 6 },
  { name: "killed", parts: dependencies, weight: 2 },
  // A server that accepts connections and never answers is worse than a dead one.
  { name: "hung", parts: dependencies, weight: 2 },
];

/** How long a server hangs, milliseconds: to two thirds less and as much more. */
const hangMs = 4_000;

/**
 * Kills a process of the stack with -9, which its supervisor starts again, or has a server hang, at random moments.
 * Resolves to how often each came, by part; by then no server hangs any more.
 */
export async function breakAtRandom({ info }: StackHandle, plan: FaultPlan): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  while (Date.now() < plan.until) {
    await sleep(plan.between * (0.5 + plan.random()));
    const fault = pick(faults, plan.random());
    const pids = Object.entries(info.processes).filter(([part]) => fault.parts.test(part));
    const [part, pid] = pids[Math.floor(plan.random() * pids.length)] ?? [];
    if (part === undefined || pid === undefined) continue;
    const done = fault.name === "killed" ? signal(pid, "SIGKILL") : await hang(pid, plan.random());
    if (done) counts[`${part} ${fault.name}`] = (counts[`${part} ${fault.name}`] ?? 0) + 1;
  }
  return counts;
}

async function hang(pid: number, share: number): Promise<boolean> {
  if (!signal(pid, "SIGSTOP")) return false;
  await sleep(hangMs * (1 / 3 + (4 / 3) * share));
  return signal(pid, "SIGCONT");
}

/** False where the process is gone: it is being started again just now. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}

function pick(among: readonly Fault[], share: number): Fault {
  const total = among.reduce((sum, { weight }) => sum + weight, 0);
  let left = share * total;
  const found = among.find(({ weight }) => (left -= weight) < 0);
  if (found === undefined) throw new Error("there is no fault to pick");
  return found;
}
