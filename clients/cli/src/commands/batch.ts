import { countOf } from "../../../words/countOf.ts";
import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { Batch, BatchItem } from "../../../typescript/src/index.ts";
import { linesOf, toAddress } from "../addresses.ts";
import { addCaptureFlags } from "../captureFlags.ts";
import type { Cli } from "../cli.ts";
import { addArchive } from "./archive.ts";
import { savePages, waitForPages } from "../collections.ts";
import { CliError } from "../exitCodes.ts";
import { readInput } from "../inputs.ts";
import { toWhole } from "../optionValues.ts";
import { outputsOption, pageOutputs, withOutputs } from "../outputs.ts";
import { type Columns, printList, toFacts } from "../table.ts";
import { choices } from "../generated/choices.ts";

const folderHelp = "folder for the outputs of the pages and their metadata; files that exist are kept";

export function addBatch(program: CommandUnknownOpts, cli: Cli): void {
  const batch = program.command("batch").summary("render up to 100 pages at once");
  addRun(batch, cli);
  addArchive(batch, cli, { noun: "batch", open: (id, call) => cli.client.operations.getBatchArchive(id, call) });
  batch
    .command("wait")
    .summary("wait for a batch, and save its outputs")
    .argument("<id>", "id of the batch")
    .option("-o, --output <folder>", folderHelp)
    .action((id, { output }) => finish(cli, id, output));
  batch
    .command("get")
    .summary("print a batch")
    .argument("<id>", "id of the batch")
    .action(async (id) => cli.print(await cli.client.batches.get(id, cli.call), writeBatch));
  batch
    .command("list")
    .summary("list batches, the newest first")
    .option("--limit <count>", "print so many at most", toWhole(1), 20)
    .action(({ limit }) => printList(cli, cli.client.batches.list({}, cli.call), { limit, columns: batchColumns }));
  batch
    .command("items")
    .summary("list the pages of a batch")
    .argument("<id>", "id of the batch")
    .addOption(new Option("--status <status>").choices(choices.JobStatus))
    .action((id, { status }) =>
      printList(cli, cli.client.batches.items(id, status && { status }, cli.call), { columns: itemColumns }),
    );
  batch
    .command("cancel")
    .summary("cancel the pages of a batch that have not ended")
    .argument("<id>", "id of the batch")
    .action(async (id) => cli.print(await cli.client.batches.cancel(id, cli.call), writeBatch));
  batch
    .command("retry")
    .summary("render the failed pages of a batch again")
    .argument("<id>", "id of the batch")
    .action(async (id) => {
      const jobs = await cli.client.batches.retryFailed(id, cli.call);
      await cli.print(jobs, () => `${countOf(jobs.length, "page is", "pages are")} rendered again`);
    });
}

function addRun(batch: CommandUnknownOpts, cli: Cli): void {
  const run = batch
    .command("run", { isDefault: true })
    .summary("render the addresses of a file, and wait")
    .argument(
      "<file>",
      "file with addresses, one a line or a JSON array, and names after a comma are left out; - is standard input",
    )
    .addOption(outputsOption(pageOutputs))
    .option("-o, --output <folder>", folderHelp)
    .addOption(new Option("--no-wait", "start the batch and print its id"));
  const readCapture = addCaptureFlags(run, "batch");
  run.action(async (file, { outputs, output, wait }) => {
    const urls = addressesOf((await readInput(cli, file)).toString("utf8"));
    const capture = { ...withOutputs(await readCapture(cli), outputs, pageOutputs) };
    const accepted = await cli.client.batches.create({ ...capture, urls }, cli.waiting);
    const refused = accepted.results.filter(({ error }) => error !== undefined);
    for (const { url, message = "refused" } of refused) await cli.say(`${url}: ${message}`);
    if (wait) await finish(cli, accepted.batch, output);
    else await cli.print(accepted, () => accepted.batch);
    if (refused.length > 0 && cli.outcome === "done") cli.outcome = "someFailed";
  });
}

async function finish(cli: Cli, id: string, folder: string | undefined): Promise<void> {
  const { batches } = cli.client;
  const batch = await waitForPages<Batch>(cli, {
    id,
    command: folder === undefined ? "batch wait" : `batch wait -o ${folder}`,
    wait: (options) => batches.wait(id, options),
    describe: ({ counts, total }) => `${counts.completed + counts.failed + counts.cancelled} of ${total} pages`,
  });
  const files = await savePages(cli, batches.items(id, {}, cli.call), folder);
  await cli.print({ ...batch, ...(folder !== undefined && { files }) }, () =>
    folder === undefined ? writeBatch(batch) : files.join("\n"),
  );
}

/** The addresses of a list, or of a JSON array. @throws CliError */
function addressesOf(text: string): string[] {
  const words = text.trimStart().startsWith("[") ? arrayOf(text) : linesOf(text);
  if (words.length === 0) throw new CliError("The list has no address.");
  return words.map(toAddress);
}

function arrayOf(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value) && value.every((entry) => typeof entry === "string")) return value;
  } catch {
    // The message below names the remedy.
  }
  throw new CliError("The list begins with [ but is no JSON array of addresses.");
}

const batchColumns: Columns<Batch> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  pages: ({ total }) => total,
  failed: ({ counts }) => counts.failed,
  created: ({ createdAt }) => createdAt,
};

const itemColumns: Columns<BatchItem> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  page: ({ url }) => url,
  problem: ({ error }) => error?.code ?? "",
};

function writeBatch({ id, status, total, counts, credits }: Batch): string {
  const { completed, failed, cancelled } = counts;
  return toFacts({ batch: id, status, pages: total, completed, failed, cancelled, credits: credits.net });
}
