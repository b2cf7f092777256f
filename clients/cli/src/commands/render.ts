import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { Job } from "../../../typescript/src/index.ts";
import { readAddresses } from "../addresses.ts";
import { addCaptureFlags } from "../captureFlags.ts";
import type { Cli } from "../cli.ts";
import { CliError } from "../exitCodes.ts";
import { forceOption, nameOf } from "../files.ts";
import { outputNames, outputsOption, saveJob, withOutputs } from "../outputs.ts";
import { Progress } from "../progress.ts";

export function addRender(program: CommandUnknownOpts, cli: Cli): void {
  const render = program
    .command("render")
    .summary("render a page into several outputs at once")
    .description("Renders a page once and prints the job. With -o, each output becomes a file in that folder.")
    .argument("<address>", "address of the page")
    .addOption(outputsOption(outputNames))
    .option("-o, --output <folder>", "folder for the outputs, one file each")
    .addOption(forceOption)
    .addOption(new Option("--no-wait", "start the render and print its id"));
  const readCapture = addCaptureFlags(render, "render");
  render.action(async (word, { outputs, output, force, wait }) => {
    const [url = ""] = await readAddresses(cli.io, [word]);
    const request = { ...withOutputs(await readCapture(cli), outputs, outputNames), url };
    if (!wait) {
      if (output !== undefined) throw new CliError("--no-wait has no outputs yet: leave -o out.");
      await cli.print(await cli.client.renders.create(request, cli.waiting), ({ id }) => id);
      return;
    }
    const progress = new Progress(cli);
    const onUpdate = ({ stage }: Job) => void progress.show(`${url} ${stage}`);
    const job = await cli.client.renders.run(request, { ...cli.waiting, onUpdate }).finally(() => progress.clear());
    const files =
      output === undefined ? [] : (await saveJob(cli, job, { folder: output, force, name: nameOf(job.url) })).saved;
    await cli.print({ ...job, ...(output !== undefined && { files }) }, () => files.join("\n") || job.id);
  });
}
