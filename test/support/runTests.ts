import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { workflowBundle } from "#worker/bundle.ts";
import { provisionAll } from "./provisioned.ts";

// `npm test`: types, lint, format and unused code first, as they are quick to say what is wrong, then every test.
// Names of test files may follow (`npm test -- test/api/render.test.ts`); then only those run.
//
// Lanes are processes with servers of their own. Two run at a time, as tests wait about as long as they compute: for timers of
// workflows, for processes that were killed, for servers to start. The longest begin first, so that no long one is left alone at
// the end. What holds a busy browser or a clock to a deadline, or to the pixel, runs after them, with nothing beside it. A lane's
// report is printed whole when it ends; what failed is told again at the very end, and the last line counts over all of them.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const mocha = join(root, "node_modules/mocha/bin/mocha.js");
const atOnce = 2;
const within = (...names: string[]) => names.map((name) => `test/${name}/**/*.test.ts`);
const files = (folder: string, ...names: string[]) => names.map((name) => `test/${folder}/${name}.test.ts`);
const without = (patterns: string[]) => patterns.flatMap((pattern) => ["--ignore", pattern]);
const exacting = [
  ...files("browser", "hostile", "misbehaviour", "navigation", "revealed", "still", "waiting"),
  ...files("api", "rateLimits"),
];
const killed = files("e2e", "crawl", "faults", "monitorFaults");
const pages = files(
  "workflows",
  "crawl",
  "crawlEnd",
  "monitor",
  "monitorSequences",
  "monitorSteering",
  "renderBatch",
  "renderSchedule",
);
const rooms = within("api", "browser", "deploy", "e2e", "stack", "workflows");
/** By how long they take, the longest first. */
const lanes = [
  pages,
  killed,
  [...within("workflows"), ...without(pages)],
  [...within("e2e"), ...without(killed)],
  [...within("api"), ...without(exacting)],
  [...within("browser"), ...without(exacting)],
  within("stack", "deploy"),
  ["test/**/*.test.ts", ...without(rooms)],
];
const named = process.argv.slice(2);
const serversFirst = ["--require", join(root, "test/support/serversFirst.ts")];
const stages = named.length > 0 ? [[named]] : [lanes.map((lane) => [...serversFirst, ...lane]), [exacting]];

let stopped = false;

interface Ended {
  code: number;
  output: string;
}

/** Mocha's account of what failed in a lane, which the reporter's list of slow files follows; or how its output ends. */
function told(output: string): string {
  return /^ {2}\d+ failing$[^]*?(?=^ *[\d.]+ s {2})/mu.exec(output)?.[0] ?? output.slice(-4_000);
}

async function run(command: string, args: string[], shown: boolean): Promise<Ended> {
  const step = spawn(command, args, { cwd: root, stdio: ["inherit", "pipe", "inherit"] });
  const pass = (signal: NodeJS.Signals): void => {
    stopped = true;
    step.kill(signal);
  };
  process.on("SIGTERM", pass).on("SIGINT", pass);
  if (shown) step.stdout.pipe(process.stdout, { end: false });
  const [output, [code]] = await Promise.all([text(step.stdout), once(step, "close")]);
  process.off("SIGTERM", pass).off("SIGINT", pass);
  return { code: typeof code === "number" ? code : 1, output };
}

/** Runs lanes, so many at once; one that has nothing beside it is shown while it runs. */
async function runAll(stage: string[][]): Promise<Ended[]> {
  const ended: Ended[] = [];
  const waiting = stage.values();
  const alone = stage.length === 1;
  async function runSome(): Promise<void> {
    for (const lane of waiting) {
      if (stopped) return;
      const outcome = await run(process.execPath, [mocha, ...lane], alone);
      if (!alone) console.log(outcome.output);
      ended.push(outcome);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runSome));
  return ended;
}

if (named.length === 0) {
  const { code } = await run("npm", ["run", "--silent", "check"], true);
  if (code !== 0) process.exit(code);
  // Before several lanes want it at the same time.
  await workflowBundle();
}
await provisionAll();
const ended: Ended[] = [];
for (const stage of stages) ended.push(...(await runAll(stage)));
const counts = ended.map(({ output }) => /(\d+) passed, (\d+) failed\s*$/.exec(output));
const sum = (group: number): number => counts.reduce((total, count) => total + Number(count?.[group] ?? 0), 0);
const unfinished = counts.filter((count) => count === null).length;
if (ended.length > 1) for (const { code, output } of ended) if (code !== 0) console.log(told(output));
if (unfinished > 0) console.log(`${unfinished} of ${ended.length} lanes ended without a count`);
console.log(`${sum(1)} passed, ${sum(2) + unfinished} failed`);
process.exit(ended.find(({ code }) => code !== 0)?.code ?? 0);
