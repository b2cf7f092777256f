import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { Cli } from "./cli.ts";
import { type Fields, keyOf, toOption } from "./flags.ts";
import { readInput, readOptions } from "./inputs.ts";
import { type CaptureUse, namedFlags } from "./namedFlags.ts";

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
  const flags = namedFlags.filter(
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
