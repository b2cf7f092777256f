import { spawnSync } from "node:child_process";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startHeldSite } from "../support/stack.ts";
import { useResource } from "../support/useResource.ts";
import { useCommandLine } from "./support/commandLine.ts";

describe("the command line: jobs, calls and checks", function () {
  this.timeout(120_000);
  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host] });
  const cli = useCommandLine();
  let env: Record<string, string>;
  let id: string;

  before(async () => {
    site.release();
    site.page = "<!doctype html><title>Lamps</title><main><h1>Lamps</h1><p>A lamp costs €39 today, with shipping.</p>";
    const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
    env = { WATCHFRAME_URL: pipeline.apiUrl, WATCHFRAME_API_KEY: key };
    const started = await cli.run(["shot", `${site.url}/lamps`, "--no-wait"], { env });
    expect(started.code, started.stderr).to.equal(0);
    id = started.text.trim();
  });

  it("waits for a job, lists it, and downloads its outputs", async () => {
    const ended = await cli.run(["job", "wait", id, "--json"], { env });
    expect(JSON.parse(ended.text)).to.include({ id, status: "completed" });
    const listed = await cli.run(["job", "list", "--status", "completed", "--jsonl"], { env });
    expect(JSON.parse(listed.text)).to.include({ id });
    expect((await cli.run(["job", "list"], { env })).text).to.match(/^ID +KIND +STATUS +PAGE/);
    const saved = await cli.run(["job", "download", id, "-o", "outputs"], { env });
    expect(saved.code, saved.stderr).to.equal(0);
    const files = await readdir(path.join(cli.cwd, "outputs"));
    expect(files.map((file) => path.extname(file)).toSorted()).to.deep.equal([".jpg", ".json"]);
    const bytes = await cli.run(["job", "download", id, "screenshot", "-o", "-"], { env });
    expect([...bytes.stdout.subarray(0, 2)]).to.deep.equal([0xff, 0xd8]);
  });

  it("exits with 4 for an unknown job, and with its reason as JSON", async () => {
    const unknown = "0192f0c1-7d3a-7000-8000-2a9c5e1f0b64";
    const { code, text, stderr } = await cli.run(["job", "get", unknown, "--json"], { env });
    expect(code).to.equal(4);
    expect(JSON.parse(text)).to.have.nested.property("error.code", "not_found");
    expect(stderr).to.match(/^watchframe: /);
  });

  it("calls any path of the API", async () => {
    const got = await cli.run(["api", "get", `/jobs?limit=1&status=completed`], { env });
    expect(JSON.parse(got.text).jobs[0].id).to.equal(id);
    await writeFile(path.join(cli.cwd, "body.json"), JSON.stringify({ url: "no address" }));
    const refused = await cli.run(["api", "POST", "/render", "-d", "@body.json"], { env });
    expect([refused.code, refused.text]).to.deep.equal([2, ""]);
    expect(refused.stderr).to.include("url: ");
    expect((await cli.run(["api", "GET", "//evil.example/"], { env })).stderr).to.include("begin with one slash");
  });

  it("checks the configuration, the service and the key", async () => {
    const healthy = await cli.run(["doctor"], { env });
    expect([healthy.code, healthy.text]).to.deep.equal([0, healthy.text]);
    expect(healthy.text)
      .to.match(/^ok +service: ready$/m)
      .and.to.match(/^ok +scopes of the key: .*render/m);
    const wrong = await cli.run(["doctor"], { env: { ...env, WATCHFRAME_API_KEY: "wf_live_wrong" } });
    expect([wrong.code, wrong.text]).to.deep.equal([3, wrong.text]);
    expect(wrong.text).to.match(/^FAIL scopes of the key: /m);
    const away = await cli.run(["doctor"], { env: { ...env, WATCHFRAME_URL: "http://127.0.0.1:9" } });
    expect([away.code, away.text]).to.deep.equal([7, away.text]);
    expect((await cli.run(["doctor"])).code).to.equal(3);
  });

  it("finds the running stack of a checkout without configuration", async () => {
    const home = path.join(cli.cwd, "home");
    await mkdir(home);
    const stack = { apiUrl: env["WATCHFRAME_URL"], apiKey: env["WATCHFRAME_API_KEY"], mongoUrl: "" };
    await writeFile(path.join(home, "stack.json"), JSON.stringify(stack));
    const { code, text } = await cli.run(["job", "list", "--jsonl"], { env: { WATCHFRAME_HOME: home } });
    expect([code, JSON.parse(text).id]).to.deep.equal([0, id]);
  });

  it("completes commands and flags in bash", async () => {
    const { text } = await cli.run(["completion", "bash"]);
    const complete = (...words: string[]) => {
      const line = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}`;
      const script = `${text}\n${line}; _watchframe; echo "\${COMPREPLY[@]}"`;
      return spawnSync("bash", ["-c", script], { encoding: "utf8" }).stdout.trim().split(" ");
    };
    expect(complete("watchframe", "sh")).to.deep.equal(["shot"]);
    expect(complete("watchframe", "job", "c")).to.deep.equal(["cancel"]);
    expect(complete("watchframe", "shot", "https://example.com", "--full")).to.deep.equal(["--full-page"]);
  });
});
