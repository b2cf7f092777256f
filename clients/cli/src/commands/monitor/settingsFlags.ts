import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { type Fields, type Flag, keyOf, toOption } from "../../flags.ts";
import { choices } from "../../generated/choices.ts";
import { settingFlags } from "../../generated/settingFlags.ts";
import { collect, collectJson } from "../../optionValues.ts";

/** A flag of a setting, which is at `path` in the body. */
type SettingFlag = Flag & { path: string };

const flags: readonly SettingFlag[] = settingFlags;

export type SettingsFlags = ReturnType<ReturnType<typeof settingsCommand>["opts"]>;

/** A command with the settings that create and update share. */
export function settingsCommand(monitor: CommandUnknownOpts, name: string) {
  const command = monitor.command(name);
  for (const flag of flags) addSetting(command, flag);
  return command
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
    .option("--email", "send alerts to the address of the account")
    .option("--no-email", "send no alerts to the address of the account")
    .option("--recipient <id>", "verified recipient of alerts; several are possible, and update replaces all", collect)
    .option("--alerts-file <file>", "file with the JSON of `alerts`, for `channels`; - is standard input")
    .option("--webhook <address>", "address that gets the alerts as webhooks")
    .option("--webhook-secret-file <file>", "file with the secret that signs the webhooks; - is standard input");
}

function addSetting(command: CommandUnknownOpts, flag: SettingFlag): void {
  const option = toOption(flag);
  // A page is watched at an interval or by cron.
  command.addOption(flag.path === "cron" ? option.conflicts("interval") : option);
  if (flag.kind === "pair") command.addOption(new Option(flag.flag.replace("--", "--no-"), `turn ${flag.flag} off`));
}

/** The settings of flags with an entry, as a body has them. */
export function settingsIn(given: Fields): Fields {
  const body: Fields = {};
  for (const { path, flag, kind } of flags) {
    const stated = given[keyOf(flag)];
    if (stated === undefined) continue;
    const value = stated === "none" && (kind === "hours" || kind === "conditions") ? null : stated;
    const [name = "", part] = path.split(".");
    body[name] = part === undefined ? value : { ...Object(body[name]), [part]: value };
  }
  return body;
}
