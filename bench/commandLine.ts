import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { runCommand } from "#stack/provision/context.ts";
import { type BenchStack, onStack } from "./onStack.ts";
import { trivialPage } from "./samplePages.ts";
import { median, quantile } from "./statistics.ts";

const rounds = 40;
const folder = path.resolve(import.meta.dirname, "../clients/cli");

/**
 * Measures `watchframe shot` by its bundle beside curl with the same render, in turn. Both are programs of their own that
 * write the picture to standard output. curl makes one call, and the command line three.
 */
export async function commandLineBench(): Promise<void> {
  await runCommand({ file: "npm", args: ["run", "build"], env: process.env, cwd: folder });
  await onStack(
    {
      site: (_request, response) => response.setHeader("content-type", "text/html").end(trivialPage),
      atOnce: 4,
      onLine: () => undefined,
    },
    measure,
  );
}

type Program = { file: string; args: string[] };

async function measure({ stack: { info }, url }: BenchStack): Promise<void> {
  const env = { PATH: process.env["PATH"], WATCHFRAME_URL: info.apiUrl, WATCHFRAME_API_KEY: info.apiKey };
  const address = new URL(`/render/screenshot?${new URLSearchParams({ url }).toString()}`, info.apiUrl).href;
  const bundle = path.join(folder, "dist", "watchframe.js");
  const programs: Record<string, Program> = {
    "Node.js alone": { file: process.execPath, args: ["-e", "process.stdout.write('.')"] },
    "watchframe --version": { file: process.execPath, args: [bundle, "--version"] },
    curl: { file: "curl", args: ["-sSf", "-H", `Authorization: Bearer ${info.apiKey}`, address] },
    "watchframe shot": { file: process.execPath, args: [bundle, "shot", url, "-o", "-"] },
  };
  const times = new Map<string, number[]>(Object.keys(programs).map((name) => [name, []]));
  // The first rounds warm the service and the files of both programs.
  for (let round = -5; round < rounds; round += 1) {
    for (const [name, program] of Object.entries(programs)) {
      const ms = await timeOf(program, env);
      if (round >= 0) times.get(name)?.push(ms);
    }
  }
  console.log("\nto the end of the program (ms)   median     p95");
  for (const [name, sample] of times) console.log(`  ${name.padEnd(26)}${row(median(sample), quantile(sample, 0.95))}`);
  const middle = (name: string): number => median(times.get(name) ?? []);
  const added = middle("watchframe shot") - middle("curl");
  console.log(`  added to curl, median     ${row(added)}   (must be at most 200)`);
  console.log(`  ratio of medians          ${(middle("watchframe shot") / middle("curl")).toFixed(2).padStart(8)}`);
}

/** Milliseconds from the start of a program to its end. @throws Error if it fails or prints nothing. */
async function timeOf({ file, args }: Program, env: Record<string, string | undefined>): Promise<number> {
  const began = performance.now();
  const child = spawn(file, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = await Promise.all([buffer(child.stdout), once(child, "close")]);
  const ms = performance.now() - began;
  if (child.exitCode !== 0 || printed.length === 0) throw new Error(`${file} ended with ${child.exitCode}`);
  return ms;
}

function row(...figures: number[]): string {
  return figures.map((figure) => figure.toFixed(0).padStart(8)).join("");
}
