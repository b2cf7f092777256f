import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { collect, collectJson, toConditions, toHours, toShare } from "./optionValues.ts";

/** How the API's schema describes a field, and the flag that sets it. */
export type Flag = {
  flag: string;
  /**
   * `object` is a switch for an object with the defaults of all its properties, and `pair` two switches. `hours` of a day and
   * `conditions` in JSON take `none`, too.
   */
  kind:
    | "switch"
    | "pair"
    | "object"
    | "choice"
    | "number"
    | "share"
    | "text"
    | "file"
    | "list"
    | "objects"
    | "numbers"
    | "hours"
    | "conditions";
  choices?: readonly string[];
  /** Names of an object's numbers, in the order of the flag. The first `least` are needed. */
  parts?: readonly string[];
  least?: number;
  minimum?: number;
  maximum?: number;
  standard?: string | number;
  help: string;
};

/** Fields of a request to the API. The API checks them. */
export type Fields = Record<string, unknown>;

/** More choices than that would fill the help. */
const maxShownChoices = 12;

const placeholders = {
  switch: "",
  pair: "",
  object: "",
  choice: " <name>",
  number: " <number>",
  share: " <share>",
  text: " <text>",
  file: " <file>",
  list: " <text>",
  objects: " <json>",
  numbers: " <numbers>",
  hours: " <hours>",
  conditions: " <json>",
} as const;

/** The option of a command for a flag. */
export function toOption(flag: Flag): Option {
  const option = new Option(`${flag.flag}${placeholders[flag.kind]}`, helpOf(flag));
  if (flag.kind === "choice") return option.argParser((text: string) => toChoice(flag, text));
  if (flag.kind === "number") return option.argParser((text: string) => toNumber(flag, text));
  if (flag.kind === "share") return option.argParser(toShare);
  if (flag.kind === "hours") return option.argParser(toHours);
  if (flag.kind === "conditions") return option.argParser(toConditions);
  if (flag.kind === "list") return option.argParser(collect);
  if (flag.kind === "objects") return option.argParser(collectJson);
  if (flag.kind === "numbers") return option.argParser((text: string) => toNumbers(flag, text));
  return option;
}

function helpOf({ kind, help, choices = [], parts, standard }: Flag): string {
  const notes = [
    ...(kind === "list" || kind === "objects" ? ["may be repeated"] : []),
    ...(kind === "hours" ? ["such as 22:00-07:00, or none"] : []),
    ...(kind === "conditions" ? ['such as {"any": [{"value": "price", "is": "below", "than": 50}]}, or none'] : []),
    ...(kind === "share" ? ["0 to 1, or in percent, such as 5%"] : []),
    ...(kind === "file" ? ["name of a file; - is standard input"] : []),
    ...(kind === "choice" && choices.length <= maxShownChoices ? [choices.join(", ")] : []),
    ...(kind === "choice" && choices.length > maxShownChoices ? ["see `watchframe devices`"] : []),
    ...(parts === undefined ? [] : [parts.join(",")]),
    ...(standard === undefined ? [] : [`default: ${standard}`]),
  ];
  const first = help === "" ? "" : help.replace(/\.$/, "");
  return notes.length === 0 ? first : `${first}${first === "" ? "" : " "}(${notes.join("; ")})`;
}

function toChoice({ choices = [] }: Flag, text: string): string {
  const choice = choices.find((name) => name.toLowerCase() === text.toLowerCase());
  if (choice !== undefined) return choice;
  const shown = choices.length > maxShownChoices ? "`watchframe devices` lists them" : choices.join(", ");
  throw new InvalidArgumentError(`It must be one of these: ${shown}.`);
}

function toNumber({ minimum = -Infinity, maximum = Infinity }: Flag, text: string): number {
  const number = Number(text);
  if (text.trim() !== "" && number >= minimum && number <= maximum) return number;
  throw new InvalidArgumentError(`It must be a number from ${minimum} to ${maximum}.`);
}

function toNumbers({ parts = [], least = 0 }: Flag, text: string): Fields {
  const numbers = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  if (numbers.some(Number.isNaN) || numbers.length < least || numbers.length > parts.length) {
    throw new InvalidArgumentError(`It must be ${parts.slice(0, least).join(",")} as numbers.`);
  }
  return Object.fromEntries(numbers.map((number, index) => [parts[index] ?? "", number]));
}

/** The name of a flag's value: `--full-page` gives `fullPage`, and `--no-cache` gives `cache`. */
export function keyOf(flag: string): string {
  return flag.replace(/^--(?:no-)?/, "").replace(/-[a-z]/g, (part) => part.charAt(1).toUpperCase());
}
