import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { Cli } from "./cli.ts";
import { type Fields, type Flag, keyOf, toOption } from "./flags.ts";
import { captureFlags } from "./generated/captureFlags.ts";
import { readInput, readOptions } from "./inputs.ts";

/** A flag that sets an option of a capture. */
type CaptureFlag = Flag & {
  field: string;
  /** The property of the field's object that the flag sets. */
  part?: string;
  /** Requests that lack the option. */
  notIn?: readonly CaptureUse[];
};

/** The request that a command makes of the flags. */
type CaptureUse = "render" | "batch" | "comparison" | "crawl" | "monitor" | "recurring";

const shownFlags: readonly CaptureFlag[] = captureFlags;

/** Names of the devices that `--device` takes. */
export const deviceNames: readonly string[] = shownFlags.find(({ field }) => field === "device")?.choices ?? [];

/** Reads the fields of a capture: those of the `--options` file, and over them those of the flags. */
type ReadCapture = (cli: Cli) => Promise<Fields>;

/**
 * Adds a flag for each option of a request but `leftOut`, and `--options` for those without a flag. A flag that the command
 * has already means something of its own.
 */
export function addCaptureFlags(
  command: CommandUnknownOpts,
  use: CaptureUse,
  leftOut: readonly string[] = [],
): ReadCapture {
  const own = new Set(command.options.map(({ long }) => long));
  const flags = shownFlags.filter(
    ({ field, flag, notIn = [] }) => !leftOut.includes(field) && !notIn.includes(use) && !own.has(flag),
  );
  command.optionsGroup("Capture options:");
  for (const flag of flags) command.addOption(toOption(flag));
  command.addOption(
    new Option(
      "--options <file>",
      "JSON file with fields of POST /render, also headers and cookies; - is standard input",
    ),
  );
  command.optionsGroup("Options:");
  return async (cli) => {
    const given: Fields = command.opts();
    const file = given["options"];
    const fields: Fields = typeof file === "string" ? { ...(await readOptions(cli, file)) } : {};
    for (const { field, part, flag, kind } of flags) {
      const value = given[keyOf(flag)];
      // A switch of the form --no-… is true unless it is given.
      if (value === undefined || (flag.startsWith("--no-") && value === true)) continue;
      const isFile = kind === "file" && typeof value === "string";
      const content = isFile ? (await readInput(cli, value)).toString("utf8") : value;
      if (kind === "object") fields[field] ??= {};
      else fields[field] = part === undefined ? content : { ...Object(fields[field]), [part]: content };
    }
    return fields;
  };
}
