import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Cli } from "../../cli.ts";
import { addMonitorDecisions } from "./decisions.ts";
import { addMonitorFiles } from "./files.ts";
import { addMonitorReads } from "./reads.ts";
import { addMonitorRuns } from "./runs.ts";
import { addMonitorSettings } from "./settings.ts";

export function addMonitor(program: CommandUnknownOpts, cli: Cli): void {
  const monitor = program.command("monitor").summary("watch pages for change");
  for (const add of [addMonitorReads, addMonitorSettings, addMonitorRuns, addMonitorDecisions, addMonitorFiles])
    add(monitor, cli);
}
