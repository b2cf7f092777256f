import { stat } from "node:fs/promises";
import path from "node:path";
import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { Job } from "../../typescript/src/index.ts";
import type { Fields } from "./flags.ts";
import type { Cli } from "./cli.ts";
import { save } from "./files.ts";
import { extractNames, fileOutputs, pageExtracts } from "./generated/choices.ts";

/** Outputs of a render of one page. */
export const outputNames = [...fileOutputs, ...extractNames] as const;
/** Outputs of the pages of batches and crawls. */
export const pageOutputs = [...fileOutputs, ...pageExtracts] as const;
type OutputName = (typeof outputNames)[number];

/** The field of a request that asks for an extract. */
export function extractFlag(name: string): string {
  return `extract${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** `--outputs`, for a command that can make `names`. */
export function outputsOption(names: readonly OutputName[]) {
  const toNames = (text: string): OutputName[] => text.split(",").map((word) => toName(word.trim(), names));
  const help = `what to make of each page, separated by commas: ${names.join(", ")}`;
  return new Option("--outputs <names>", help).argParser(toNames);
}

function toName(word: string, names: readonly OutputName[]): OutputName {
  const name = names.find((known) => known === word);
  if (name !== undefined) return name;
  throw new InvalidArgumentError(`${JSON.stringify(word)} is not one of these: ${names.join(", ")}.`);
}

/**
 * The fields of a request for these outputs. Outputs that were not named are left out, also those made by default. A file
 * keeps its options of the capture.
 */
export function withOutputs(
  capture: Fields,
  outputs: readonly OutputName[] | undefined,
  possible: readonly OutputName[],
): Fields {
  if (outputs === undefined) return capture;
  const isLeftOut = (field: string): boolean => possible.some((name) => name === field && !outputs.includes(name));
  const keptFields = Object.entries(capture).filter(([field]) => !isLeftOut(field));
  const chosenFields = possible.flatMap((name): [string, unknown][] => {
    const isWanted = outputs.includes(name);
    if (name === "screenshot") return [[name, isWanted]];
    if (fileOutputs.some((file) => file === name)) return isWanted ? [[name, capture[name] ?? {}]] : [];
    // Metadata is made unless it is turned off.
    return isWanted || name === "metadata" ? [[extractFlag(name), isWanted]] : [];
  });
  return Object.fromEntries([...keptFields, ...chosenFields]);
}

/** Endings of files that are not JSON. The picture and the recording say their own format. */
const endings: Readonly<Partial<Record<OutputName, string>>> = { pdf: "pdf", markdown: "md", html: "html" };

type SaveOptions = {
  folder: string;
  /** Start of each file's name. */
  name: string;
  force?: true | undefined;
  /** Whether files that exist are left as they are. */
  resume?: boolean;
};

/** Writes the outputs of a job: `example-com-screenshot.jpg`, `example-com-markdown.md`. Returns the files' names. */
export async function saveJob(
  cli: Cli,
  job: Job,
  { folder, name, force, resume = false }: SaveOptions,
): Promise<{ saved: string[]; kept: string[] }> {
  const files: { saved: string[]; kept: string[] } = { saved: [], kept: [] };
  const made = outputNames.filter((each) => job.result?.[each] !== undefined);
  const taken = (job.result?.stepPictures ?? []).map(({ name: step, format }) => [`step-${step}`, format] as const);
  for (const [output, ending] of [...made.map((each) => [each, endingOf(job, each)] as const), ...taken]) {
    const file = path.join(folder, `${name}-${output}.${ending}`);
    if (resume && (await exists(path.resolve(cli.io.cwd, file)))) {
      files.kept.push(file);
      continue;
    }
    const content = await cli.client.jobs.output(job.id, output, cli.call);
    await save(cli, content, { output: file, force, name });
    files.saved.push(file);
  }
  return files;
}

function endingOf({ result }: Job, output: OutputName): string {
  if (output === "screenshot") return result?.screenshot?.format ?? "jpg";
  if (output === "recording") return result?.recording?.format ?? "mp4";
  return endings[output] ?? "json";
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}
