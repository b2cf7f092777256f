import { relative } from "node:path";
import Mocha from "mocha";

/** Milliseconds for open resources to close after the last test and hook. */
const CLOSING_MS = 20_000;

/** Mocha's own report, then the slowest files, then one line with the counts that a script can read. */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const times = options.parallel === true ? sumTests(runner) : timeFiles(runner);
    runner.once("end", () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      console.log(slowest(times));
      process.once("exit", () =>
        console.log(`${pending > 0 ? `${pending} skipped\n` : ""}${passes} passed, ${failures} failed`),
      );
      setTimeout(() => endAll(failures), CLOSING_MS).unref();
    });
  }
}

/** Names the resources that a test left open and ends the process, which would wait for them. */
function endAll(failures: number): void {
  console.log(`the tests left open: ${process.getActiveResourcesInfo().join(", ")}`);
  process.exit(failures > 0 ? 1 : 0);
}

function timeFiles(runner: Mocha.Runner): Map<string, number> {
  const times = new Map<string, number>();
  const begun = new Map<Mocha.Suite, number>();
  runner.on("suite", (suite) => begun.set(suite, Date.now()));
  runner.on("suite end", (suite) => {
    const file = suite.parent?.root === true ? suite.file : undefined;
    if (file === undefined) return;
    times.set(file, (times.get(file) ?? 0) + Date.now() - (begun.get(suite) ?? Date.now()));
  });
  return times;
}

/** The times of files without their hooks. Several processes send whole files at once, so the begin of a suite tells nothing. */
function sumTests(runner: Mocha.Runner): Map<string, number> {
  const times = new Map<string, number>();
  runner.on("test end", ({ file = "", duration = 0 }) => times.set(file, (times.get(file) ?? 0) + duration));
  return times;
}

function slowest(times: Map<string, number>): string {
  const first = [...times].toSorted(([, a], [, b]) => b - a).slice(0, 15);
  return first.map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${relative("", file)}`).join("\n");
}
