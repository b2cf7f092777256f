import { CommanderError } from "@commander-js/extra-typings";
import { exitCodes } from "./exitCodes.ts";
import { reportFailure } from "./failures.ts";
import type { Io } from "./io.ts";
import { createProgram } from "./program.ts";

/** Runs one command line, without the program's own name. Returns the exit code. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const { program, cli } = createProgram(io);
  try {
    await program.parseAsync(args, { from: "user" });
    return cli.exitCode;
  } catch (thrown) {
    // The parser has printed its message or the help.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : exitCodes.usage.code;
    return reportFailure(cli, thrown);
  }
}
