import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import sharp from "sharp";
import { type RenderRequest, Watchframe } from "#clients/typescript/src/index.ts";
import { toCommandLine } from "#console/screens/renders/playground/commandLine.ts";
import { callTool, newClient } from "../mcp/support/agent.ts";
import { minimalEnvironment } from "../support/environment.ts";
import { runProgram } from "../support/examples.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startHeldSite } from "../support/stack.ts";
import { useResource } from "../support/useResource.ts";
import { installPacked } from "./support/packedPackage.ts";
import { findProgram, programs } from "./support/runtimes.ts";

describe("the package of the command line", function () {
  this.timeout(120_000);
  const project = useResource(() => installPacked("clients/cli"));

  it("has its bundle, its licences and no dependencies", async () => {
    const others = project.files.filter((file) => !/^dist\/[\w-]+\.js$/.test(file));
    expect(others).to.deep.equal(["LICENSE", "README.md", "bin/watchframe.js", "dist/licences.md", "package.json"]);
    const packages = await readdir(path.join(project.folder, "node_modules"));
    expect(packages.filter((name) => !name.startsWith("."))).to.deep.equal(["watchframe"]);
    const licences = await readFile(path.join(project.installed, "dist/licences.md"), "utf8");
    // The types of Node.js 24 have this one, so the compiler does not refuse it for Node.js 20.
    for (const file of project.files.filter((name) => name.endsWith(".js")))
      expect(await readFile(path.join(project.installed, file), "utf8"), file).to.not.include("URL.parse(");
    for (const bundled of ["commander", "fflate", "yaml"]) expect(licences).to.include(`## ${bundled} - `);
  });

  describe("in each runtime", () => {
    const site = useResource(startHeldSite);
    const pipeline = usePipeline({ allow: () => [site.host] });

    before(() => {
      site.release();
      site.page = "<!doctype html><title>Prices</title><h1>Lamps</h1>";
      return writeFile(path.join(project.folder, "urls.yaml"), "name: Lamps\nurl: https://lamps.example\n");
    });

    /** Settings of a shell that has the installed command line and an account of its own. */
    async function newEnvironment() {
      const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
      const base = { ...minimalEnvironment(), HOME: project.folder };
      return { ...base, WATCHFRAME_URL: pipeline.apiUrl, WATCHFRAME_API_KEY: key };
    }

    const runtimes: { name: string; find: () => Promise<string | null> }[] = [
      { name: "Node.js 20", find: () => findProgram(programs.node20WithStyles) },
      { name: "Node.js 22", find: () => findProgram(programs.node22) },
      { name: "Node.js 24", find: async () => process.execPath },
    ];
    for (const { name, find } of runtimes) {
      it(`works in ${name}`, async function () {
        const node = await find();
        if (node === null) return this.skip();
        const env = await newEnvironment();
        const program = path.join(project.folder, "node_modules/.bin/watchframe");
        const watchframe = async (...args: string[]): Promise<string> => {
          const ended = await runProgram({ command: node, args: [program, ...args], cwd: project.folder, env });
          expect({ code: ended.code, stderr: ended.stderr }, args.join(" ")).to.deep.equal({ code: 0, stderr: "" });
          return ended.stdout;
        };
        const { version }: { version: string } = JSON.parse(await readFile("clients/cli/package.json", "utf8"));
        expect(await watchframe("--version")).to.equal(`${version}\n`);
        expect(JSON.parse(await watchframe("usage", "--json"))).to.have.nested.property("credits.used", 0);
        const file = (await watchframe("shot", `${site.url}/prices`, "--format", "png", "--force")).trim();
        const picture = await sharp(path.join(project.folder, file)).metadata();
        expect(picture).to.include({ format: "png", width: 1280 });
        const agent = newClient("modern");
        await agent.connect(new StdioClientTransport({ command: node, args: [program, "mcp"], env, stderr: "pipe" }));
        const id = "0192f0c1-7d3a-7000-8000-2a9c5e1f0b64";
        const { facts } = await callTool(agent, "watchframe_update_monitor", {
          monitor_id: id,
          text: true,
          digest: "daily",
        });
        expect(facts).to.include({ error: "not_found" });
        await agent.close();
        // The formats of monitor files are a module of their own, with the parser of YAML.
        const dryRun = await watchframe("monitor", "import", "urls.yaml", "--dry-run", "--json", "--quiet");
        expect(JSON.parse(dryRun)).to.have.nested.property("[0].name", "Lamps");
      });
    }

    it("renders by the line that the console copies as the API does by its body", async () => {
      const env = await newEnvironment();
      const inPath = [path.dirname(process.execPath), path.join(project.folder, "node_modules/.bin")];
      const body: RenderRequest = {
        url: `${site.url}/it's?a=1&b=$HOME`,
        fullPage: true,
        width: 800,
        timeout: 20,
        hideSelectors: ["[title='a b']", '[title="$(touch c)"]'],
        geolocation: { latitude: -1.5, longitude: 2 },
        reducedMotion: false,
        headers: { "X-Note": "it's $HOME" },
        extractMarkdown: true,
        format: "png",
      };
      const wf = new Watchframe({ baseUrl: env.WATCHFRAME_URL, apiKey: env.WATCHFRAME_API_KEY });
      const expected = await wf.renders.run(body);
      const folder = await mkdtemp(path.join(project.folder, "outputs-"));
      const line = toCommandLine(pipeline.apiUrl, body);
      const args = ["-c", line];
      const ended = await runProgram({
        command: "sh",
        args,
        cwd: folder,
        env: { ...env, PATH: [...inPath, process.env["PATH"]].join(":") },
      });
      expect({ code: ended.code, stderr: ended.stderr }, line).to.deep.equal({ code: 0, stderr: "" });
      const files = await readdir(folder);
      expect(files.map((file) => path.extname(file)).toSorted()).to.deep.equal([".json", ".md", ".png"]);
      const [newest] = await wf.jobs.list().take(1);
      expect(newest?.id).to.not.equal(expected.id);
      expect(newest).to.deep.include({ url: expected.url, options: expected.options });
    });
  });
});
