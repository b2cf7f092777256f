import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Cli } from "../../cli.ts";
import { CliError } from "../../exitCodes.ts";

const id = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Lets the commands of a group take the name of a monitor where they take its id: their argument is `monitor`. */
export function takeNames(group: CommandUnknownOpts, cli: Cli): void {
  group.hook("preAction", async (_group, command) => {
    const [argument] = command.registeredArguments;
    const [word] = command.args;
    if (argument?.name() !== "monitor" || word === undefined || id.test(word)) return;
    command.processedArgs[0] = await idOf(cli, word);
  });
}

/** The id of the monitor of a name, in any case. @throws CliError if there is none, or several. */
async function idOf(cli: Cli, name: string): Promise<string> {
  const ids: string[] = [];
  for await (const monitor of cli.client.monitors.list({ q: name, limit: 200 }, cli.call))
    if (monitor.name.toLowerCase() === name.toLowerCase()) ids.push(monitor.id);
  const [only] = ids;
  const quoted = JSON.stringify(name);
  if (only === undefined)
    throw new CliError(`No monitor has the id or the name ${quoted}. See \`watchframe monitor list\`.`, "notFound");
  if (ids.length > 1) throw new CliError(`Several monitors are named ${quoted}. Use an id: ${ids.join(", ")}.`);
  return only;
}
