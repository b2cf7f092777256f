import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { MonitorRun } from "../../../../typescript/src/index.ts";
import type { Cli } from "../../cli.ts";
import { CliError } from "../../exitCodes.ts";
import { readFor } from "../../fileKinds.ts";
import { save, type Target } from "../../files.ts";
import { Progress } from "../../progress.ts";
import { runOfChange } from "./decisions.ts";
import { findingsOf, readingWords } from "./found.ts";
import { verdictOf } from "./shown.ts";

/** Commands about one run of a monitor. */
export function addMonitorRuns(monitor: CommandUnknownOpts, cli: Cli): void {
  monitor
    .command("run")
    .summary("start a run now")
    .description("Starts a run now. With --wait, a change ends the command with exit code 10.")
    .argument("<monitor>", "id or name")
    .option("--wait", "wait until the run has ended")
    .action(async (id, { wait }) => {
      const { timeoutMs: _timeoutMs, ...call } = cli.waiting;
      const run = await cli.client.monitors.run(id, call);
      if (wait) await waitForVerdict(cli, run);
      else await cli.print(run, writeRun);
    });
  monitor
    .command("change")
    .summary("print what a run found: the ratio, the areas and the words that changed, and the values")
    .argument("<monitor>", "id or name")
    .argument("[run]", "id of the run (default: the one that opened the incident)")
    .action(async (id, run) => {
      const runId = run ?? (await runOfChange(cli, id));
      await cli.print(await cli.client.monitors.getRun(id, runId, cli.call), writeChange);
    });
  monitor
    .command("picture")
    .summary("save a picture of a run")
    .argument("<monitor>", "id or name")
    .argument("[run]", "id of the run (default: the newest with a picture)")
    .addOption(
      new Option("--picture <name>", "the page, the drawing of its changes, or the mask of the changed pixels")
        .choices(["screenshot", "visualization", "mask"] as const)
        .default("screenshot" as const),
    )
    .option("-o, --output <file>", "file or folder for the picture; - is standard output")
    .option("--force", "overwrite the file")
    .action(async (id, run, { picture, ...target }) => {
      await savePicture(cli, { id, run: run ?? (await newestRun(cli, id)), picture }, target);
    });
}

async function waitForVerdict(cli: Cli, { id, monitorId }: MonitorRun): Promise<void> {
  const progress = new Progress(cli);
  const { signal, timeoutMs } = cli.waiting;
  const run = await cli.client.monitors.waitForRun(monitorId, id, {
    signal,
    ...(timeoutMs !== undefined && { timeoutMs }),
    onUpdate: ({ status }) => void progress.show(`${id} ${status}`),
  });
  await progress.clear();
  await cli.print(run, writeRun);
  if (run.result?.changed === true) cli.outcome = "changed";
  else if (run.status !== "completed") cli.outcome = "failed";
}

function writeRun(run: MonitorRun): string {
  return [`${run.id} ${verdictOf(run)}`, ...findingsOf(run)].join(", ");
}

/** A run with its areas, words and values, for people. */
function writeChange(run: MonitorRun): string {
  const { regions = [], text, values = {} } = run.result ?? {};
  const areas = regions.map(({ x, y, width, height }) => `  ${width} × ${height} at ${x}, ${y}`);
  const words = text?.changes.map(({ change, words: said }) => `  ${change === "added" ? "+" : "-"} ${said}`) ?? [];
  const readings = Object.entries(values).map(([name, reading]) => `  ${name}: ${readingWords(reading)}`);
  return [writeRun(run), ...areas, ...words, ...readings].join("\n");
}

/** @throws CliError if no run has a picture. */
async function newestRun(cli: Cli, id: string): Promise<string> {
  for await (const run of cli.client.monitors.runs(id, {}, cli.call)) {
    if (run.status === "completed") return run.id;
  }
  throw new CliError("The monitor has no completed run yet.", "notFound");
}

async function savePicture(
  cli: Cli,
  { id, run, picture }: { id: string; run: string; picture: "screenshot" | "visualization" | "mask" },
  target: Target,
): Promise<void> {
  const { operations } = cli.client;
  const bytes = await readFor(target.output, (query) => operations.getRunOutput(id, run, picture, query, cli.call));
  const file = await save(cli, bytes, { ...target, name: `${run}-${picture}` });
  if (file !== null) await cli.print({ id: run, picture, file, bytes: bytes.bytes.length }, (saved) => saved.file);
}
