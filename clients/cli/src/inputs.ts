import { readFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { Cli } from "./cli.ts";
import { CliError } from "./exitCodes.ts";
import { isRecord, parseJson } from "./profiles.ts";

/** The bytes of a file; `-` is standard input. @throws CliError if it can't be read. */
export async function readInput({ io }: Cli, file: string): Promise<Buffer> {
  if (file === "-") return buffer(io.stdin);
  try {
    return await readFile(path.resolve(io.cwd, file));
  } catch (error) {
    throw new CliError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The JSON object in a file; an empty one without a file. The API checks its fields. @throws CliError if it is none. */
export async function readOptions(cli: Cli, file: string | undefined): Promise<Record<string, unknown>> {
  if (file === undefined) return {};
  const value = parseJson((await readInput(cli, file)).toString("utf8"));
  if (isRecord(value)) return value;
  throw new CliError(`${file === "-" ? "Standard input" : file} has no JSON object.`);
}
