import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { Schedule } from "../../../typescript/src/index.ts";
import { toAddress } from "../addresses.ts";
import { addCaptureFlags } from "../captureFlags.ts";
import type { Cli } from "../cli.ts";
import { CliError } from "../exitCodes.ts";
import { toWhole } from "../optionValues.ts";
import { outputNames, outputsOption, withOutputs } from "../outputs.ts";
import { type Columns, printList, toFacts } from "../table.ts";
import { choices } from "../generated/choices.ts";

export function addSchedule(program: CommandUnknownOpts, cli: Cli): void {
  const schedule = program.command("schedule").summary("renders at a later time, once or by cron");
  addCreate(schedule, cli);
  schedule
    .command("list")
    .summary("list schedules, the newest first")
    .addOption(new Option("--status <status>").choices(choices.ScheduleStatus))
    .option("--limit <count>", "print so many at most", toWhole(1), 20)
    .action(({ status, limit }) =>
      printList(cli, cli.client.schedules.list(status && { status }, cli.call), { limit, columns }),
    );
  const schedules = () => cli.client.schedules;
  const single = {
    get: { summary: "print a schedule", act: (id: string) => schedules().get(id, cli.call) },
    pause: {
      summary: "start no render until the schedule is resumed",
      act: (id: string) => schedules().pause(id, cli.call),
    },
    resume: { summary: "start renders again", act: (id: string) => schedules().resume(id, cli.call) },
    cancel: { summary: "end a schedule", act: (id: string) => schedules().cancel(id, cli.call) },
  };
  for (const [name, { summary, act }] of Object.entries(single)) {
    schedule
      .command(name)
      .summary(summary)
      .argument("<id>", "id of the schedule")
      .action(async (id) => cli.print(await act(id), writeSchedule));
  }
}

function addCreate(schedule: CommandUnknownOpts, cli: Cli): void {
  const create = schedule
    .command("create")
    .summary("render a page at a later time")
    .description("Renders a page once at a time, or whenever a cron pattern fires.")
    .argument("<address>", "address of the page", toAddress)
    .option("--at <time>", "time of the only render, such as 2026-12-24T08:00:00Z")
    .option("--cron <pattern>", "minute, hour, day of month, month and day of week, such as '0 8 * * 1-5'")
    .option("--cron-timezone <zone>", "time zone of --cron, such as Europe/Zurich (default: UTC)")
    .option("--until <time>", "start no render after this time")
    .option("--limit <renders>", "end after so many renders", toWhole(1))
    .addOption(outputsOption(outputNames));
  const readCapture = addCaptureFlags(create, "recurring");
  create.action(async (url, { at, cron, cronTimezone, until, limit, outputs }) => {
    const capture = { ...withOutputs(await readCapture(cli), outputs, outputNames), url };
    if ((at === undefined) === (cron === undefined)) throw new CliError("Give either --at or --cron.");
    const { schedules } = cli.client;
    const created =
      at === undefined
        ? await schedules.createRecurring(
            {
              ...capture,
              ...(cron !== undefined && { cron }),
              ...(cronTimezone !== undefined && { timezone: cronTimezone }),
              ...(until !== undefined && { endDate: until }),
              ...(limit !== undefined && { limit }),
            },
            cli.waiting,
          )
        : await schedules.createOnce({ ...capture, scheduleAt: at }, cli.waiting);
    await cli.print(created, writeSchedule);
  });
}

const columns: Columns<Schedule> = {
  id: ({ id }) => id,
  status: ({ status }) => status,
  when: timing,
  next: ({ nextRunAt }) => nextRunAt ?? "-",
  renders: ({ runCount }) => runCount,
  page: ({ url }) => url,
};

function timing({ scheduleAt, pattern, cron, timezone }: Schedule): string {
  if (cron !== undefined) return `${cron} (${timezone ?? "UTC"})`;
  return pattern === undefined ? `once, ${scheduleAt}` : `${pattern} (UTC)`;
}

function writeSchedule(schedule: Schedule): string {
  const { id, status, url, nextRunAt, runCount, lastRunAt } = schedule;
  return toFacts({
    schedule: id,
    status,
    page: url,
    when: timing(schedule),
    next: nextRunAt,
    renders: runCount,
    last: lastRunAt,
  });
}
