import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { provisionAll } from "./provisioned.ts";

// `npm test`: types, lint, format and unused code first, as they are quick to say what is wrong, then every test.
// Names of test files may follow (`npm test -- test/api/render.test.ts`); then only those run.
//
// The tests that mostly wait for a workflow's timers and those that mostly compute are lanes, each a process with servers
// of its own. They run side by side where the machine has the processors for it: some tests hold a busy browser to a
// deadline. A lane's report is printed whole, and the last line counts over all of them.
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const mocha = join(root, "node_modules/mocha/bin/mocha.js");
const waiting = ["test/workflows/**/*.test.ts", "test/e2e/**/*.test.ts"];
/** Processors from which on all lanes run at once. */
const processorsForAll = 4;
const files = process.argv.slice(2);
const lanes =
  files.length > 0 ? [files] : [waiting, ["test/**/*.test.ts", ...waiting.flatMap((pattern) => ["--ignore", pattern])]];

interface Ended {
  code: number;
  output: string;
}

async function run(command: string, args: string[], shown: boolean): Promise<Ended> {
  const step = spawn(command, args, { cwd: root, stdio: ["inherit", "pipe", "inherit"] });
  const pass = (signal: NodeJS.Signals): void => void step.kill(signal);
  process.on("SIGTERM", pass).on("SIGINT", pass);
  if (shown) step.stdout.pipe(process.stdout, { end: false });
  const [output, [code]] = await Promise.all([text(step.stdout), once(step, "close")]);
  process.off("SIGTERM", pass).off("SIGINT", pass);
  return { code: typeof code === "number" ? code : 1, output };
}

if (files.length === 0) {
  const { code } = await run("npm", ["run", "--silent", "check"], true);
  if (code !== 0) process.exit(code);
}
await provisionAll();
const ended: Ended[] = [];
if (availableParallelism() >= processorsForAll) {
  ended.push(...(await Promise.all(lanes.map((lane, index) => run(process.execPath, [mocha, ...lane], index === 0)))));
  for (const { output } of ended.slice(1)) console.log(output);
} else {
  for (const lane of lanes) ended.push(await run(process.execPath, [mocha, ...lane], true));
}
const counts = ended.map(({ output }) => /(\d+) passed, (\d+) failed\s*$/.exec(output));
const sum = (group: number): number => counts.reduce((total, count) => total + Number(count?.[group] ?? 0), 0);
const unfinished = counts.filter((count) => count === null).length;
if (unfinished > 0) console.log(`${unfinished} of ${lanes.length} lanes ended without a count`);
console.log(`${sum(1)} passed, ${sum(2) + unfinished} failed`);
process.exit(ended.find(({ code }) => code !== 0)?.code ?? 0);
