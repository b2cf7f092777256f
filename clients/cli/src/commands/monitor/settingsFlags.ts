import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { collect, collectJson, toConditions, toQuietHours, toShare, toWhole } from "../../optionValues.ts";
import { choices } from "../../generated/choices.ts";

export type SettingsFlags = ReturnType<ReturnType<typeof settingsCommand>["opts"]>;

/** A command with the settings that create and update share. */
export function settingsCommand(monitor: CommandUnknownOpts, name: string) {
  return monitor
    .command(name)
    .option("--name <name>", "name of the monitor (default of a new one: host and path of the page)")
    .option(
      "--interval <minutes>",
      "minutes between two runs, 1 to 43200 (default of a new one: 60)",
      toWhole(1, 43_200),
    )
    .addOption(
      new Option(
        "--cron <fields>",
        "five cron fields in place of an interval, such as '0 9 * * MON-FRI', in --timezone",
      ).conflicts("interval"),
    )
    .option("--timezone <zone>", "time zone of --cron and --quiet-hours, such as Europe/Zurich (default: UTC)")
    .option(
      "--threshold <share>",
      "share of the pixels that counts as a change, 0 to 1 or in percent, such as 5% (default: 0)",
      toShare,
    )
    .option("--tag <tag>", "label to find the monitor by; several are possible, and update replaces all", collect)
    .addOption(
      new Option("--baseline <mode>", "compare with the run before, or with one that stays").choices(
        choices.BaselineMode,
      ),
    )
    .addOption(new Option("--mode <mode>", "count what a person sees, or any pixel").choices(choices.DiffMode))
    .addOption(new Option("--visualization <kind>", "how changes are drawn").choices(choices.Visualization))
    .option("--full-page", "capture the whole scrollable page (default)")
    .option("--no-full-page", "capture the visible part of the page alone")
    .option("--regions", "also compare the page's own regions, and name changes by them")
    .option("--text", "also keep and compare the words of the page")
    .addOption(
      new Option("--change-on <what>", "what counts as a change; words are then compared").choices(choices.ChangeOn),
    )
    .option("--ignore-text <pattern>", "words to leave out, in RE2 syntax; may be repeated", collect)
    .option(
      "--ignore <area>",
      "area to leave out: x,y,width,height in pixels, or a CSS selector; may be repeated",
      collect,
    )
    .option(
      "--value <json>",
      'value to read in each run, such as \'{"name": "price", "product": "price"}\'; several are possible, and update replaces all',
      collectJson,
    )
    .option(
      "--alert-when <json>",
      'alert on values alone, such as \'{"any": [{"value": "price", "is": "below", "than": 50}]}\'; none alerts on each change again',
      toConditions,
    )
    .option("--email", "send alerts to the address of the account")
    .option("--no-email", "send no alerts to the address of the account")
    .option("--recipient <id>", "verified recipient of alerts; several are possible, and update replaces all", collect)
    .addOption(
      new Option("--digest <period>", "collect mails of all monitors into one").choices([
        "none",
        "hourly",
        "daily",
      ] as const),
    )
    .option("--recovery", "also say when a change is over (default with a fixed baseline)")
    .option("--no-recovery", "do not say when a change is over (default with a rolling baseline)")
    .option(
      "--quiet-hours <hours>",
      "hours without mails and messages to channels, such as 22:00-07:00; none removes them",
      toQuietHours,
    )
    .option("--alerts-file <file>", "file with the JSON of `alerts`, for `channels`; - is standard input")
    .option("--webhook <address>", "address that gets the alerts as webhooks")
    .option("--webhook-secret-file <file>", "file with the secret that signs the webhooks; - is standard input")
    .addOption(new Option("--status <status>", "whether runs start").choices(["active", "paused"] as const));
}
