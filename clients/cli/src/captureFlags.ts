import { type CommandUnknownOpts, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { Cli } from "./cli.ts";
import { captureFlags } from "./generated/captureFlags.ts";
import { readInput, readOptions } from "./inputs.ts";
import { collect, collectJson } from "./optionValues.ts";

/** How the API's schema describes an option, and the flag that sets it. */
type CaptureFlag = {
  field: string;
  /** The property of the field's object that the flag sets. */
  part?: string;
  flag: string;
  /** `object` is a switch for an object with the defaults of all its properties. */
  kind: "switch" | "object" | "choice" | "number" | "text" | "file" | "list" | "objects" | "numbers";
  choices?: readonly string[];
  /** Names of an object's numbers, in the order of the flag. The first `least` are needed. */
  parts?: readonly string[];
  least?: number;
  minimum?: number;
  maximum?: number;
  standard?: string | number;
  /** Requests that lack the option. */
  notIn?: readonly CaptureUse[];
  help: string;
};

/** The request that a command makes of the flags. */
type CaptureUse = "render" | "batch" | "comparison" | "crawl" | "monitor" | "recurring";

/** Fields of a request to the API. The API checks them. */
export type Fields = Record<string, unknown>;

const shownFlags: readonly CaptureFlag[] = captureFlags;
/** More choices than that would fill the help. */
const maxShownChoices = 12;

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

const placeholders = {
  switch: "",
  object: "",
  choice: " <name>",
  number: " <number>",
  text: " <text>",
  file: " <file>",
  list: " <text>",
  objects: " <json>",
  numbers: " <numbers>",
} as const;

function toOption(flag: CaptureFlag): Option {
  const option = new Option(`${flag.flag}${placeholders[flag.kind]}`, helpOf(flag));
  if (flag.kind === "choice") return option.argParser((text: string) => toChoice(flag, text));
  if (flag.kind === "number") return option.argParser((text: string) => toNumber(flag, text));
  if (flag.kind === "list") return option.argParser(collect);
  if (flag.kind === "objects") return option.argParser(collectJson);
  if (flag.kind === "numbers") return option.argParser((text: string) => toNumbers(flag, text));
  return option;
}

function helpOf({ kind, help, choices = [], parts, standard }: CaptureFlag): string {
  const notes = [
    ...(kind === "list" || kind === "objects" ? ["may be repeated"] : []),
    ...(kind === "file" ? ["name of a file; - is standard input"] : []),
    ...(kind === "choice" && choices.length <= maxShownChoices ? [choices.join(", ")] : []),
    ...(kind === "choice" && choices.length > maxShownChoices ? ["see `watchframe devices`"] : []),
    ...(parts === undefined ? [] : [parts.join(",")]),
    ...(standard === undefined ? [] : [`default: ${standard}`]),
  ];
  const first = help === "" ? "" : help.replace(/\.$/, "");
  return notes.length === 0 ? first : `${first}${first === "" ? "" : " "}(${notes.join("; ")})`;
}

function toChoice({ choices = [] }: CaptureFlag, text: string): string {
  const choice = choices.find((name) => name.toLowerCase() === text.toLowerCase());
  if (choice !== undefined) return choice;
  const shown = choices.length > maxShownChoices ? "`watchframe devices` lists them" : choices.join(", ");
  throw new InvalidArgumentError(`It must be one of these: ${shown}.`);
}

function toNumber({ minimum = -Infinity, maximum = Infinity }: CaptureFlag, text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && number >= minimum && number <= maximum) return number;
  throw new InvalidArgumentError(`It must be a number from ${minimum} to ${maximum}.`);
}

function toNumbers({ parts = [], least = 0 }: CaptureFlag, text: string): Fields {
  const numbers = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (numbers.some(Number.isNaN) || numbers.length < least || numbers.length > parts.length) {
    throw new InvalidArgumentError(`It must be ${parts.slice(0, least).join(",")} as numbers.`);
  }
  return Object.fromEntries(numbers.map((number, index) => [parts[index] ?? "", number]));
}

/** The name of a flag's value: `--full-page` gives `fullPage`, and `--no-cache` gives `cache`. */
function keyOf(flag: string): string {
  return flag.replace(/^--(?:no-)?/, "").replace(/-[a-z]/g, (part) => part.charAt(1).toUpperCase());
}
