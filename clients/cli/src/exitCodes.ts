import { ApiError, ConnectionError, JobFailedError, TimeoutError } from "../../typescript/src/index.ts";

/** Exit codes of every command. docs/cli.md has the same table. */
export const exitCodes = {
  done: { code: 0, meaning: "Done." },
  failed: { code: 1, meaning: "The work or the call failed." },
  usage: { code: 2, meaning: "The command line or a value in it is wrong." },
  refused: { code: 3, meaning: "The key is missing, revoked, or lacks a scope." },
  notFound: { code: 4, meaning: "The API has no such thing, or no longer." },
  someFailed: { code: 5, meaning: "Some of several pages failed." },
  limited: { code: 6, meaning: "Credits are used up, or a limit of the plan or of the rate is reached." },
  unreachable: { code: 7, meaning: "The API can't be reached, or the time is up. Accepted work goes on." },
  changed: { code: 10, meaning: "`diff` found a change." },
  interrupted: { code: 130, meaning: "Ctrl-C. Accepted work goes on." },
} as const;

export type Outcome = keyof typeof exitCodes;

/** An error of the command line itself, with its outcome. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly outcome: Outcome;

  constructor(message: string, outcome: Outcome = "usage") {
    super(message);
    this.outcome = outcome;
  }
}

const outcomeOfStatus: Readonly<Record<number, Outcome>> = {
  400: "usage",
  401: "refused",
  402: "limited",
  403: "refused",
  404: "notFound",
  410: "notFound",
  413: "usage",
  422: "usage",
  429: "limited",
};

/** How a command that threw has ended. */
export function outcomeOf(thrown: unknown): Outcome {
  if (thrown instanceof CliError) return thrown.outcome;
  if (thrown instanceof JobFailedError) return "failed";
  if (thrown instanceof ConnectionError || thrown instanceof TimeoutError) return "unreachable";
  if (!(thrown instanceof ApiError)) return "failed";
  if (thrown.code === "plan_limit") return "limited";
  return outcomeOfStatus[thrown.status] ?? (thrown.status >= 500 ? "unreachable" : "failed");
}
