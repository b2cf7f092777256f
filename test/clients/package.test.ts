import { expect } from "chai";
import path from "node:path";
import { launch } from "puppeteer";
import { Webhook } from "standardwebhooks";
import { minimalEnvironment } from "../support/environment.ts";
import { runProgram } from "../support/examples.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { chromePath } from "../support/provisioned.ts";
import { startHeldSite } from "../support/stack.ts";
import { useResource } from "../support/useResource.ts";
import { type CompilerOptions, createConsumerProject } from "./support/consumerProject.ts";
import { findProgram, programs } from "./support/runtimes.ts";
import { openSameOrigin } from "./support/sameOrigin.ts";

/** The answer of `exercise.js` in every runtime. */
const expected = {
  hello: "hello",
  isOwnChange: true,
  title: "Prices",
  contentType: "text/markdown; charset=utf-8",
  hasText: true,
  failure: "selector_not_found",
  refusal: "ApiError 404 not_found",
  aborted: "enough",
  isListed: true,
  webhook: "job.completed",
};

/** A webhook of this moment, as a receiver gets it. */
function signedWebhook() {
  const secret = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
  const now = new Date();
  const body = JSON.stringify({ id: "evt_1", type: "job.completed", timestamp: now.toISOString(), data: {} });
  const headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", now, body),
  };
  return { body, headers, secret };
}

describe("the client's package", function () {
  this.timeout(120_000);
  const project = useResource(createConsumerProject);

  describe("in each runtime", () => {
    const site = useResource(startHeldSite);
    const pipeline = usePipeline({ allow: () => [site.host] });

    before(() => {
      site.release();
      site.page =
        "<!doctype html><title>Prices</title><main><h1>Lamps</h1><p>A lamp costs €39 today, shipped free.</p></main>";
    });

    /** The input of `exercise.js`, with an account of its own. */
    async function inputFor(baseUrl = pipeline.apiUrl) {
      const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
      return { apiKey: key, baseUrl, url: `${site.url}/prices`, webhook: signedWebhook() };
    }

    const runtimes: { name: string; find: () => Promise<string | null>; args?: string[] }[] = [
      { name: "Node.js 20", find: () => findProgram(programs.node20) },
      { name: "Node.js 22", find: () => findProgram(programs.node22) },
      { name: "Node.js 24", find: async () => process.execPath },
      {
        name: "Deno",
        find: () => findProgram(programs.deno),
        args: ["run", "--allow-net", "--allow-env", "--no-remote"],
      },
      { name: "Bun", find: () => findProgram(programs.bun) },
    ];
    for (const { name, find, args = [] } of runtimes) {
      it(`works in ${name}`, async function () {
        const command = await find();
        if (command === null) return this.skip();
        const { stdout, stderr, code } = await runProgram({
          command,
          args: [...args, "run.js", JSON.stringify(await inputFor())],
          cwd: project.folder,
          env: { ...minimalEnvironment(), HOME: project.folder },
        });
        expect({ stderr, code }).to.deep.equal({ stderr: "", code: 0 });
        expect(JSON.parse(stdout)).to.deep.equal(expected);
      });
    }

    it("works in a page of Chromium", async () => {
      const origin = await openSameOrigin(pipeline.apiUrl, project);
      const browser = await launch({
        executablePath: chromePath(),
        headless: "shell",
        args: ["--no-sandbox"],
        pipe: true,
      });
      try {
        const page = await browser.newPage();
        await page.goto(`${origin.url}/page`);
        const result = await page.evaluate(
          async (input) => {
            const module = "/exercise.js";
            const { exercise }: { exercise: (given: unknown) => Promise<unknown> } = await import(module);
            return exercise(input);
          },
          await inputFor(origin.url),
        );
        expect(result).to.deep.equal(expected);
      } finally {
        await browser.close();
        await origin.close();
      }
    });
  });

  describe("for compilers", () => {
    const typescript7 = path.resolve("node_modules/typescript/bin/tsc");

    it("has the built modules with their types, and nothing else", () => {
      const others = project.files.filter((file) => !/^dist\/[\w/]+\.(?:js|d\.ts)$/.test(file));
      expect(others).to.deep.equal(["LICENSE", "README.md", "package.json"]);
      const modules = project.files.filter((file) => file.endsWith(".js"));
      expect(modules).to.include.members(["dist/index.js", "dist/webhooks.js"]);
      expect(project.files).to.include.members(modules.map((file) => file.replace(/\.js$/, ".d.ts")));
    });

    const inNode = { lib: ["es2022"], types: ["node"] };
    const inBrowser = { lib: ["es2022", "dom", "dom.iterable"], types: [] };
    const nodenext = { module: "nodenext", moduleResolution: "nodenext" };
    const bundler = { module: "esnext", moduleResolution: "bundler" };
    const inEachWay: CompilerOptions[] = [
      { ...nodenext, ...inNode, exact: true },
      { ...nodenext, ...inNode, exact: false },
      { ...bundler, ...inBrowser, exact: true },
      { ...bundler, ...inBrowser, exact: false },
    ];
    const compilers: { name: string; find: () => Promise<string | null>; settings: CompilerOptions[] }[] = [
      {
        name: "TypeScript 5.9",
        find: () => findProgram(programs.typescript5),
        // It takes ten times as long as TypeScript 7. These two have each value once.
        settings: [
          { ...nodenext, ...inNode, exact: true },
          { ...bundler, ...inBrowser, exact: false },
        ],
      },
      { name: "TypeScript 7", find: async () => typescript7, settings: inEachWay },
    ];
    for (const { name, find, settings } of compilers) {
      it(`fits strict code in ${name}, with each way to resolve modules`, async function () {
        const compiler = await find();
        if (compiler === null) return this.skip();
        const outcomes = await Promise.all(settings.map((options) => project.check(compiler, options)));
        for (const [index, { stdout, code }] of outcomes.entries()) {
          expect({ stdout, code }, JSON.stringify(settings[index])).to.deep.equal({ stdout: "", code: 0 });
        }
      });
    }
  });
});
