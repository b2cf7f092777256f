import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { Job } from "../../../typescript/src/index.ts";
import type { Cli } from "../cli.ts";
import { readFor } from "../fileKinds.ts";
import { forceOption, nameOf, save } from "../files.ts";
import { toWhole } from "../optionValues.ts";
import { saveJob } from "../outputs.ts";
import { Progress } from "../progress.ts";
import { type Columns, printList, toFacts } from "../table.ts";
import { choices } from "../generated/choices.ts";

export function addJob(program: CommandUnknownOpts, cli: Cli): void {
  const job = program.command("job").summary("renders and comparisons that were started");
  addReads(job, cli);
  addDownload(job, cli);
  job
    .command("cancel")
    .summary("cancel a job that has not ended")
    .argument("<id>", "id of the job")
    .action(async (id) => cli.print(await cli.client.jobs.cancel(id, cli.call), writeJob));
  job
    .command("retry")
    .summary("run a failed job again under its id")
    .argument("<id>", "id of the job")
    .action(async (id) => cli.print(await cli.client.jobs.retry(id, cli.waiting), ({ status }) => `${id} ${status}`));
}

function addReads(job: CommandUnknownOpts, cli: Cli): void {
  job
    .command("list")
    .summary("list jobs, the newest first")
    .addOption(new Option("--status <status>").choices(choices.JobStatus))
    .addOption(new Option("--kind <kind>").choices(choices.JobKind))
    .option("--limit <count>", "print so many at most", toWhole(1), 20)
    .action(({ status, kind, limit }) => {
      const query = { ...(status && { status }), ...(kind && { kind }) };
      return printList(cli, cli.client.jobs.list(query, cli.call), { limit, columns });
    });
  job
    .command("get")
    .summary("print a job")
    .argument("<id>", "id of the job")
    .action(async (id) => cli.print(await cli.client.jobs.get(id, cli.call), writeJob));
  job
    .command("wait")
    .summary("wait until a job has completed")
    .argument("<id>", "id of the job")
    .action(async (id) => {
      const progress = new Progress(cli);
      const onUpdate = ({ stage }: Job) => void progress.show(stage);
      const ended = await cli.client.jobs.wait(id, { ...cli.waiting, onUpdate }).finally(() => progress.clear());
      await cli.print(ended, writeJob);
    });
}

function addDownload(job: CommandUnknownOpts, cli: Cli): void {
  job
    .command("download")
    .summary("save the outputs of a job")
    .description("Saves one output, or with none named all outputs of a render, one file each.")
    .argument("<id>", "id of the job")
    .argument("[output]", "screenshot, markdown, visualization or another output")
    .option("-o, --output <place>", "file or folder; - is standard output (default: a file named after the page)")
    .addOption(forceOption)
    .action(async (id, name, { output, force }) => {
      const foundJob = await cli.client.jobs.get(id, cli.call);
      if (name === undefined) {
        const { saved } = await saveJob(cli, foundJob, { folder: output ?? ".", name: nameOf(foundJob.url), force });
        await cli.print(saved, () => saved.join("\n"));
        return;
      }
      const content = await readFor(output, (query) => cli.client.operations.getOutput(id, name, query, cli.call));
      const file = await save(cli, content, { output, force, name: `${nameOf(foundJob.url)}-${name}` });
      if (file !== null) await cli.print({ file }, () => file);
    });
}

const columns: Columns<Job> = {
  id: ({ id }) => id,
  kind: ({ kind }) => kind,
  status: ({ status }) => status,
  page: ({ url }) => url,
  problem: ({ error }) => error?.code ?? "",
};

function writeJob({ id, kind, status, stage, url, credits, createdAt, completedAt, error, result }: Job): string {
  return toFacts({
    job: id,
    kind,
    status: completedAt === null ? `${status}, ${stage}` : status,
    page: url,
    title: result?.page.title,
    outputs:
      result &&
      Object.keys(result)
        .filter((name) => name !== "page" && name !== "timings")
        .join(", "),
    problem: error?.message,
    credits: credits.net,
    created: createdAt,
    ended: completedAt,
  });
}
