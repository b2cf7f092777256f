import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { Cli } from "../cli.ts";
import { write } from "../io.ts";

export function addMcp(program: CommandUnknownOpts, cli: Cli): void {
  program
    .command("mcp")
    .summary("serve the tools of agents on standard input and output")
    .description(
      "Serves the Model Context Protocol until the input ends. The key's scopes decide which tools there are.",
    )
    .addOption(
      new Option("--pictures <format>", "format of pictures; `none` leaves them out")
        .choices(["webp", "jpg", "png", "none"] as const)
        .default("webp" as const),
    )
    .action(async ({ pictures }) => {
      // Other commands start faster without the protocol.
      const { serveOnStdio } = await import("../../../../mcp/stdio.ts");
      const { url: baseUrl, apiKey } = cli.connection();
      const onError = ({ message }: Error) => void write(cli.io.stderr, `${message}\n`);
      await serveOnStdio({ baseUrl, apiKey, pictures, onError });
    });
}
