import { parseArgs } from "node:util";
import { Value } from "typebox/value";
import type { Database } from "#data/mongo.ts";
import { PlanName } from "#schemas/settings/plans.ts";
import type { Validator } from "#schemas/validate.ts";
import type { Signals } from "#temporal-config/signals.ts";
import type { KeyRing } from "#vault/keyRing.ts";

/** The command line cannot be understood; the message says what is expected. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What commands reach. Each part is opened by the first command that asks for it, and throws where it is not known. */
type Tools = {
  readonly database: Database;
  /** The ring of the API and the workers. */
  ring(): KeyRing;
  /** Sends a signal to a workflow. */
  send: Signals["send"];
  /** The API key that `npm start` made. */
  firstKey(): string;
  /** Address of a workflow in Temporal's UI; null where no UI is known. */
  workflowUrl(workflowId: string): string | null;
};

/** Carries a command out and gives the lines to print. */
export type Run = (tools: Tools) => Promise<string[]>;

/** A command of the command line. */
export type Command = {
  /** The arguments that stand after its name, as the help shows them. */
  takes: string;
  /** Reads the arguments before anything is touched; throws a `UsageError` when they make no sense. */
  read(args: string[], now: Date): Run;
};

/** The options that are there; an unknown one, or one without its value, is a usage error. */
export function readOptions(args: string[], names: readonly string[]): Record<string, string | undefined> {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    return { ...parseArgs({ args, options, allowPositionals: false }).values };
  } catch (error) {
    // The first sentence says what is wrong; the rest explains how Node reads arguments.
    throw new UsageError((error instanceof Error ? error.message : String(error)).split(/\.\s/, 1)[0]);
  }
}

/** An argument that must be there. */
export function required(value: string | undefined, what: string): string {
  if (!value) throw new UsageError(`${what} is needed`);
  return value;
}

/** A text that the API takes as well; throws a `UsageError` that says what it must be. */
export function checked(check: Validator<string>, option: string, text: string): string {
  const result = check(text);
  if (result.ok) return result.value;
  throw new UsageError(`${option} ${result.problems.map(({ message }) => message).join(", ")}`);
}

/** A plan by its name. */
export function parsePlan(text: string): PlanName {
  if (Value.Check(PlanName, text)) return text;
  throw new UsageError(`there is no plan "${text}", it must be ${listOf(PlanName.enum)}`);
}

/** `a, b or c`. */
export function listOf(words: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(words);
}

/** The lines of a list, or the sentence that says that it is empty. */
export function linesOr(lines: string[], none: string): string[] {
  return lines.length === 0 ? [none] : lines;
}

export function noAccount(id: string): Error {
  return new Error(`there is no account ${id}`);
}

/** Throws where there is no such account. */
export async function expectAccount({ accounts }: Database, id: string): Promise<void> {
  if ((await accounts.findOne({ _id: id })) === null) throw noAccount(id);
}
