import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { openTargetSite } from "../support/targetSite.ts";
import { until } from "../support/until.ts";
import { useResource } from "../support/useResource.ts";
import { useCommandLine } from "./support/commandLine.ts";

const page = (name: string) =>
  `<!doctype html><title>${name}</title><main><h1>${name}</h1><p>This page is about ${name}, and only about it.</p>
  <a href="/">start</a> <a href="/docs/one">one</a> <a href="/docs/two">two</a> <a href="/private/x">x</a></main>`;

describe("the command line: batches and crawls", function () {
  this.timeout(180_000);
  const site = useResource(() => openTargetSite());
  const pipeline = usePipeline({ allow: () => [`127.0.0.1:${site.port}`] });
  const cli = useCommandLine();
  let env: Record<string, string>;
  const url = (place: string) => site.url(place, "127.0.0.1");
  const credits = async (): Promise<number> =>
    JSON.parse((await cli.run(["usage", "--json"], { env })).text).credits.used;

  before(async () => {
    for (const place of ["/", "/docs/one", "/docs/two", "/private/x"]) site.page(place, page(place));
    const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
    env = { WATCHFRAME_URL: pipeline.apiUrl, WATCHFRAME_API_KEY: key };
  });

  it("renders the addresses of a list into a folder, and reports pages that fail", async () => {
    const input = `${url("/docs/one")}\n# a comment\n${url("/docs/two")}\n${url("/gone")}\nhttp://10.0.0.1/\n`;
    site.route("/gone", (_request, response) => response.socket?.destroy());
    const args = ["batch", "-", "--outputs", "screenshot,markdown", "--format", "png", "-o", "pages", "--json"];
    const { code, text, stderr } = await cli.run(args, { env, input });
    expect(code, stderr).to.equal(5);
    expect(stderr).to.match(/^http:\/\/10\.0\.0\.1\/: /m);
    expect(stderr).to.include(`${url("/gone")}: The page's host refused or dropped the connection.`);
    const batch: { id: string; counts: { completed: number; failed: number } } = JSON.parse(text);
    expect(batch.counts).to.include({ completed: 2, failed: 1 });
    const files = await readdir(path.join(cli.cwd, "pages"));
    expect(files.map((file) => path.extname(file)).toSorted()).to.deep.equal([
      ".json",
      ".json",
      ".md",
      ".md",
      ".png",
      ".png",
    ]);
    const markdown = files.find((file) => file.endsWith("docs-one-markdown.md")) ?? "";
    expect(await readFile(path.join(cli.cwd, "pages", markdown), "utf8")).to.include("only about it");

    await rm(path.join(cli.cwd, "pages", markdown));
    const before = await credits();
    const again = await cli.run(["batch", "wait", batch.id, "-o", "pages"], { env });
    expect(again.code).to.equal(5);
    expect(await readdir(path.join(cli.cwd, "pages"))).to.deep.equal(files);
    expect(await credits()).to.equal(before);
    const items = await cli.run(["batch", "items", batch.id, "--status", "failed"], { env });
    expect(items.text).to.include(url("/gone"));
  });

  it("ends at Ctrl-C with 130 and says how to go on; the batch is charged once and can be waited for", async () => {
    const held = Promise.withResolvers<void>();
    site.route("/held", (_request, response) => void held.promise.then(() => response.end(page("held"))));
    const before = await credits();
    const running = cli.start(["batch", "-", "-o", "held"], env);
    running.stdin.end(`${url("/held")}\n`);
    let said = "";
    running.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await until(async () => site.received("/held").length > 0);
    running.kill("SIGINT");
    const code = await new Promise<number | null>((resolve) => running.once("close", resolve));
    expect([code, said]).to.deep.equal([130, said]);
    const command = /watchframe (batch wait -o held [\da-f-]{36})/.exec(said)?.[1] ?? "";
    held.resolve();
    const resumed = await cli.run(command.split(" "), { env });
    expect(resumed.code, resumed.stderr).to.equal(0);
    expect((await readdir(path.join(cli.cwd, "held"))).length).to.be.greaterThan(0);
    expect(await credits()).to.equal(before + 1);
  });

  it("crawls a site within its bounds", async () => {
    const args = ["crawl", url("/"), "--include", "/docs/**", "--limit", "10", "--outputs", "markdown", "-o", "site"];
    const { code, text, stderr } = await cli.run(args, { env });
    expect(code, stderr).to.equal(0);
    const files = text.trim().split("\n");
    expect(files.filter((file) => file.endsWith("-markdown.md"))).to.have.length(3);
    expect(files.join()).to.include("docs-two").and.not.to.include("private");
    const [id = ""] = (await cli.run(["crawl", "list", "--jsonl"], { env })).text.split("\n");
    const { id: crawlId }: { id: string } = JSON.parse(id);
    const pages = await cli.run(["crawl", "pages", crawlId, "--status", "completed"], { env });
    expect(pages.text).to.include(url("/docs/one")).and.not.to.include("/private");
  });
});
