import { exitCodes } from "./exitCodes.ts";
import { run } from "./run.ts";

const { stdin, stdout, stderr, env } = process;
const interrupt = new AbortController();
process.once("SIGINT", () => {
  interrupt.abort(new Error("Interrupted."));
  // A second Ctrl-C ends the program at once.
  process.once("SIGINT", () => process.exit(exitCodes.interrupted.code));
});
// A reader that has enough, such as head, closes the pipe.
stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : exitCodes.failed.code));

const io = { stdin, stdout, stderr, env, cwd: process.cwd(), signal: interrupt.signal };
process.exitCode = await run(process.argv.slice(2), io);
