import { ApiError, JobFailedError } from "../../typescript/src/index.ts";
import type { Cli } from "./cli.ts";
import { exitCodes, type Outcome, outcomeOf } from "./exitCodes.ts";
import { write } from "./io.ts";

/** The output of `--json` after a failure. */
export type Failure = {
  error: { code: string; message: string; fields?: readonly { field: string; message: string }[]; id?: string };
};

/** Reports what a command threw, on standard error, and with `--json` also on standard output. Returns the exit code. */
export async function reportFailure(cli: Cli, thrown: unknown): Promise<number> {
  const outcome = cli.io.signal.aborted ? "interrupted" : outcomeOf(thrown);
  const failure = describeFailure(thrown, outcome);
  if (outcome !== "interrupted") await write(cli.io.stderr, `watchframe: ${writeFailure(failure)}\n`);
  if (cli.flags.json || cli.flags.jsonl) await write(cli.io.stdout, `${JSON.stringify(failure)}\n`);
  return exitCodes[outcome].code;
}

/** A failure for people. */
export function writeFailure({ error: { message, fields = [] } }: Failure): string {
  return [message, ...fields.map((problem) => `  ${problem.field}: ${problem.message}`)].join("\n");
}

/** An error as `--json` prints it. */
export function describeFailure(error: unknown, outcome: Outcome = outcomeOf(error)): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof ApiError) {
    const { code, fields } = error;
    if (fields.length === 0) return { error: { code, message } };
    // The fields stand beside the message, so the API's hint at them is left out.
    return { error: { code, message: message.replace("; see `fields`", ""), fields } };
  }
  if (error instanceof JobFailedError) {
    return { error: { code: error.job.error?.code ?? error.job.status, message, id: error.job.id } };
  }
  return { error: { code: outcome, message } };
}
