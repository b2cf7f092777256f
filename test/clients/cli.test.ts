import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { newCaller, usePipeline } from "../support/pipeline.ts";
import { readPdf } from "../support/readPdf.ts";
import { readRecording } from "../support/readRecording.ts";
import { startHeldSite } from "../support/stack.ts";
import { useResource } from "../support/useResource.ts";
import { useCommandLine } from "./support/commandLine.ts";

describe("the command line with the whole service", function () {
  this.timeout(120_000);
  const site = useResource(startHeldSite);
  const pipeline = usePipeline({ allow: () => [site.host] });
  const cli = useCommandLine();
  let env: Record<string, string>;

  before(async () => {
    site.release();
    site.page = "<!doctype html><title>Prices</title><h1>Lamps</h1>";
    const { key } = await newCaller(pipeline.apiUrl, pipeline.database);
    env = { WATCHFRAME_URL: pipeline.apiUrl, WATCHFRAME_API_KEY: key };
  });

  it("saves a picture under the name of its page, and overwrites nothing", async () => {
    const shot = await cli.run([`${site.url}/prices`, "--format", "png"], { env });
    expect(shot.stderr).to.equal("");
    expect(shot.code).to.equal(0);
    const file = path.join(cli.cwd, shot.text.trim());
    expect(path.basename(file)).to.match(/prices\.png$/);
    expect(await sharp(await readFile(file)).metadata()).to.include({ format: "png", width: 1280 });
    const again = await cli.run([`${site.url}/prices`, "--format", "png"], { env });
    expect(again.code).to.equal(2);
    expect(again.stderr).to.include("--force");
  });

  it("writes what the ending of the file says, or says which endings work", async () => {
    const page = `${site.url}/prices`;
    const shot = (...args: string[]) => cli.run(["shot", page, ...args], { env });
    const bytes = (file: string) => readFile(path.join(cli.cwd, file));
    for (const [file, format] of [
      ["x.webp", "webp"],
      ["x.png", "png"],
      ["x.jpeg", "jpeg"],
    ] as const) {
      const { code, text, stderr } = await shot("-o", file, "--width", "320");
      expect([code, text, stderr]).to.deep.equal([0, `${file}\n`, ""]);
      expect(await sharp(await bytes(file)).metadata()).to.include({ format, width: 320 });
    }
    const printed = await shot("-o", "x.pdf", "--pdf-format", "letter");
    expect([printed.code, printed.stderr]).to.deep.equal([0, ""]);
    expect((await readPdf(await bytes("x.pdf"))).sizes).to.deep.equal([[612, 792]]);
    for (const [args, said] of [
      [["-o", "x.tiff"], ".png, .jpg, .jpeg, .webp, .avif, .pdf, .mp4, .webm, .gif"],
      [["-o", "y.png", "--format", "jpg"], "The format is jpg"],
      [["-o", "y.png", "--record", "1"], "A recording is no .png file"],
    ] as const) {
      const { code, stderr } = await shot(...args);
      expect(code).to.equal(2);
      expect(stderr).to.include(said);
    }
    const [id = ""] = (await cli.run(["job", "list", "--limit", "1"], { env })).text.split("\n")[1]?.split(" ") ?? [];
    const refused = await cli.run(["job", "download", id, "pdf", "-o", "z.png"], { env });
    expect([refused.code, refused.stderr]).to.deep.equal([
      2,
      "watchframe: z.png would hold application/pdf. End its name with .pdf.\n",
    ]);
  });

  it("writes the bytes of a picture alone to standard output", async () => {
    const { code, stdout } = await cli.run(["shot", `${site.url}/prices`, "-o", "-"], { env });
    expect(code).to.equal(0);
    expect(await sharp(stdout).metadata()).to.include({ format: "jpeg" });
  });

  it("records a page in place of a picture, by a flag or by the file's ending", async () => {
    const size = ["--width", "320", "--height", "240"];
    const named = await cli.run(["shot", `${site.url}/prices`, ...size, "--record", "1", "-o", "page.webm"], { env });
    expect([named.code, named.stderr, named.text.trim()]).to.deep.equal([0, "", "page.webm"]);
    const webm = await readRecording({ bytes: await readFile(path.join(cli.cwd, "page.webm")), format: "webm" });
    expect(webm).to.include({ codec: "vp8", width: 320, height: 240 });
    expect(webm.seconds).to.be.closeTo(1, 0.2);
    const args = [...size, "--record", "1", "--record-scroll", "--record-format", "gif", "--outputs", "recording"];
    const rendered = await cli.run(["render", `${site.url}/prices`, ...args, "-o", "moving"], { env });
    expect([rendered.code, rendered.stderr]).to.deep.equal([0, ""]);
    expect(path.basename(rendered.text.trim())).to.match(/prices-recording\.gif$/);
    const gif = await readRecording({ bytes: await readFile(path.join(cli.cwd, rendered.text.trim())), format: "gif" });
    expect(gif.seconds).to.be.closeTo(1, 0.2);
  });

  it("prints a PDF by flags", async () => {
    const args = ["--pdf-format", "letter", "--pdf-landscape", "--outputs", "pdf", "-o", "printed"];
    const { code, text, stderr } = await cli.run(["render", `${site.url}/prices`, ...args], { env });
    expect([code, stderr]).to.deep.equal([0, ""]);
    const { sizes } = await readPdf(await readFile(path.join(cli.cwd, text.trim())));
    expect(sizes).to.deep.equal([[792, 612]]);
  });

  it("takes several pictures at once, goes on after one that fails, and says which", async () => {
    const input = `# two pages\n${site.url}/one\n\n${site.url}/two\nhttp://127.0.0.1:1/\n`;
    const { code, text, stderr } = await cli.run(["shot", "-", "-o", "shots/", "--width", "320", "--json"], {
      env,
      input,
    });
    expect([code, stderr]).to.deep.equal([5, stderr]);
    const shots: { file: string; width: number }[] = JSON.parse(text);
    expect(shots.map(({ width }) => width)).to.deep.equal([320, 320]);
    expect(stderr).to.match(/^http:\/\/127\.0\.0\.1:1\/: .*target_forbidden|^http:\/\/127\.0\.0\.1:1\/: /m);
    for (const { file } of shots) expect((await stat(path.join(cli.cwd, file))).size).to.be.greaterThan(500);
  });

  it("reads a page as Markdown on standard output", async () => {
    site.page = "<!doctype html><title>Lamps</title><main><h1>Lamps</h1><p>A lamp costs <b>€39</b> today.</p></main>";
    const { code, text, stderr } = await cli.run(["read", `${site.url}/lamps`], { env });
    expect([code, stderr]).to.deep.equal([0, ""]);
    expect(text).to.include("# Lamps").and.to.include("A lamp costs **€39** today.");
    const links = await cli.run(["read", `${site.url}/lamps`, "--format", "metadata"], { env });
    expect(JSON.parse(links.text)).to.include({ title: "Lamps" });
  });

  it("prints the content of a page as a field of JSON", async () => {
    const page = `${site.url}/prices`;
    const read = async (...args: string[]) => JSON.parse((await cli.run(["read", page, ...args], { env })).text);
    expect(await read("--json")).to.include({ url: page, format: "markdown" });
    expect((await read("--jsonl")).content).to.include("Lamps");
    expect((await read("--json", "--format", "metadata")).content).to.include({ title: "Lamps" });
  });

  it("renders the outputs that are named, with options from standard input", async () => {
    const args = ["render", `${site.url}/lamps`, "--outputs", "screenshot,markdown", "--options", "-", "-o", "out"];
    const { code, text, stderr } = await cli.run(args, { env, input: '{"format":"png","headers":{"X-Team":"a"}}' });
    expect([code, stderr]).to.deep.equal([0, ""]);
    expect(
      text
        .trim()
        .split("\n")
        .map((file) => path.extname(file)),
    ).to.deep.equal([".png", ".md"]);
  });

  it("reads a style sheet from a file", async () => {
    await writeFile(path.join(cli.cwd, "print.css"), "h1 { margin: 0; width: 300px; height: 80px }");
    const args = ["shot", `${site.url}/lamps`, "--css", "print.css", "--selector", "h1", "--json", "--force"];
    const { code, text, stderr } = await cli.run(args, { env });
    expect([code, stderr]).to.deep.equal([0, ""]);
    expect(JSON.parse(text)).to.include({ width: 300, height: 80 });
    const missing = await cli.run(["shot", `${site.url}/lamps`, "--script", "none.js"], { env });
    expect([missing.code, missing.stderr]).to.satisfy(([, said]: [number, string]) =>
      said.includes("none.js can't be read"),
    );
  });

  it("exits with 10 if two pages differ, and draws the changes", async () => {
    const first = await cli.run(["shot", `${site.url}/lamps`, "--format", "png", "--json", "--force"], { env });
    const { id }: { id: string } = JSON.parse(first.text);
    const same = await cli.run(["diff", id, id], { env });
    expect([same.code, same.text]).to.deep.equal([0, "not changed (0.00 % of the pixels differ)\n"]);
    site.page = "<!doctype html><title>Lamps</title><body style='background:black'>";
    const args = ["diff", id, `${site.url}/lamps`, "--width", "1280", "-o", "diff.png", "--json"];
    const changed = await cli.run(args, { env });
    expect([changed.code, changed.stderr]).to.deep.equal([10, ""]);
    const diff: { file: string; result: { changed: boolean } } = JSON.parse(changed.text);
    expect([diff.file, diff.result.changed]).to.deep.equal(["diff.png", true]);
    expect((await sharp(await readFile(path.join(cli.cwd, "diff.png"))).metadata()).width).to.equal(1280);
  });

  it("names what is wrong with a command line", async () => {
    const cases: [args: string[], said: string][] = [
      [["nonsense"], '"nonsense" is neither a command nor an address'],
      [["shot", site.url, "--width", "5"], "It must be a number from 100 to 3840."],
      [["shot", site.url, "--device", "iphone-99"], "`watchframe devices` lists them"],
      [["shot", site.url, "--clip", "1,2"], "It must be x,y,width,height as numbers."],
      [["render", site.url, "--outputs", "markdown,docx"], '"docx" is not one of these'],
      [["shot", site.url, "--colour"], "unknown option '--colour'"],
      [["diff", site.url], "missing required argument 'after'"],
      [["shot", site.url, "--selector", "..x"], "selector: is not a valid CSS selector"],
    ];
    for (const [args, said] of cases) {
      const { code, text, stderr } = await cli.run(args, { env });
      expect([code, text], args.join(" ")).to.deep.equal([2, ""]);
      expect(stderr).to.include(said);
    }
  });

  it("stores a key that is valid in a file that only the user reads, and uses it", async () => {
    const address = ["--url", pipeline.apiUrl];
    const refused = await cli.run(["login", ...address], { input: "wf_live_wrong\n" });
    expect(refused.code).to.equal(3);
    const { code, stderr } = await cli.run(["login", ...address], { input: `${env["WATCHFRAME_API_KEY"]}\n` });
    expect([code, stderr]).to.deep.equal([0, stderr]);
    const file = path.join(cli.cwd, ".config", "watchframe", "config.json");
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    const usage = await cli.run(["usage", "--json"]);
    expect(JSON.parse(usage.text)).to.have.nested.property("credits.used");
    const elsewhere = await cli.run(["usage", "--url", "http://127.0.0.1:9", "--profile", "default"]);
    expect(elsewhere.code).to.equal(2);
    expect(elsewhere.stderr).to.include("is for");
    await cli.run(["logout"]);
    expect((await cli.run(["usage"])).code).to.equal(3);
  });
});
