import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { environmentWithoutSettings } from "../support/environment.ts";
import { runProgram } from "../support/examples.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe("npm run explain", function () {
  this.timeout(120_000);

  /** Explains a page, or nothing. */
  const explain = (...pages: string[]) =>
    runProgram({
      command: process.execPath,
      args: ["bench/main.ts", "explain", ...pages],
      cwd: root,
      env: environmentWithoutSettings(),
    });

  it("prints the choice, and the probability of each block", async () => {
    const page = new URL("../fixtures/content/related/source.html", import.meta.url);
    const { code, stdout, stderr } = await explain(page.href);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
    expect(stdout).to.match(/^chosen: (?:article|blocks) \(expected F1 0\.9\d+\)$/mu);
    expect(stdout).to.match(/^yes {3}yes {8}\s*0\.99\d +42 {2}The harbour of Lindholm froze over/mu);
    expect(stdout).to.match(/^ {17}\s*0\.\d+ +8 {2}Why the northern bridge is closed to lorries$/mu);
  });

  it("marks the lines that are cut from the chosen content", async () => {
    const page = new URL("../fixtures/content/prompts/source.html", import.meta.url);
    const { code, stdout } = await explain(page.href);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^cut {3}yes .* Jetzt den Newsletter abonnieren/mu);
    expect(stdout).to.match(/^yes {3}yes .* Der Hafen von Lindholm ist/mu);
    expect(stdout).to.not.match(/^yes .* (?:Seite drucken|Kommentar schreiben|© 2026)/mu);
  });

  it("asks for an address if there is none", async () => {
    const { code, stderr } = await explain();
    expect(code).to.equal(1);
    expect(stderr).to.include("Give the address of a page");
  });
});
