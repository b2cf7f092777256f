import Mocha from "mocha";

/** Mocha's own report, closed by one plain line that a script can read. */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    runner.once("end", () => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      process.once("exit", () =>
        console.log(`${passes} passed, ${failures} failed${pending > 0 ? `, ${pending} skipped` : ""}`),
      );
    });
  }
}
