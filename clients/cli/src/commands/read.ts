import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { Bytes } from "../../../typescript/src/index.ts";
import { readAddresses } from "../addresses.ts";
import { addCaptureFlags } from "../captureFlags.ts";
import type { Fields } from "../flags.ts";
import type { Cli, Waiting } from "../cli.ts";
import { forceOption, nameOf, outputOption, save, type Target } from "../files.ts";
import { runMany } from "../many.ts";
import { Progress } from "../progress.ts";
import { extractNames, fileOutputs, pictureOptions } from "../generated/choices.ts";
import { extractFlag } from "../outputs.ts";

type Format = (typeof extractNames)[number];

/** Options of files that this command does not make. */
const ofFiles = [...pictureOptions, ...fileOutputs];

export function addRead(program: CommandUnknownOpts, cli: Cli): void {
  const command = program
    .command("read")
    .summary("read the content of pages")
    .description(
      "Prints what a page says, by default its main content as Markdown. Several pages become files, one each. With --json the content is a field of the document.",
    )
    .argument("<address...>", "addresses of pages; - reads them from standard input, one a line")
    .addOption(new Option("--format <format>", "what to read").choices(extractNames).default("markdown" as const))
    .addOption(outputOption("content", "standard output, and for several pages files in the current folder"))
    .addOption(forceOption);
  const readCapture = addCaptureFlags(command, "render", ofFiles);
  command.action(async (words, { format, output, force }) => {
    const addresses = await readAddresses(cli.io, words);
    const target = { output: output ?? (addresses.length === 1 ? "-" : "."), force };
    await readPages(cli, addresses, { format, target, fields: await readCapture(cli) });
  });
}

type Reading = { format: Format; target: Target; fields: Fields };

async function readPages(cli: Cli, addresses: readonly string[], { format, target, fields }: Reading): Promise<void> {
  const progress = new Progress(cli);
  const request = { ...fields, screenshot: false, extractMetadata: false, [extractFlag(format)]: true };
  const readPage = async (url: string, waiting: Waiting) => {
    const onUpdate = ({ stage }: { stage: string }) => void progress.show(`${url} ${stage}`);
    const job = await cli.client.renders.run({ ...request, url }, { ...waiting, onUpdate });
    await progress.clear();
    const content = await cli.client.jobs.output(job.id, format, { signal: cli.io.signal });
    if (target.output === "-" && (cli.flags.json || cli.flags.jsonl))
      return { id: job.id, url, format, content: valueOf(content) };
    return { id: job.id, url, file: await save(cli, content, { ...target, name: nameOf(url) }) };
  };
  const { done } = await runMany(cli, { items: addresses, work: readPage }).finally(() => progress.clear());
  const pages = done.map(({ result }) => result).filter(({ file }) => file !== null);
  await cli.printEach(pages, addresses.length, ({ file }) => file ?? "");
}

/** An output as a value of JSON: Markdown and HTML are texts. */
function valueOf({ bytes, contentType }: Bytes): unknown {
  const text = new TextDecoder().decode(bytes);
  return contentType.startsWith("application/json") ? JSON.parse(text) : text;
}
