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
// Lanes are processes with servers of their own. They run two at a time, as most tests wait more than they compute: for timers
// of workflows, for processes that were killed, for servers to start. What holds a busy browser or a clock to a deadline, or to
// the pixel, runs after them, with nothing beside it. A lane's report is printed whole, and the last line counts over all of them.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const mocha = join(root, "node_modules/mocha/bin/mocha.js");
const within = (...names: string[]) => names.map((name) => `test/${name}/**/*.test.ts`);
const waiting = [within("e2e"), within("workflows")];
const asking = within("api", "deploy", "stack");
const exacting = [
  ...["hostile", "misbehaviour", "still", "waiting"].map((name) => `test/browser/${name}.test.ts`),
  "test/api/rateLimits.test.ts",
];
const without = (patterns: string[]) => patterns.flatMap((pattern) => ["--ignore", pattern]);
const others = ["test/**/*.test.ts", ...without([...waiting.flat(), ...asking, ...exacting])];
const files = process.argv.slice(2);
const serversFirst = ["--require", join(root, "test/support/serversFirst.ts")];
const together = (...lanes: string[][]) => lanes.map((lane) => [...serversFirst, ...lane]);
const stages =
  files.length > 0
    ? [[files]]
    : [together(...waiting), together([...asking, ...without(exacting)], others), [exacting]];

let stopped = false;

interface Ended {
  code: number;
  output: string;
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

if (files.length === 0) {
  const { code } = await run("npm", ["run", "--silent", "check"], true);
  if (code !== 0) process.exit(code);
  // Before several lanes want it at the same time.
  await workflowBundle();
}
await provisionAll();
const ended: Ended[] = [];
for (const stage of stages) {
  if (stopped) break;
  const running = stage.map((lane, index) => run(process.execPath, [mocha, ...lane], index === 0));
  const outcomes = await Promise.all(running);
  for (const { output } of outcomes.slice(1)) console.log(output);
  ended.push(...outcomes);
}
const counts = ended.map(({ output }) => /(\d+) passed, (\d+) failed\s*$/.exec(output));
const sum = (group: number): number => counts.reduce((total, count) => total + Number(count?.[group] ?? 0), 0);
const unfinished = counts.filter((count) => count === null).length;
if (unfinished > 0) console.log(`${unfinished} of ${ended.length} lanes ended without a count`);
console.log(`${sum(1)} passed, ${sum(2) + unfinished} failed`);
process.exit(ended.find(({ code }) => code !== 0)?.code ?? 0);
