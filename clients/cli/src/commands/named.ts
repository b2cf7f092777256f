import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Cli } from "../cli.ts";
import { CliError } from "../exitCodes.ts";
import { type Columns, printList } from "../table.ts";

/** A thing of the account that has an id, and a name that no other one has. */
type Named = { id: string; name: string };

/** The commands of such things: the name of the group, the words for one, and the calls. */
type NamedCommands<Thing extends Named> = {
  command: string;
  noun: string;
  summary: string;
  columns: Columns<Thing>;
  write: (thing: Thing) => string;
  /** The calls. A command line without a key has none. */
  api: () => {
    list(options: Cli["call"]): Promise<Thing[]>;
    get(id: string, options: Cli["call"]): Promise<Thing>;
    delete(id: string, options: Cli["call"]): Promise<Thing>;
  };
};

/** Adds a group with `list`, `get` and `delete`. Its commands take a name where they take the id: their argument is the noun. */
export function addNamed<Thing extends Named>(
  program: CommandUnknownOpts,
  cli: Cli,
  { command, noun, summary, columns, write, api }: NamedCommands<Thing>,
): CommandUnknownOpts {
  const group = program.command(command).summary(summary);
  group.hook("preAction", async (_group, chosenCommand) => {
    const [word] = chosenCommand.args;
    if (chosenCommand.registeredArguments[0]?.name() !== noun || word === undefined) return;
    const found = (await api().list(cli.call)).find(({ id, name }) => word === id || word === name);
    if (found === undefined) {
      const message = `No ${noun} has the id or the name ${JSON.stringify(word)}. See \`watchframe ${command} list\`.`;
      throw new CliError(message, "notFound");
    }
    chosenCommand.processedArgs[0] = found.id;
  });
  group
    .command("list")
    .summary(`list ${command} by name`)
    .action(async () => printList(cli, await api().list(cli.call), { columns }));
  const ofOne = (name: "get" | "delete", does: string) =>
    group
      .command(name)
      .summary(`${does} a ${noun}`)
      .argument(`<${noun}>`, `id or name of the ${noun}`)
      .action(async (id) => cli.print(await api()[name](id, cli.call), write));
  ofOne("get", "print");
  ofOne("delete", "delete");
  return group;
}
