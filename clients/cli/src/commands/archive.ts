import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { CallOptions } from "../../../typescript/src/index.ts";
import type { Cli } from "../cli.ts";
import { forceOption, outputOption, saveStream } from "../files.ts";

/** A batch or a crawl as an archive. */
type Archive = { noun: "batch" | "crawl"; open: (id: string, call: CallOptions) => Promise<Response> };

/** The command that downloads all outputs of a batch or a crawl as one file. */
export function addArchive(group: CommandUnknownOpts, cli: Cli, { noun, open }: Archive): void {
  group
    .command("archive")
    .summary(`download all outputs of a ${noun} as a zip`)
    .description(`Saves a zip with the outputs of all pages of the ${noun}, and \`pages.jsonl\` with a line for each.`)
    .argument("<id>", `id of the ${noun}`)
    .addOption(outputOption("zip", `${noun}-<id>.zip`))
    .addOption(forceOption)
    .action(async (id, { output, force }) => {
      const file = await saveStream(cli, await open(id, cli.call), { output, force, name: `${noun}-${id}.zip` });
      if (file !== null) await cli.print({ file }, () => file);
    });
}
