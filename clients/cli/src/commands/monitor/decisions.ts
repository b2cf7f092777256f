import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Monitor } from "../../../../typescript/src/index.ts";
import type { Cli } from "../../cli.ts";
import { CliError } from "../../exitCodes.ts";
import { writeDelivery } from "../deliveries.ts";
import { stateOf } from "./shown.ts";

/** Commands that change the state of a monitor by one call. */
export function addMonitorDecisions(monitor: CommandUnknownOpts, cli: Cli): void {
  for (const [name, { summary, act }] of Object.entries(decisions)) {
    monitor
      .command(name)
      .summary(summary)
      .argument("<monitor>", "id or name")
      .action(async (id) => cli.print(await act(cli, id), writeState));
  }
  monitor
    .command("accept")
    .summary("make a run the fixed baseline, which ends an open change")
    .argument("<monitor>", "id or name")
    .argument("[run]", "id of the run (default: the one that opened the incident)")
    .action(async (id, run) => {
      const chosen = run ?? (await runOfChange(cli, id));
      const { baselineMode } = await cli.client.monitors.get(id, cli.call);
      if (baselineMode === "rolling") throw new CliError(nothingToAccept);
      await cli.print(await cli.client.monitors.accept(id, chosen, cli.call), writeState);
    });
  monitor
    .command("acknowledge")
    .summary("mark the open incident as known")
    .argument("<monitor>", "id or name")
    .option("--undo", "withdraw the acknowledgement")
    .action(async (id, { undo }) => {
      const { monitors } = cli.client;
      await cli.print(
        await (undo ? monitors.unacknowledge(id, cli.call) : monitors.acknowledge(id, cli.call)),
        writeState,
      );
    });
  monitor
    .command("mute")
    .summary("send no message about a monitor until a time")
    .argument("<monitor>", "id or name")
    .argument("<until>", "a time such as 2026-12-24T08:00:00Z, a span such as 90m, 8h or 7d, or `off`")
    .action(async (id, until) => {
      const { monitors } = cli.client;
      const changed = until === "off" ? monitors.unmute(id, cli.call) : monitors.mute(id, toTime(until), cli.call);
      await cli.print(await changed, writeState);
    });
  monitor
    .command("test-channel")
    .summary("send a sample to a channel of a monitor")
    .description("The delivery shows what the service answered: `watchframe deliveries get`.")
    .argument("<monitor>", "id or name")
    .argument("<channel>", "id of the channel, as `monitor get --json` shows it")
    .action(async (id, channel) =>
      cli.print(await cli.client.monitors.testChannel(id, channel, cli.waiting), writeDelivery),
    );
  monitor
    .command("open")
    .summary("print the address of a monitor in the console, and open it from a terminal")
    .argument("<monitor>", "id or name")
    .action(async (id) => {
      const found = await cli.client.monitors.get(id, cli.call);
      const { url: base } = cli.connection();
      const url = new URL(`console/monitors/${found.id}`, base.endsWith("/") ? base : `${base}/`).href;
      await cli.print({ url }, () => url);
      if (cli.io.stdout.isTTY) await openInBrowser(url);
    });
}

const decisions = {
  pause: {
    summary: "stop the runs of a monitor",
    act: ({ client, call }: Cli, id: string) => client.monitors.pause(id, call),
  },
  resume: {
    summary: "start the runs of a monitor again",
    act: ({ client, call }: Cli, id: string) => client.monitors.resume(id, call),
  },
  delete: { summary: "delete a monitor", act: ({ client, call }: Cli, id: string) => client.monitors.delete(id, call) },
} as const;

/** An accepted run would be the baseline until the next run alone. */
const nothingToAccept =
  "Each run of this monitor becomes the baseline by itself, so there is nothing to accept. `watchframe changes seen <run>` marks its change as seen. `watchframe monitor update <monitor> --baseline fixed` keeps a baseline until a run is accepted.";

function writeState(monitor: Monitor): string {
  return `${monitor.id} ${stateOf(monitor)}`;
}

/** The run that opened the change of a monitor. @throws CliError without an open change. */
export async function runOfChange(cli: Cli, id: string): Promise<string> {
  const { incident } = await cli.client.monitors.get(id, cli.call);
  if (incident?.type === "change") return incident.runId;
  throw new CliError("The monitor has no open change. Name a run: `watchframe monitor runs` lists them.");
}

const spanMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time from now or a given one. @throws CliError if it is neither. */
function toTime(text: string): Date {
  const [, count, unit = ""] = /^(\d+)([mhd])$/.exec(text) ?? [];
  const time = new Date(count === undefined ? text : Date.now() + Number(count) * (spanMs[unit] ?? 0));
  if (!Number.isNaN(time.getTime())) return time;
  throw new CliError(`${JSON.stringify(text)} is no time. Use 2026-12-24T08:00:00Z, a span such as 8h, or off.`);
}

const openers: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: "open", win32: "explorer" };

/** Opens an address in the browser of the desktop. A machine without one shows nothing, as the address is printed. */
async function openInBrowser(url: string): Promise<void> {
  const { spawn } = await import("node:child_process");
  const child = spawn(openers[process.platform] ?? "xdg-open", [url], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
