import path from "node:path";
import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { readAddresses } from "../addresses.ts";
import { deviceNames } from "../../../typescript/src/generated/codes.ts";
import { addCaptureFlags } from "../captureFlags.ts";
import type { Fields } from "../flags.ts";
import type { Cli, Waiting } from "../cli.ts";
import { CliError } from "../exitCodes.ts";
import { fileEndings, type FileKind, kindOf, readFor } from "../fileKinds.ts";
import { isFolder, nameOf, outputOption, forceOption, save, type Target } from "../files.ts";
import { runMany } from "../many.ts";
import { Progress } from "../progress.ts";

export function addShot(program: CommandUnknownOpts, cli: Cli): void {
  const shot = program
    .command("shot", { isDefault: true })
    .summary("take pictures or recordings of pages")
    .description(
      "Takes a picture of each page and prints the names of the files. The ending of the file says what it holds: .png, .jpg, .webp or .avif a picture, .pdf a document, and .mp4, .webm or .gif a recording. --record also makes a recording.",
    )
    .argument("<address...>", "addresses of pages; - reads them from standard input, one a line")
    .addOption(outputOption("picture"))
    .addOption(forceOption)
    .addOption(new Option("--no-wait", "start the render and print its id"));
  const readCapture = addCaptureFlags(shot, "render");
  shot.action(async (words, { wait, ...target }) => {
    const addresses = await readAddresses(cli.io, words);
    const fields = await readCapture(cli);
    const request = requestFor(await kindFor(cli, target.output), fields);
    if (wait) await takeShots(cli, addresses, { request, target });
    else await startShots(cli, addresses, request);
  });

  program
    .command("devices")
    .summary("print the names of the devices that --device takes")
    .action(() => cli.print(deviceNames, (names) => names.join("\n")));
}

/** The kind of the named file; null if a folder or standard output gets it, or if its name has no ending. @throws CliError */
async function kindFor({ io }: Cli, output: string | undefined): Promise<FileKind | null> {
  if (output === undefined || output === "-" || (await isFolder(path.resolve(io.cwd, output), output))) return null;
  const kind = kindOf(output);
  if (kind !== null || path.extname(output) === "") return kind;
  throw new CliError(`${output} has an ending that is not known. These work: ${fileEndings}.`);
}

/** A picture, or in its place the document or the recording that the file's ending or the flags ask for. */
function requestFor(kind: FileKind | null, fields: Fields): Fields {
  const { output, format, ending } = kind ?? {};
  const isRecorded = fields["recording"] !== undefined;
  if (isRecorded && kind !== null && output !== "recording")
    throw new CliError(`A recording is no ${ending} file. Use .mp4, .webm or .gif.`);
  if (output === "pdf") return { ...fields, pdf: fields["pdf"] ?? {}, screenshot: false };
  if (output === "recording" || isRecorded) {
    const recording = { ...(format !== undefined && { format }), ...Object(fields["recording"]) };
    return { ...fields, recording: fitting(recording, kind), screenshot: false };
  }
  return { ...fitting({ ...(format !== undefined && { format }), ...fields }, kind), screenshot: true };
}

/** The options. @throws CliError if their format is another one than the ending's. A converted picture takes each. */
function fitting(options: Fields, kind: FileKind | null): Fields {
  if (kind === null || kind.as === "webp" || kind.as === "avif" || options["format"] === kind.format) return options;
  throw new CliError(`The format is ${String(options["format"])}, and the file ends with ${kind.ending}.`);
}

/** The output of a job that a request makes. */
function outputOf(request: Fields): FileKind["output"] {
  if (request["recording"] !== undefined) return "recording";
  return request["screenshot"] === true ? "screenshot" : "pdf";
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
    const output = outputOf(request);
    const read = (query: object) => cli.client.operations.getOutput(job.id, output, query, { signal: cli.io.signal });
    const shot = await readFor(target.output, read);
    const file = await save(cli, shot, { ...target, name: nameOf(url) });
    const { width, height } = (output === "pdf" ? undefined : job.result?.[output]) ?? {};
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
