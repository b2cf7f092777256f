import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { buildConsole } from "#stack/consoleBuild.ts";
import { workflowBundle } from "#worker/bundle.ts";
import { provisionAll } from "./provisioned.ts";

// `npm test` runs types, lint, format and unused code first, because they fail fast, then every test.
// With names of test files (`npm test -- test/api/submitRender.test.ts`) it runs only those.
//
// A lane is a mocha process with servers of its own. Two lanes run at a time, because tests wait about as long as they compute.
// With three on two processors, waits of 20 s came to their end. The longest lanes start first, so that none is left alone at
// the end. Tests with strict deadlines or exact pixels run after them, alone. The report of a lane is printed when it ends. Failures are printed again at the end,
// then the total count.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const mocha = join(root, "node_modules/mocha/bin/mocha.js");
const atOnce = 2;
const within = (...names: string[]) => names.map((name) => `test/${name}/**/*.test.ts`);
const files = (folder: string, ...names: string[]) => names.map((name) => `test/${folder}/${name}.test.ts`);
const without = (patterns: string[]) => patterns.flatMap((pattern) => ["--ignore", pattern]);
const exacting = [
  ...files("browser", "hostile", "misbehaviour", "navigation", "revealed", "still", "waiting"),
  ...files("api", "rateLimits"),
  ...files("console", "modeSpeed", "overviewSpeed"),
];
const killed = files("e2e", "crawl", "faults", "monitorFaults");
const sequences = files(
  "workflows",
  "monitor",
  "monitorHistory",
  "monitorMute",
  "monitorRecovery",
  "monitorSequences",
  "monitorSteering",
  "monitorThreshold",
);
const pages = files("workflows", "crawl", "crawlEnd", "hostThrottle", "renderBatch", "renderSchedule");
const foldersWithLanes = within("api", "browser", "console", "deploy", "e2e", "stack", "workflows");
/** The longest first, by their durations in a whole run: 5 minutes to 3 minutes. */
const lanes = [
  [...within("workflows"), ...without([...sequences, ...pages])],
  [...within("stack", "deploy", "console"), ...without(exacting)],
  [...within("api"), ...without(exacting)],
  [...within("e2e"), ...without(killed)],
  ["test/**/*.test.ts", ...without(foldersWithLanes)],
  [...within("browser"), ...without(exacting)],
  pages,
  killed,
  sequences,
];
const named = process.argv.slice(2);
const serversFirst = ["--require", join(root, "test/support/serversFirst.ts")];
const stages = named.length > 0 ? [[named]] : [lanes.map((lane) => [...serversFirst, ...lane]), [exacting]];

let stopped = false;

type Ended = { code: number; output: string };

/** Mocha's list of failures, without the list of slow files after it; or the end of the output of a lane that broke off. */
function failuresIn(output: string): string {
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

/** Runs lanes, `atOnce` at a time. The output of a single lane is shown while it runs. */
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
  // Built here once, so that the lanes do not build them at the same time.
  await workflowBundle();
  await buildConsole(console.log);
}
await provisionAll();
const ended: Ended[] = [];
for (const stage of stages) ended.push(...(await runAll(stage)));
const counts = ended.map(({ output }) => /(\d+) passed, (\d+) failed\s*$/.exec(output));
const sum = (group: number): number => counts.reduce((total, count) => total + Number(count?.[group] ?? 0), 0);
const unfinished = counts.filter((count) => count === null).length;
if (ended.length > 1) for (const { code, output } of ended) if (code !== 0) console.log(failuresIn(output));
if (unfinished > 0) console.log(`${unfinished} of ${ended.length} lanes ended without a count`);
console.log(`${sum(1)} passed, ${sum(2) + unfinished} failed`);
process.exit(ended.find(({ code }) => code !== 0)?.code ?? 0);
