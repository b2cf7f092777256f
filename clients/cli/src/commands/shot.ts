import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { readAddresses } from "../addresses.ts";
import { addCaptureFlags, deviceNames, type Fields } from "../captureFlags.ts";
import type { Cli, Waiting } from "../cli.ts";
import { formatFor, nameOf, outputOption, forceOption, recordingFor, save, type Target } from "../files.ts";
import { runMany } from "../many.ts";
import { Progress } from "../progress.ts";

export function addShot(program: CommandUnknownOpts, cli: Cli): void {
  const shot = program
    .command("shot", { isDefault: true })
    .summary("take pictures or recordings of pages")
    .description(
      "Takes a picture of each page and prints the names of the files. With --record, or a file that ends in .mp4, .webm or .gif, it records the pages instead.",
    )
    .argument("<address...>", "addresses of pages; - reads them from standard input, one a line")
    .addOption(outputOption("picture"))
    .addOption(forceOption)
    .addOption(new Option("--no-wait", "start the render and print its id"));
  const readCapture = addCaptureFlags(shot, "render");
  shot.action(async (words, { wait, ...target }) => {
    const addresses = await readAddresses(cli.io, words);
    const fields = await readCapture(cli);
    const request = requestFor(target.output, fields);
    if (wait) await takeShots(cli, addresses, { request, target });
    else await startShots(cli, addresses, request);
  });

  program
    .command("devices")
    .summary("print the names of the devices that --device takes")
    .action(() => cli.print(deviceNames, (names) => names.join("\n")));
}

/** A picture, or a recording in its place. */
function requestFor(output: string | undefined, fields: Fields): Fields {
  const format = recordingFor(output);
  if (format === undefined && fields["recording"] === undefined)
    return { ...formatFor(output), ...fields, screenshot: true };
  const recording = { ...(format !== undefined && { format }), ...Object(fields["recording"]) };
  return { ...fields, recording, screenshot: false };
}

async function takeShots(
  cli: Cli,
  addresses: readonly string[],
  { request, target }: { request: Fields; target: Target },
): Promise<void> {
  const progress = new Progress(cli);
  const take = async (url: string, waiting: Waiting) => {
    const onUpdate = ({ stage }: { stage: string }) => void progress.show(`${url} ${stage}`);
    const job = await cli.client.renders.run({ ...request, url }, { ...waiting, onUpdate });
    const output = request["recording"] === undefined ? "screenshot" : "recording";
    const shot = await cli.client.jobs.output(job.id, output, { signal: cli.io.signal });
    const file = await save(cli, shot, { ...target, name: nameOf(url) });
    const { width, height } = job.result?.[output] ?? {};
    return { id: job.id, url, file, width, height, bytes: shot.bytes.length };
  };
  const { done } = await runMany(cli, { items: addresses, work: take }).finally(() => progress.clear());
  const shots = done.map(({ result }) => result).filter(({ file }) => file !== null);
  await cli.printEach(shots, addresses.length, ({ file }) => file ?? "");
}

async function startShots(cli: Cli, addresses: readonly string[], request: Fields): Promise<void> {
  const { done } = await runMany(cli, {
    items: addresses,
    work: (url, waiting) => cli.client.renders.create({ ...request, url }, waiting),
  });
  const jobs = done.map(({ item: url, result: { id, status } }) => ({ id, url, status }));
  await cli.printEach(jobs, addresses.length, ({ id }) => id);
}
