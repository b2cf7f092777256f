import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { cacheDirOf } from "#stack/provision/cache.ts";
import { provisionFuzzer } from "#stack/provision/fuzzer.ts";
import { completeJob, failJob } from "./support/finishJob.ts";
import type { TestAccount } from "./support/testApi.ts";
import { useApi } from "./support/useApi.ts";

/** Seconds the fuzzer may take; `npm run fuzz` gives it more. */
const seconds = Number(process.env["FUZZ_SECONDS"] || 20);

const config = join(import.meta.dirname, "support", "schemathesis.toml");
const options = [
  // The API also refuses input that no schema can exclude: private addresses, cursors of other lists, past instants.
  // A resource that DELETE cancelled can still be read.
  ["--checks", "all", "--exclude-checks", "positive_data_acceptance,use_after_free"],
  // One at a time: Python 3.11 loses count of its own recursion with more.
  // A call may wait for its job for 90 s.
  ["--workers", "1", "--request-timeout", "100", "--no-shrink", "--continue-on-failure"],
  ["--generation-database", "none", "--no-color"],
  // A stream has no end.
  ["--exclude-operation-id", "streamEvents"],
  // The suite asks the same each time; `npm run fuzz` something new.
  process.env["FUZZ_SECONDS"] === undefined ? ["--seed", "1"] : [],
].flat();

const picture = { screenshot: { contentType: "image/jpeg", bytes: Buffer.from("picture") } };
const broken = { code: "navigation_timeout", message: "The page did not answer.", retryable: true } as const;

describe("the API with random allowed and forbidden requests", function () {
  this.timeout((seconds + 240) * 1_000);
  // A database of its own: every look for a record reads all of them, and the fuzzer leaves thousands.
  const { api } = useApi({ databaseName: "fuzz" });
  let fuzzer: string | null;
  let reports: string;

  before(async () => {
    const env = process.env;
    fuzzer = await provisionFuzzer({ env, cacheDir: cacheDirOf(env), onLine: (line) => console.log(`    ${line}`) });
    reports = await mkdtemp(join(tmpdir(), "watchframe-fuzz-"));
    // Every third job fails, so that there is something to retry; the others have their picture.
    let ended = 0;
    const end = async (jobId: string): Promise<void> => {
      ended += 1;
      await (ended % 3 === 0 ? failJob(api.ports, jobId, broken) : completeJob(api.ports, jobId, picture));
      api.orchestrator.end(jobId);
    };
    const { start } = api.orchestrator;
    api.orchestrator.start = async (order) => {
      await start(order);
      if (order.type === "renderJob") await end(order.input.jobId);
      else if (order.type === "renderBatch") for (const { jobId } of order.input.items) await end(jobId);
    };
  });
  after(() => rm(reports, { recursive: true, force: true }));

  const fuzz = async (account: TestAccount, ...args: string[]) => {
    const target = ["--config-file", config, "run", `${api.url}/openapi.json`, "--url", api.url];
    const header = ["--header", `Authorization: Bearer ${account.key}`];
    const report = ["--report", "junit", "--report-dir", reports];
    const { code, output } = await run(fuzzer ?? "", reports, [...target, ...header, ...options, ...report, ...args]);
    console.log(`    ${/\d+ generated[^\n]*/.exec(output)?.[0] ?? "nothing generated"}`);
    expect(code, output).to.equal(0);
  };

  it("never answers 500, and follows its description", async function () {
    if (fuzzer === null) return this.skip();
    const account = await api.account();
    // A fuzzer that finds its own key in the list revokes it, and meets nothing but 401 from then on.
    await fuzz(account, "--max-time", String(seconds), "--exclude-operation-id", "revokeApiKey");
    expect((await account.client.call("GET", "/jobs")).status).to.equal(200);
  });

  it("never answers 500 while keys are made and revoked, the caller's own too", async function () {
    if (fuzzer === null) return this.skip();
    await fuzz(await api.account(), "--max-time", "6", "--include-path-regex", "^/account/keys");
  });
});

/** Runs the fuzzer to its end in a folder for what it leaves; what it prints includes how to repeat each failure. */
async function run(fuzzer: string, cwd: string, args: string[]): Promise<{ code: unknown; output: string }> {
  const child = spawn(fuzzer, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code]: unknown[] = await once(child, "close");
  return { code, output };
}
