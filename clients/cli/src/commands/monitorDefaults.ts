import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { MonitorDefaultSettings } from "../../../typescript/src/index.ts";
import type { Cli } from "../cli.ts";
import { readOptions } from "../inputs.ts";
import { type Columns, printList, toFacts } from "../table.ts";

/** Commands of the settings that monitors inherit from the account and from their tags. */
export function addMonitorDefaults(program: CommandUnknownOpts, cli: Cli): void {
  const defaults = program
    .command("defaults")
    .summary("settings that monitors inherit from the account and their tags");
  defaults
    .command("list")
    .summary("list the defaults of the account, then those of tags")
    .action(async () => printList(cli, await cli.client.monitorDefaults.list(cli.call), { columns }));
  defaults
    .command("set")
    .summary("set defaults of all monitors, or of those with a tag")
    .description(
      "Sets the given defaults and keeps the others. Null removes one. They count from the next run or message on.",
    )
    .option("--tag <tag>", "the monitors with this tag")
    .requiredOption("--file <file>", "file with the JSON of the defaults, as of a monitor; - is standard input")
    .action(async ({ tag, file }) => {
      const patch = await readOptions(cli, file);
      const api = cli.client.monitorDefaults;
      await cli.print(
        await (tag === undefined ? api.update(patch, cli.call) : api.updateTag(tag, patch, cli.call)),
        write,
      );
    });
  defaults
    .command("delete")
    .summary("remove the defaults of the account, or of a tag")
    .option("--tag <tag>", "those of this tag")
    .action(async ({ tag }) => {
      const api = cli.client.monitorDefaults;
      await cli.print(await (tag === undefined ? api.delete(cli.call) : api.deleteTag(tag, cli.call)), write);
    });
}

const holderOf = ({ tag }: MonitorDefaultSettings): string => (tag === null ? "all monitors" : `tag ${tag}`);

/** The defaults as JSON, without the parts that say whose they are. */
function settingsOf({ tag: _tag, updatedAt: _updatedAt, ...settings }: MonitorDefaultSettings): string {
  return JSON.stringify(settings);
}

const columns: Columns<MonitorDefaultSettings> = { of: holderOf, settings: settingsOf };

function write(defaults: MonitorDefaultSettings): string {
  return toFacts({ of: holderOf(defaults), settings: settingsOf(defaults) });
}
