import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Cli } from "../../cli.ts";
import { addMonitorDecisions } from "./decisions.ts";
import { takeNames } from "./findMonitor.ts";
import { addMonitorFiles } from "./files.ts";
import { addMonitorReads } from "./reads.ts";
import { addMonitorRuns } from "./runs.ts";
import { addMonitorSettings } from "./settings.ts";
import { addMonitorSitemaps } from "./sitemaps.ts";

export function addMonitor(program: CommandUnknownOpts, cli: Cli): void {
  const monitor = program.command("monitor").summary("watch pages for change");
  const parts = [
    addMonitorReads,
    addMonitorSettings,
    addMonitorRuns,
    addMonitorDecisions,
    addMonitorFiles,
    addMonitorSitemaps,
  ];
  for (const add of parts) add(monitor, cli);
  takeNames(monitor, cli);
}
