import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { unzipSync } from "fflate";
import { completeJob } from "../api/support/finishJob.ts";
import { textAt } from "../api/support/fields.ts";
import { useApi } from "../api/support/useApi.ts";
import { useCommandLine } from "./support/commandLine.ts";

describe("the command line: archives", function () {
  this.timeout(60_000);
  const { api, account } = useApi();
  const cli = useCommandLine();
  const run = (...args: string[]) =>
    cli.run(args, { env: { WATCHFRAME_URL: api.url, WATCHFRAME_API_KEY: account.key } });
  const namesOf = (zip: Uint8Array) => Object.keys(unzipSync(zip)).toSorted();
  const expected = ["example-com-lamps-markdown.md", "pages.jsonl"];

  /** The id of a batch whose page is rendered. */
  async function endedBatch(): Promise<string> {
    const body = { urls: ["https://example.com/lamps"] };
    const { json } = await account.client.call("POST", "/render/smart-batch", { body });
    await api.ports.background.settled();
    const id = textAt(json, "batch");
    const job = await api.ports.database.jobs.findOne({ batchId: id });
    const markdown = { contentType: "text/markdown; charset=utf-8", bytes: Buffer.from("# Lamps") };
    await completeJob(api.ports, job?._id ?? "", { markdown });
    return id;
  }

  it("are saved under the batch's name, into a folder, and to standard output", async () => {
    const id = await endedBatch();
    const saved = await run("batch", "archive", id);
    expect([saved.code, saved.text], saved.stderr).to.deep.equal([0, `batch-${id}.zip\n`]);
    expect(namesOf(await readFile(path.join(cli.cwd, `batch-${id}.zip`)))).to.deep.equal(expected);
    const within = await run("batch", "archive", id, "-o", "zips/", "--json");
    expect(JSON.parse(within.text)).to.deep.equal({ file: path.join("zips", `batch-${id}.zip`) });
    expect(namesOf((await run("batch", "archive", id, "-o", "-")).stdout)).to.deep.equal(expected);
  });

  it("overwrite no file without --force", async () => {
    const id = await endedBatch();
    const file = path.join(cli.cwd, "kept.zip");
    await writeFile(file, "kept");
    const refused = await run("batch", "archive", id, "-o", "kept.zip");
    expect([refused.code, refused.stderr.includes("--force")]).to.deep.equal([2, true]);
    expect(await readFile(file, "utf8")).to.equal("kept");
    expect((await run("batch", "archive", id, "-o", "kept.zip", "--force")).code).to.equal(0);
    expect(namesOf(await readFile(file))).to.deep.equal(expected);
  });

  it("of crawls are saved, and an unknown one ends with 4", async () => {
    const { json } = await account.client.call("POST", "/crawl", { body: { url: "https://example.com/" } });
    await api.ports.background.settled();
    const id = textAt(json, "id");
    const saved = await run("crawl", "archive", id, "-o", "crawl.zip");
    expect([saved.code, saved.text], saved.stderr).to.deep.equal([0, "crawl.zip\n"]);
    expect(namesOf(await readFile(path.join(cli.cwd, "crawl.zip")))).to.deep.equal(["pages.jsonl"]);
    const unknown = await run("crawl", "archive", "0192f0c1-7d3a-7000-8000-2a9c5e1f0b64", "-o", "none.zip");
    expect([unknown.code, unknown.text]).to.deep.equal([4, ""]);
  });
});
