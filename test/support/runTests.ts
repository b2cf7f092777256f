import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { buildConsole } from "#stack/consoleBuild.ts";
import { workflowBundle } from "#worker/bundle.ts";
import { getHelm } from "../deploy/chart.ts";
import { testsChangedSince } from "./changedTests.ts";
import { type ImportGraph, reachedFrom, readImportGraph } from "./importGraph.ts";
import { type Lane, planTests, type TestPlan } from "./lanes.ts";
import { provisionAll } from "./provisioned.ts";
import { type Ended, isStopped, lastFailures, mochaLane, run, unitLane } from "./runLane.ts";
import { shareOut } from "./shareOut.ts";

// `npm test` runs types, lint, format and unused code beside the unit tests first, because they fail fast, then every
// other test. With names of test files (`npm test -- test/api/submitRender.test.ts`) it runs only those. With
// `--since main` it runs the tests that import a file changed since then.
//
// A lane is a mocha process with servers of its own. A lane of states and messages waits half of its time; lanes of
// pictures and screens compute. So the lanes side by side use three halves of two processors: the rest is for bursts, as
// tests have deadlines. Failures are printed again at the end, then the total count.
const halvesOfProcessors = 3;
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Names of test files with options of mocha, or `--since` with a commit. */
const named = process.argv.slice(2);
const base = named[0] === "--since" ? named[1] : undefined;
const ended = named.length > 0 && base === undefined ? await runNamed() : await runPlan(readImportGraph(root));
printTotal(ended);

async function runNamed(): Promise<Ended[]> {
  await provisionAll();
  return [await run(mochaLane(named), true)];
}

function plan(graph: ImportGraph): TestPlan {
  if (base === undefined) return planTests(graph);
  const { tests, unreached } = testsChangedSince(root, base, graph);
  console.log(`${tests.length} test files import what changed since ${base}`);
  if (unreached.length > 0)
    console.log(`no test imports ${unreached.join(", ")}: npm test runs the tests that read them`);
  return planTests(graph, tests);
}

async function runPlan(graph: ImportGraph): Promise<Ended[]> {
  const { unit, lanes, exacting } = plan(graph);
  const checks = run(["npm", "run", "--silent", "check"], true);
  const units = unit.length > 0 ? [await run(unitLane(unit), false)] : [];
  for (const { output } of units) console.log(output);
  const { code } = await checks;
  if (code !== 0) process.exit(code);
  if (lanes.length + exacting.length === 0) return units;
  // Built here once, so that the lanes do not build them at the same time.
  await workflowBundle();
  await buildConsole(console.log);
  await provisionAll();
  // Helm takes minutes to build, which would delay tests beside it.
  const reachesHelm = (test: string) => reachedFrom(graph, test).has("stack/provision/helm.ts");
  if (lanes.some(({ tests }) => tests.some(reachesHelm))) await getHelm();
  const all = [...units, ...(await runLanes(lanes))];
  return exacting.length > 0 && !isStopped() ? [...all, await run(mochaLane(exacting), true)] : all;
}

/** Runs lanes, as many at a time as the processors bear. The report of a lane is printed when it ends. */
async function runLanes(lanes: Lane[]): Promise<Ended[]> {
  const outcomes: Ended[] = [];
  const jobs = lanes.map(({ tests, halves }) => ({ tests, needs: halves }));
  await shareOut(halvesOfProcessors, jobs, async ({ tests }) => {
    if (isStopped()) return;
    const outcome = await run(mochaLane(tests, ["--require", "./test/support/serversFirst.ts"]), false);
    console.log(outcome.output);
    outcomes.push(outcome);
  });
  return outcomes;
}

function printTotal(outcomes: Ended[]): void {
  const counts = outcomes.map(({ output }) => /(\d+) passed, (\d+) failed\s*$/.exec(output));
  const sum = (group: number): number => counts.reduce((total, count) => total + Number(count?.[group] ?? 0), 0);
  const unfinished = counts.filter((count) => count === null).length;
  if (outcomes.length > 1) for (const outcome of outcomes) if (outcome.code !== 0) console.log(lastFailures(outcome));
  if (unfinished > 0) console.log(`${unfinished} of ${outcomes.length} lanes ended without a count`);
  console.log(`${sum(1)} passed, ${sum(2) + unfinished} failed`);
  process.exit(outcomes.find(({ code }) => code !== 0)?.code ?? 0);
}
