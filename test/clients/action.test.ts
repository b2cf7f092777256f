import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { DomUtils, parseDocument } from "htmlparser2";
import sharp from "sharp";
import { parse } from "yaml";
import { minimalEnvironment } from "../support/environment.ts";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { startHeldSite } from "../support/stack.ts";
import { useResource } from "../support/useResource.ts";
import { startGitHub } from "./support/gitHub.ts";

const scripts = path.resolve("clients/action/src");
const commandLine = `${process.execPath} --disable-warning=ExperimentalWarning ${path.resolve("clients/cli/src/main.ts")}`;

const lamps = "<!doctype html><title>Lamps</title><h1>Lamps</h1>";
const hostile = '| </td> @octocat #1 [a](http://evil.test) ![b](c) `--> <script>"';
const otherLamps = `<!doctype html><title>${hostile.replaceAll("<", "&lt;")}</title><h1 style="margin: 99px">Other lamps</h1>`;

describe("the action for GitHub", function () {
  this.timeout(180_000);
  const base = useResource(startHeldSite);
  const preview = useResource(startHeldSite);
  const gitHub = useResource(startGitHub);
  const pipeline = usePipeline({ allow: () => [base.host, preview.host] });
  let folder: string;
  let key: string;

  before(async () => {
    base.release();
    preview.release();
    base.page = lamps;
    ({ key } = await newCaller(pipeline.apiUrl, pipeline.database));
  });
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "watchframe-action-"));
    await writeFile(path.join(folder, "event.json"), JSON.stringify({ pull_request: { number: gitHub.number } }));
    gitHub.comments.length = 0;
    gitHub.requests.length = 0;
    gitHub.writable = true;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const results = (...names: string[]) => path.join(folder, "results", ...names);
  const readText = (...names: string[]) => readFile(path.join(folder, ...names), "utf8");
  const runScript = async (name: string, inputs: Record<string, string>) => {
    const env = {
      ...minimalEnvironment(),
      HOME: folder,
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: path.join(folder, "output"),
      GITHUB_STEP_SUMMARY: path.join(folder, "summary.md"),
      GITHUB_EVENT_PATH: path.join(folder, "event.json"),
      GITHUB_API_URL: gitHub.url,
      GITHUB_GRAPHQL_URL: `${gitHub.url}/graphql`,
      GITHUB_REPOSITORY: gitHub.repository,
      INPUT_FOLDER: results(),
      ...inputs,
    };
    const child = spawn(process.execPath, [path.join(scripts, name)], { cwd: folder, env });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    await once(child, "close");
    return { code: child.exitCode, output };
  };
  const compare = (inputs: Record<string, string> = {}) =>
    runScript("compare.mjs", {
      WATCHFRAME_URL: pipeline.apiUrl,
      WATCHFRAME_API_KEY: key,
      INPUT_BASE_URL: base.url,
      INPUT_PREVIEW_URL: `${preview.url}/`,
      INPUT_PATHS: "/",
      INPUT_MODE: "perceptual",
      INPUT_THRESHOLD: "0",
      INPUT_FLAGS: "--width=320\n--height=240",
      INPUT_PICTURES: "artifact",
      INPUT_COMMAND: commandLine,
      ...inputs,
    });
  const report = (inputs: Record<string, string> = {}) =>
    runScript("report.mjs", {
      INPUT_NAME: "watchframe",
      INPUT_COMMENT: "true",
      INPUT_FAIL_ON_CHANGE: "true",
      INPUT_ARTIFACT_URL: "https://github.test/artifacts/1",
      INPUT_TOKEN: gitHub.token,
      ...inputs,
    });

  it("reports changes by files, outputs, a summary and one comment, which it keeps up to date", async () => {
    preview.page = otherLamps;
    const compared = await compare({ INPUT_PATHS: '# all\n/\n/a|b?c=<d>&"\n' });
    expect([compared.code, compared.output]).to.deep.equal([0, "2 pages compared, 2 changed, 0 failed.\n"]);
    expect(await readText("output")).to.equal("compared=2\nchanged=2\nfailed=0\n");
    const saved = JSON.parse(await readText("results", "results.json"));
    expect(saved.pages[0]).to.include({ path: "/", status: "changed", title: hostile });
    expect(saved.pages[0].files).to.have.all.keys("before", "after", "overlay");
    for (const file of Object.values<string>(saved.pages[0].files)) {
      expect(await sharp(await readFile(results(file))).metadata()).to.include({ width: 320 });
    }
    expect(JSON.stringify(saved)).not.to.include("/outputs/");

    const cases = DomUtils.getElementsByTagName(
      "testcase",
      parseDocument(await readText("results", "junit.xml"), { xmlMode: true }),
    );
    expect(cases.map(({ attribs }) => attribs["name"])).to.deep.equal(["/", '/a|b?c=<d>&"']);
    expect(cases.map((item) => DomUtils.getElementsByTagName("failure", item)[0]?.attribs["message"])[0]).to.include(
      hostile,
    );

    for (let count = 0; count < 120; count += 1) gitHub.add("A comment of a person", 1);
    gitHub.add("> <!-- watchframe:watchframe --> quoted", gitHub.author);
    const first = await report();
    expect(first.code, first.output).to.equal(10);
    expect(gitHub.requests.slice(1, 3).map((request) => request.slice(-1))).to.deep.equal(["1", "2"]);
    expect(gitHub.comments).to.have.lengthOf(122);
    const body = gitHub.comments[121]?.body ?? "";
    expect(body).to.match(/^<!-- watchframe:watchframe -->\n### Watchframe: 2 of 2 pages changed\n/);
    expect(await readText("summary.md")).to.equal(body.slice(body.indexOf("\n") + 1));
    expect(body).to.include('<a href="https&#58;&#47;&#47;github&#46;test&#47;artifacts&#47;1">');

    preview.page = lamps;
    await compare();
    const second = await report();
    expect(second.code, second.output).to.equal(0);
    expect(gitHub.comments).to.have.lengthOf(122);
    expect(gitHub.comments[121]?.body).to.include("no change in 1 pages");
  });

  it("writes titles and paths as text", async () => {
    preview.page = otherLamps;
    await compare({ INPUT_PATHS: "/x|y@octocat" });
    await report();
    const [, , , , , row = ""] = (gitHub.comments[0]?.body ?? "").split("\n");
    expect(row.split("|")).to.have.lengthOf(5);
    // GitHub makes no mentions, links and references inside of `code`.
    const texts = DomUtils.getElementsByTagName("code", parseDocument(row)).map((element) =>
      DomUtils.textContent(element),
    );
    expect(texts.slice(0, 2)).to.deep.equal(["/x|y@octocat", hostile]);
    expect(row.replace(/<code>.*?<\/code>|<[^>]*>/g, "")).not.to.match(/octocat|script|\[/);
    expect(row).not.to.match(/[@`[\]]|<script/);
  });

  it("shows pictures in the comment only if the workflow wants it", async () => {
    preview.page = otherLamps;
    await compare({ INPUT_PICTURES: "signed" });
    await report({ INPUT_FAIL_ON_CHANGE: "false" });
    const pictures = DomUtils.getElementsByTagName("img", parseDocument(gitHub.comments[0]?.body ?? ""));
    expect(pictures).to.have.lengthOf(3);
    for (const { attribs } of pictures) expect((await fetch(attribs["src"] ?? "")).status).to.equal(200);
    expect(await readText("results", "results.json")).not.to.include(pipeline.apiUrl);
    expect((await readdir(folder)).filter((file) => file.startsWith("watchframe-"))).to.deep.equal([]);
  });

  it("says that the token may not write, and keeps the outcome", async () => {
    preview.page = otherLamps;
    gitHub.writable = false;
    await compare();
    const { code, output } = await report();
    expect(code).to.equal(10);
    expect(output).to.match(/^::warning title=Watchframe::.*pull-requests: write.*fork/m);
    expect(gitHub.comments).to.deep.equal([]);
  });

  it("leaves comments of other authors alone, though they begin with its mark", async () => {
    preview.page = lamps;
    const mark = "<!-- watchframe:watchframe -->";
    for (const [body, author] of [
      [`${mark}\nOf a stranger`, 1],
      [`${mark}\nOf a deleted account`, null],
      [mark, 49_699_333],
    ] as const) {
      gitHub.add(body, author);
    }
    const foreign = structuredClone(gitHub.comments);
    await compare();
    for (const { code, output } of [await report(), await report()]) expect(code, output).to.equal(0);
    expect(gitHub.comments.slice(0, 3)).to.deep.equal(foreign);
    expect(gitHub.comments).to.have.lengthOf(4);
    expect(gitHub.comments[3]?.body).to.include("no change in 1 pages");
  });

  it("writes only the summary for a run of no pull request", async () => {
    preview.page = lamps;
    await writeFile(path.join(folder, "event.json"), JSON.stringify({ ref: "refs/heads/main" }));
    await compare();
    const { code, output } = await report();
    expect([code, output]).to.deep.equal([0, "This run belongs to no pull request, so there is no comment.\n"]);
    expect(await readText("summary.md")).to.include("no change in 1 pages");
    expect(gitHub.requests).to.deep.equal([]);
  });

  it("ends with 5 if a page could not be compared, and reports the others", async () => {
    preview.page = lamps;
    // The last flag wins, so every page is too wide.
    const { output } = await compare({ INPUT_FLAGS: "--width=9999" });
    expect(output).to.include("1 failed");
    const ended = await report();
    expect(ended.code).to.equal(5);
    expect(gitHub.comments[0]?.body).to.include("could not be compared");
    await compare({ INPUT_COMMAND: "no-such-program" });
    expect(JSON.parse(await readText("results", "results.json")).pages[0].error).to.include(
      "no-such-program can't run",
    );
  });

  it("refuses wrong inputs by their names, and keeps paths on their site", async () => {
    const wrong = {
      "base-url": { INPUT_BASE_URL: "ftp://x" },
      mode: { INPUT_MODE: "exact" },
      paths: { INPUT_PATHS: "# none" },
      folder: { INPUT_FOLDER: "" },
    };
    for (const [name, inputs] of Object.entries(wrong)) {
      const { code, output } = await compare(inputs);
      expect([code, output], output).to.deep.equal([2, output]);
      expect(output).to.include("::error").and.include(name);
    }
    await compare({ INPUT_PATHS: "//evil.test/x", INPUT_COMMAND: "no-such-program" });
    const [page] = JSON.parse(await readText("results", "results.json")).pages;
    expect([page.base, page.preview]).to.deep.equal([`${base.url}/evil.test/x`, `${preview.url}/evil.test/x`]);
  });

  it("hands each input to the scripts by the environment alone", async () => {
    const action = parse(await readFile("clients/action/action.yml", "utf8"));
    const steps: { run?: string; env?: Record<string, string> }[] = action.runs.steps;
    for (const { run = "" } of steps) expect(run).not.to.include("${{");
    const handed = steps.flatMap(({ env = {} }) => Object.values(env)).join(" ");
    for (const name of Object.keys(action.inputs)) expect(handed).to.include(`inputs.${name} }}`);
    const sources = await Promise.all(
      (await readdir(scripts)).map((file) => readFile(path.join(scripts, file), "utf8")),
    );
    const known = steps.flatMap(({ env = {} }) => Object.keys(env)).filter((name) => name.startsWith("INPUT_"));
    const read = Array.from(
      sources.join("\n").matchAll(/\b(?:input|choice|pageAddress)\("([A-Z_]+)"/g),
      ([, name]) => `INPUT_${name}`,
    );
    for (const name of [...known, ...read]) {
      expect(known, name).to.include(name);
      expect([...read, "INPUT_BASE_URL", "INPUT_PREVIEW_URL"], name).to.include(name);
    }
  });
});
