import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { Monitor, MonitorRun, RunValues } from "../../../../typescript/src/index.ts";
import type { Cli } from "../../cli.ts";
import { toWhole } from "../../optionValues.ts";
import { printList } from "../../table.ts";
import { findingsOf, readingWords } from "./found.ts";
import { stateOf, timesOf, verdictOf, writeMonitor } from "./shown.ts";

/** Commands that show monitors and what happened to them. */
export function addMonitorReads(monitor: CommandUnknownOpts, cli: Cli): void {
  monitor
    .command("list")
    .summary("list monitors, the newest first")
    .addOption(
      new Option("--status <status>", "monitors in this state").choices([
        "active",
        "paused",
        "paused_plan_limit",
      ] as const),
    )
    .option("--tag <tag>", "monitors with exactly this tag")
    .option("--search <text>", "monitors with this text in the name or in a tag")
    .option("--sitemap <id>", "monitors that this sitemap made")
    .option("--incident", "monitors with an open incident")
    .option("--limit <count>", "print so many at most", toWhole(1), 20)
    .action(async ({ limit, search, incident, ...filter }) => {
      const query = {
        ...withoutUndefined(filter),
        ...(search !== undefined && { q: search }),
        ...(incident && { incident: "open" as const }),
        limit: Math.min(limit, 200),
      };
      await printList(cli, cli.client.monitors.list(query, cli.call), { limit, columns: monitorColumns });
    });
  monitor
    .command("get")
    .summary("print a monitor")
    .argument("<monitor>", "id or name")
    .action(async (id) => cli.print(await cli.client.monitors.get(id, cli.call), writeMonitor));
  monitor
    .command("runs")
    .summary("list the runs of a monitor, the newest first")
    .argument("<monitor>", "id or name")
    .option("--limit <count>", "print so many at most", toWhole(1), 20)
    .action(async (id, { limit }) => {
      const runs = cli.client.monitors.runs(id, { limit: Math.min(limit, 100) }, cli.call);
      await printList(cli, runs, { limit, columns: runColumns });
    });
  monitor
    .command("values")
    .summary("list the values that the runs of a monitor read, the newest first")
    .argument("<monitor>", "id or name")
    .option("--name <name>", "the value of this name alone")
    .option("--from <time>", "runs from this time on, such as 2026-11-29T08:00:00Z")
    .option("--to <time>", "runs before this time")
    .option("--limit <count>", "print so many runs at most", toWhole(1), 20)
    .action(async (id, { limit, ...filter }) => {
      const query = { ...withoutUndefined(filter), limit: Math.min(limit, 500) };
      await printList(cli, cli.client.monitors.values(id, query, cli.call), { limit, columns: valueColumns });
    });
  monitor
    .command("incidents")
    .summary("list the incidents of a monitor, the newest first")
    .argument("<monitor>", "id or name")
    .action(async (id) => {
      await printList(cli, await cli.client.monitors.incidents(id, cli.call), {
        columns: {
          id: (incident) => incident.id,
          type: (incident) => incident.type,
          opened: (incident) => incident.openedAt,
          closed: (incident) => incident.closedAt ?? "open",
          reason: (incident) => incident.reason,
          run: (incident) => incident.runId,
        },
      });
    });
  monitor
    .command("baselines")
    .summary("list the baselines of a monitor, the newest first")
    .argument("<monitor>", "id or name")
    .action(async (id) => {
      await printList(cli, await cli.client.monitors.baselines(id, cli.call), {
        columns: {
          run: (baseline) => baseline.runId,
          set: (baseline) => baseline.setAt,
          by: (baseline) => baseline.by,
          comparable: (baseline) => (baseline.comparable ? "yes" : "no"),
        },
      });
    });
}

const monitorColumns = {
  id: ({ id }: Monitor) => id,
  name: ({ name }: Monitor) => name,
  host: ({ host }: Monitor) => host,
  state: stateOf,
  runs: timesOf,
  "next run": ({ nextRunAt }: Monitor) => nextRunAt,
};

const runColumns = {
  id: ({ id }: MonitorRun) => id,
  created: ({ createdAt }: MonitorRun) => createdAt,
  trigger: ({ trigger }: MonitorRun) => trigger,
  verdict: verdictOf,
  found: (run: MonitorRun) => findingsOf(run).join(", ") || null,
};

const valueColumns = {
  run: ({ runId }: RunValues) => runId,
  at: ({ at }: RunValues) => at,
  changed: ({ changed }: RunValues) => (changed ? "yes" : "no"),
  values: ({ values }: RunValues) =>
    Object.entries(values)
      .map(([name, reading]) => `${name} ${readingWords(reading)}`)
      .join(", "),
};

/** Given options alone, as exact optional properties. */
function withoutUndefined<Value extends object>(
  value: Value,
): { [Name in keyof Value]?: Exclude<Value[Name], undefined> } {
  return JSON.parse(JSON.stringify(value));
}
