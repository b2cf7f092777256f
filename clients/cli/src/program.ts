import { Command, InvalidArgumentError } from "@commander-js/extra-typings";
import manifest from "../package.json" with { type: "json" };
import { Cli } from "./cli.ts";
import { addAccess } from "./commands/access.ts";
import { addAccount } from "./commands/account.ts";
import { addApi } from "./commands/api.ts";
import { addBatch } from "./commands/batch.ts";
import { addChanges } from "./commands/changes.ts";
import { addCompletion } from "./commands/completion.ts";
import { addCrawl } from "./commands/crawl.ts";
import { addDeliveries } from "./commands/deliveries.ts";
import { addDiff } from "./commands/diff.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addJob } from "./commands/job.ts";
import { addLinks } from "./commands/links.ts";
import { addMcp } from "./commands/mcp.ts";
import { addMonitorDefaults } from "./commands/monitorDefaults.ts";
import { addMonitor } from "./commands/monitor/monitor.ts";
import { addMulti } from "./commands/multi.ts";
import { addProfiles } from "./commands/profiles.ts";
import { addRead } from "./commands/read.ts";
import { addRender } from "./commands/render.ts";
import { addSchedule } from "./commands/schedule.ts";
import { addShot } from "./commands/shot.ts";
import { addUsage } from "./commands/usage.ts";
import type { Io } from "./io.ts";

/** Commands in the order of `--help` and docs/cli.md. */
const commands = [
  addShot,
  addRead,
  addRender,
  addDiff,
  addMulti,
  addBatch,
  addCrawl,
  addMonitor,
  addMonitorDefaults,
  addChanges,
  addSchedule,
  addJob,
  addDeliveries,
  addUsage,
  addAccount,
  addAccess,
  addLinks,
  addProfiles,
  addDoctor,
  addApi,
  addMcp,
  addCompletion,
];

/** The command line with all of its commands. */
export function createProgram(io: Io) {
  const program = new Command("watchframe")
    .description("Render web pages and watch them for change.")
    .version(manifest.version)
    .option("--url <address>", "address of the API (default: WATCHFRAME_URL, else that of the key)")
    .option("--profile <name>", "stored service and key to use, see `watchframe profile`")
    .option("--json", "print one JSON document on standard output")
    .option("--jsonl", "print one JSON document a line")
    .option("--quiet", "print no progress and no hints")
    .option("--timeout <seconds>", "wait so long for the work to end", toSeconds)
    .option("--idempotency-key <key>", "a repeat with the same key creates and charges nothing new")
    .option("--no-color", "print without colours, as NO_COLOR does")
    .showHelpAfterError("Add --help for the options.")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, print) => print(text.replace(/^error: /, "watchframe: ")),
    });
  const cli = new Cli(io, () => program.opts());
  for (const add of commands) add(program, cli);
  return { program, cli };
}

function toSeconds(text: string): number {
  const seconds = Number(text);
  if (!Number.isFinite(seconds) || seconds <= 0) throw new InvalidArgumentError("It must be a number above 0.");
  return seconds;
}
