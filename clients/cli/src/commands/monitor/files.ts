import { countOf } from "../../../../words/countOf.ts";
import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { type Monitor, wholeUrlOf } from "../../../../typescript/src/index.ts";
import type { Cli } from "../../cli.ts";
import { CliError } from "../../exitCodes.ts";
import { save } from "../../files.ts";
import { readFormats, type WriteFormat, writeFormats } from "../../monitorFiles/formatNames.ts";
import { collect, toShare, toWhole } from "../../optionValues.ts";

/** Commands that read and write the files of monitors. */
export function addMonitorFiles(monitor: CommandUnknownOpts, cli: Cli): void {
  monitor
    .command("import")
    .summary("watch the pages of a list, a sitemap or another tool's file")
    .description(
      "Creates a monitor for each page of a file: a list of addresses, a sitemap, a file of `monitor export`, or a file of changedetection.io (backup or url-watches.json), urlwatch (urls.yaml) or BackstopJS (backstop.json). A page whose host already has a monitor of the same name is skipped, so a repeat creates nothing twice.",
    )
    .argument("<file>", "file or address; - is standard input")
    .addOption(
      new Option("--format <format>", "format of the file (default: found by its content)").choices(readFormats),
    )
    .option("--dry-run", "create nothing and print what would be created")
    .option("--interval <minutes>", "minutes between two runs, if the file says nothing", toWhole(1, 43_200), 60)
    .option("--threshold <share>", "share of the pixels that counts as a change, if the file says nothing", toShare)
    .option("--tag <tag>", "label for each of the monitors; several are possible", collect)
    .option("--paused", "create the monitors without starting them")
    .option("--limit <count>", "take so many pages of the file at most", toWhole(1), 1_000)
    .action(async (file, options) => {
      const { importMonitors } = await import("./importMonitors.ts");
      await importMonitors(cli, file, options);
    });
  monitor
    .command("export")
    .summary("write the settings of monitors to a file")
    .description(
      "Writes the settings of monitors. The API never returns write-only values such as headers, cookies, channels and webhooks, so the file lacks them. An address is in the file if the account shows it whole. In its place the file has null (watchframe), or the start page of the host.",
    )
    .addOption(
      new Option("--format <format>", "format of the file").choices(writeFormats).default("watchframe" as const),
    )
    .option("--tag <tag>", "monitors with exactly this tag")
    .option("-o, --output <file>", "file to write (default: standard output)")
    .option("--force", "overwrite the file")
    .action(async ({ format, tag, output = "-", force }) => {
      const list = cli.client.monitors.list({ limit: 200, ...(tag !== undefined && { tag }) }, cli.call);
      const monitors: Monitor[] = [];
      for await (const found of list) monitors.push(found);
      if (monitors.length === 0) throw new CliError("There is no monitor to export.", "notFound");
      await exportMonitors(cli, monitors, { format, output, force });
    });
}

async function exportMonitors(
  cli: Cli,
  monitors: readonly Monitor[],
  { format, output, force }: { format: WriteFormat; output: string; force?: true | undefined },
): Promise<void> {
  const { writeMonitorFile } = await import("../../monitorFiles/formats.ts");
  const bytes = new TextEncoder().encode(writeMonitorFile(monitors, format));
  const file = await save(cli, { bytes, contentType: "text/plain" }, { output, force, name: `monitors.${format}` });
  const hidden = monitors.filter((monitor) => wholeUrlOf(monitor) === undefined).length;
  const filler = format === "watchframe" ? "null" : "the start page of the host";
  await cli.say(
    hidden === 0
      ? `${countOf(monitors.length, "monitor")}.`
      : `${countOf(monitors.length, "monitor")}. The account does not show ${countOf(hidden, "address", "addresses")} whole: fill them in, the file has ${filler}.`,
  );
  if (file !== null) await cli.print({ file, monitors: monitors.length }, (saved) => saved.file);
}
