import type { CommandUnknownOpts } from "@commander-js/extra-typings";
import type { Cli } from "../cli.ts";

export function addUsage(program: CommandUnknownOpts, cli: Cli): void {
  program
    .command("usage")
    .summary("print the credits of the account and its limits")
    .action(async () => {
      const usage = await cli.client.usage({ signal: cli.io.signal });
      await cli.print(
        usage,
        ({ plan, credits }) => `${credits.used} of ${credits.limit ?? "unlimited"} credits used (${plan})`,
      );
    });
}
