import { expect } from "chai";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { findPython, generatePython } from "#clients/generate/python.ts";
import { Watchframe } from "#clients/typescript/src/index.ts";
import { wheelsOf } from "#stack/provision/python.ts";
import { freePorts } from "#stack/supervisor/processes.ts";
import { runProgram } from "../support/examples.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startHeldSite } from "../support/stack.ts";
import { useResource } from "../support/useResource.ts";
import { pythonEnvironment, pythonTests, startPythonDriver } from "./support/pythonClient.ts";

const settings = path.resolve("clients/python/pyproject.toml");
const files = readdirSync(pythonTests).filter((name) => name.startsWith("test_"));

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

  it("has the calls of the TypeScript client", async () => {
    const driver = await readFile(path.join(pythonTests, "driver.py"), "utf8");
    const inPython = new Set([...driver.matchAll(/"(\w+\.\w+)": wf\./g)].map(([, name]) => name));
    const resources = Object.entries(new Watchframe({ apiKey: "wf_live_a" })).filter(([name]) => name !== "operations");
    const inTypeScript = resources.flatMap(([resource, value]) =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(value)).map((method) => `${resource}.${method}`),
    );
    const missing = inTypeScript.filter((name) => !name.endsWith(".constructor") && !inPython.has(name));
    expect(missing, "add it to clients/python/watchframe/resources and to driver.py").to.have.members([
      // A stream is no JSON. Only a browser has a session of its own.
      "jobs.stream",
      "sessions.create",
      "sessions.current",
      "sessions.endCurrent",
    ]);
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
