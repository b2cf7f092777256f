import { countOf } from "../../../words/countOf.ts";
import { stat } from "node:fs/promises";
import path from "node:path";
import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import { toAddress } from "../addresses.ts";
import { addCaptureFlags } from "../captureFlags.ts";
import type { Fields } from "../flags.ts";
import type { Cli, Waiting } from "../cli.ts";
import { CliError } from "../exitCodes.ts";
import { kindOf } from "../fileKinds.ts";
import { forceOption, nameOf, save } from "../files.ts";
import { readInput } from "../inputs.ts";
import { runMany } from "../many.ts";
import { toWhole } from "../optionValues.ts";
import { isRecord } from "../profiles.ts";
import { Progress } from "../progress.ts";

/** One picture of the file: where it goes, and the request to the API. */
type Shot = { output: string; request: Fields & { url: string } };
type Taking = { force: true | undefined; waiting: Waiting };

export function addMulti(program: CommandUnknownOpts, cli: Cli): void {
  const multi = program
    .command("multi")
    .summary("take the pictures that a YAML file describes")
    .description(
      "Takes a picture for each entry of the file. An entry has `url`, `output` (a file's name) and fields of POST /render. Its fields win over the flags. Pictures that exist are kept, so a repeat takes the missing ones.",
    )
    .argument("<file>", "YAML file with a list of entries; - is standard input")
    .option("--force", forceOption.description)
    .option("--concurrency <count>", "pictures at once (default: 4)", toWhole(1, 20));
  const readCapture = addCaptureFlags(multi, "render");
  multi.action(async (file, { force, concurrency }) => {
    const shots = await readShots((await readInput(cli, file)).toString("utf8"), await readCapture(cli));
    const missing = force ? shots : await withoutExisting(cli, shots);
    const byOutput = new Map(missing.map((shot) => [shot.output, shot]));
    const progress = new Progress(cli);
    const work = async (output: string, waiting: Waiting) => {
      const shot = byOutput.get(output);
      if (shot === undefined) throw new CliError(`${output} is not in the file.`);
      await progress.show(`${output} of ${shot.request.url}`);
      return take(cli, shot, { force, waiting });
    };
    const items = [...byOutput.keys()];
    const many = { items, work, ...(concurrency !== undefined && { concurrency }) };
    const { done } = await runMany(cli, many).finally(() => progress.clear());
    const kept = shots.length - items.length;
    if (kept > 0) await cli.say(`${countOf(kept, "picture exists and is", "pictures exist and are")} kept.`);
    await cli.printEach(
      done.map(({ result }) => result),
      shots.length,
      (taken) => taken.file,
    );
  });
}

async function take(cli: Cli, { output, request }: Shot, { force, waiting }: Taking) {
  const job = await cli.client.renders.run({ ...request, screenshot: true }, waiting);
  const picture = await cli.client.jobs.output(job.id, "screenshot", cli.call);
  await save(cli, picture, { output, force, name: nameOf(request.url) });
  return { id: job.id, url: request.url, file: output, bytes: picture.bytes.length };
}

/** The entries of a file, with the flags as defaults. @throws CliError that names the entry. */
async function readShots(text: string, defaults: Fields): Promise<Shot[]> {
  const entries = await readYaml(text);
  if (!Array.isArray(entries) || entries.length === 0) {
    throw new CliError("The file must be a list of entries, such as `- url: https://example.com`.");
  }
  const shots = entries.map((entry: unknown, index) => readShot(entry, index, defaults));
  const outputs = shots.map(({ output }) => path.normalize(output));
  const twice = outputs.find((output, index) => outputs.indexOf(output) < index);
  if (twice !== undefined) throw new CliError(`Two entries have the output ${twice}. Name them differently.`);
  return shots;
}

async function readYaml(text: string): Promise<unknown> {
  const { parse } = await import("yaml");
  try {
    const value: unknown = parse(text, { maxAliasCount: 100 });
    return value;
  } catch (error) {
    throw new CliError(`The file is no YAML: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readShot(entry: unknown, index: number, defaults: Fields): Shot {
  const place = `Entry ${index + 1} of the file`;
  if (!isRecord(entry)) throw new CliError(`${place} must have fields, such as \`url: https://example.com\`.`);
  const { url: address, output, ...fields } = entry;
  if (typeof address !== "string") throw new CliError(`${place} has no \`url\`.`);
  const url = toAddress(address);
  const givenFields = { ...defaults, ...fields };
  if (output === undefined)
    return { output: `${nameOf(url)}.${endingOf(givenFields["format"])}`, request: { ...givenFields, url } };
  const { as } = (typeof output === "string" && kindOf(output)) || {};
  if (typeof output !== "string" || (as !== "png" && as !== "jpg")) {
    throw new CliError(`${place}: \`output\` must be a file's name that ends with .png, .jpg or .jpeg.`);
  }
  return { output, request: { format: as, ...givenFields, url } };
}

function endingOf(format: unknown): string {
  return format === "png" ? "png" : "jpg";
}

async function withoutExisting({ io }: Cli, shots: readonly Shot[]): Promise<Shot[]> {
  const states = await Promise.all(shots.map(({ output }) => stat(path.resolve(io.cwd, output)).catch(() => null)));
  return shots.filter((_, index) => states[index] === null);
}
