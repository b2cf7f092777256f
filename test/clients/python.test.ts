import { expect } from "chai";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { findPython, generatePython } from "#clients/generate/python.ts";
import { Watchframe } from "#clients/typescript/src/index.ts";
import { Resource } from "#clients/typescript/src/resource.ts";
import { wheelsOf } from "#stack/provision/python.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { runProgram } from "../support/examples.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startHeldSite } from "../support/stack.ts";
import { useResource } from "../support/useResource.ts";
import { pythonEnvironment, pythonTests, startPythonDriver } from "./support/pythonClient.ts";

const settings = path.resolve("clients/python/pyproject.toml");
const files = readdirSync(pythonTests).filter((name) => name.startsWith("test_"));
/** Only a browser has a session of its own. */
const ofBrowsers = ["sessions.create", "sessions.current", "sessions.endCurrent"];

/** Names of a resource's methods: its own calls, those by hand and those that it inherits. */
function methodsOf(resource: Resource): string[] {
  const own = Object.entries(resource).filter(([, value]) => typeof value === "function");
  const names = new Set(own.map(([name]) => name));
  for (
    let each: unknown = Object.getPrototypeOf(resource);
    each !== Resource.prototype;
    each = Object.getPrototypeOf(each)
  )
    for (const name of Object.getOwnPropertyNames(each)) if (name !== "constructor") names.add(name);
  return [...names];
}

describe("the Python client", function () {
  this.timeout(180_000);
  let python: string;
  let sitePort: number;

  before(async function () {
    const found = await findPython(process.env);
    if (found === null) return this.skip();
    python = found;
    [sitePort = 0] = await freePorts(1);
  });

  it("has generated files that fit the API's routes; else run `npm run client:generate`", async () => {
    for (const [file, expected] of Object.entries(await generatePython(python, process.env))) {
      const kept = await readFile(file, "utf8");
      expect(kept === expected, file).to.equal(true);
    }
  });

  it("has the calls of the TypeScript client, and no others", async () => {
    const driver = startPythonDriver(python, { apiUrl: "http://127.0.0.1:1", key: "wf_live_a" });
    const { result } = await driver.call("names").finally(() => driver.stop());
    const wf = new Watchframe({ apiKey: "wf_live_a" });
    const inTypeScript = Object.entries(wf).flatMap(([resource, value]) =>
      value instanceof Resource ? methodsOf(value).map((method) => `${resource}.${method}`) : [],
    );
    expect(result, "add it to clients/python/watchframe/resources").to.have.members(
      inTypeScript.filter((name) => !ofBrowsers.includes(name)),
    );
    expect(inTypeScript).to.include.members(ofBrowsers);
  });

  describe("with the whole service", () => {
    const held = useResource(startHeldSite);
    const pipeline = usePipeline({ allow: () => [`127.0.0.1:${sitePort}`, held.host] });

    for (const file of files) {
      it(`passes ${file}`, async () => {
        const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
        const account = { apiUrl: pipeline.apiUrl, key };
        const { code, stdout, stderr } = await runProgram({
          command: python,
          args: ["-m", "pytest", "-v", "--config-file", settings, "--rootdir", pythonTests, file],
          cwd: pythonTests,
          env: { ...pythonEnvironment(account), SITE_PORT: String(sitePort), WHEELS: wheelsOf(python) },
          maxMs: 170_000,
        });
        expect(code, `${stdout}${stderr}`).to.equal(0);
      });
    }

    it("waits for a job while the API restarts, and is charged once", async () => {
      const caller = await newCaller(pipeline.apiUrl, pipeline.database);
      const driver = startPythonDriver(python, { apiUrl: pipeline.apiUrl, key: caller.key });
      try {
        const run = driver.call("renders.run", { request: { url: held.url } });
        await held.visited(1);
        await pipeline.stopApi();
        await pipeline.startApi();
        held.release();
        expect((await run).result).to.include({ status: "completed", attempts: 1 });
      } finally {
        driver.stop();
      }
      const usage = await caller.call("GET", "/usage");
      expect(await usage.json()).to.have.nested.property("credits.used", 1);
    });
  });
});
