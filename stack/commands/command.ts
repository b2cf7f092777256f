import { parseArgs } from "node:util";
import { Value } from "typebox/value";
import type { createMailer } from "#activities/notify/mailer/mailer.ts";
import type { Database } from "#data/mongo.ts";
import { PlanName } from "#schemas/settings/plans.ts";
import type { Validator } from "#schemas/validate.ts";
import type { Signals } from "#temporal-config/signals.ts";
import type { KeyRing } from "#vault/keyRing.ts";
import type { moveHome } from "../move/moveHome.ts";

/** The command line is wrong. The message says what is expected. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Resources of commands. Each opens on first use, and throws if it is not configured. */
type Tools = {
  readonly database: Database;
  /** The key ring of the API and the workers. */
  ring(): KeyRing;
  /** Sends a signal to a workflow. */
  send: Signals["send"];
  /** The port to the mail service, with its name. Throws if none is set. */
  mailer(): Promise<Pick<ReturnType<typeof createMailer>, "send"> & { service: string }>;
  /** The folder of all data. Throws if a setting names a server that keeps a part of it elsewhere. */
  ownHome(): string;
  /** Copies all data of the home into the servers that the settings name. */
  move(): ReturnType<typeof moveHome>;
  /** The API key that `npm start` made. */
  firstKey(): string;
  /** Base address of the API. */
  apiUrl(): string;
  /** Address of a workflow in Temporal's UI; null if no UI is known. */
  workflowUrl(workflowId: string): string | null;
};

/** Runs a command and returns the lines to print. */
export type Run = (tools: Tools) => Promise<string[]>;

/** A command of the command line. */
export type Command = {
  /** The arguments after its name, as the help shows them. */
  takes: string;
  /** Parses the arguments before anything runs. @throws UsageError */
  read(args: string[], now: Date): Run;
};

/** Parses options. @throws UsageError for an unknown option or a missing value. */
export function readOptions(args: string[], names: readonly string[]): Record<string, string | undefined> {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    return { ...parseArgs({ args, options, allowPositionals: false }).values };
  } catch (error) {
    // The first sentence says what is wrong; the rest explains how Node reads arguments.
    throw new UsageError((error instanceof Error ? error.message : String(error)).split(/\.\s/, 1)[0]);
  }
}

/** Returns a required argument. @throws UsageError if it is missing. */
export function required(value: string | undefined, what: string): string {
  if (!value) throw new UsageError(`${what} is needed`);
  return value;
}

/** Validates a text as the API does. @throws UsageError with the rule that it breaks. */
export function checked(check: Validator<string>, option: string, text: string): string {
  const result = check(text);
  if (result.ok) return result.value;
  throw new UsageError(`${option} ${result.problems.map(({ message }) => message).join(", ")}`);
}

/** Parses a plan's name. @throws UsageError */
export function parsePlan(text: string): PlanName {
  if (Value.Check(PlanName, text)) return text;
  throw new UsageError(`there is no plan "${text}", it must be ${listOf(PlanName.enum)}`);
}

/** `a, b or c`. */
export function listOf(words: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(words);
}

/** The lines, or the sentence `none` if there are none. */
export function linesOr(lines: string[], none: string): string[] {
  return lines.length === 0 ? [none] : lines;
}

export function noAccount(id: string): Error {
  return new Error(`there is no account ${id}`);
}

/** @throws Error if the account does not exist. */
export async function expectAccount({ accounts }: Database, id: string): Promise<void> {
  if ((await accounts.findOne({ _id: id })) === null) throw noAccount(id);
}
