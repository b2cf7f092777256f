import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Differ, type DifferAnswer, differNames } from "./differs.ts";
import { pagePairs } from "./diffPages.ts";
import { installPeer } from "./programs.ts";
import { median } from "./statistics.ts";

const rounds = 9;
const heights = [800, 10_000];

/**
 * Compares pictures with our modes, with pixelmatch alone (decoded by sharp) and with the fastest native differ on npm,
 * each in a process of its own, in turn. Prints milliseconds from files to findings and the peak memory of each
 * process.
 */
export async function diffBench(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "watchframe-diff-bench-"));
  try {
    const peer = await installPeer("@blazediff/bin", { version: "3.5.0", directory });
    const names = differNames.filter((name) => name !== "blazediff" || peer !== null);
    for (const height of heights) await compareAt(height, { directory, names, peer: peer ?? "" });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

type Setting = { directory: string; names: readonly Differ[]; peer: string };

async function compareAt(height: number, { directory, names, peer }: Setting): Promise<void> {
  const pairs = await writePairs(directory, height);
  const differs = new Map(names.map((name) => [name, startDiffer(name, { directory, peer })]));
  console.log(`\n1280×${height} (ms)${pairs.map(({ name }) => name.padStart(22)).join("")}    peak memory`);
  const medians = new Map<Differ, string[]>(names.map((name) => [name, []]));
  for (const { before, after } of pairs) {
    const times = new Map<Differ, number[]>(names.map((name) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, differ] of differs) times.get(name)?.push((await differ.compare(before, after)).milliseconds);
    }
    for (const [name, sample] of times) medians.get(name)?.push(median(sample).toFixed(0));
  }
  for (const [name, differ] of differs) {
    const megabytes = await differ.end();
    const row = medians.get(name)?.map((figure) => figure.padStart(22)) ?? [];
    console.log(`  ${name.padEnd(18)}${row.join("")}${`${megabytes.toFixed(0)} MB`.padStart(15)}`);
  }
}

async function writePairs(directory: string, height: number) {
  const written = Object.entries(await pagePairs(height)).map(async ([name, pair]) => {
    const folder = join(directory, `${height}-${name.replaceAll(" ", "-")}`);
    await mkdir(folder);
    const [before, after] = [join(folder, "before.png"), join(folder, "after.png")];
    await Promise.all([writeFile(before, pair.before), writeFile(after, pair.after)]);
    return { name, before, after };
  });
  return Promise.all(written);
}

type RunningDiffer = {
  compare(before: string, after: string): Promise<DifferAnswer>;
  /** Ends the process. Returns its peak memory in MB. */
  end(): Promise<number>;
};

function startDiffer(name: Differ, { directory, peer }: Omit<Setting, "names">): RunningDiffer {
  const child = fork(new URL("./differs.ts", import.meta.url), [name, directory, peer], {
    execArgv: ["--max-old-space-size=256", "--no-warnings"],
  });
  let peakMb = 0;
  return {
    async compare(before, after) {
      child.send({ before, after });
      const answer = await answerOf(child);
      peakMb = Math.max(peakMb, answer.megabytes);
      return answer;
    },
    async end() {
      child.disconnect();
      await once(child, "exit");
      return peakMb;
    },
  };
}

async function answerOf(child: ChildProcess): Promise<DifferAnswer> {
  const answer = Promise.withResolvers<DifferAnswer>();
  const onExit = (code: number | null) => answer.reject(new Error(`a differ ended with ${code}`));
  child.once("message", answer.resolve).once("exit", onExit);
  return answer.promise.finally(() => child.off("exit", onExit));
}
