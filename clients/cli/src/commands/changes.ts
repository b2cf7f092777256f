import { type CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import type { PageChange } from "../../../typescript/src/index.ts";
import type { Cli } from "../cli.ts";
import { toWhole } from "../optionValues.ts";
import { type Columns, printList, toFacts } from "../table.ts";

/** Commands about changes to review. */
export function addChanges(program: CommandUnknownOpts, cli: Cli): void {
  const changes = program.command("changes").summary("changes of watched pages, for review");
  changes
    .command("list", { isDefault: true })
    .summary("list unseen changes, the newest first")
    .addOption(new Option("--state <state>", "changes in this state").choices(["unseen", "seen", "all"] as const))
    .option("--monitor <id>", "changes of this monitor")
    .option("--tag <tag>", "changes of monitors with exactly this tag")
    .option("--limit <count>", "print so many at most", toWhole(1), 20)
    .action(async ({ state = "unseen", monitor, tag, limit }) => {
      const query = {
        ...(state !== "all" && { state }),
        ...(monitor !== undefined && { monitorId: monitor }),
        ...(tag !== undefined && { tag }),
        limit: Math.min(limit, 200),
      };
      await printList(cli, cli.client.changes.list(query, cli.call), { limit, columns });
    });
  changes
    .command("seen")
    .summary("mark changes as seen; their baselines stay as they are")
    .argument("<ids...>", "ids of the changes, which are those of their runs")
    .action(async (ids) => printAll(cli, ids, (id) => cli.client.changes.seen(id, cli.call)));
  changes
    .command("unseen")
    .summary("take decisions about changes back")
    .argument("<ids...>", "ids of the changes")
    .action(async (ids) => printAll(cli, ids, (id) => cli.client.changes.unseen(id, cli.call)));
  changes
    .command("keep")
    .summary("keep the old baseline of a change, for a monitor with a fixed one")
    .argument("<id>", "id of the change")
    .option("--reason <text>", "why, as the note of the change")
    .action(async (id, { reason }) => cli.print(await cli.client.changes.keep(id, reason, cli.call), writeChange));
  changes
    .command("note")
    .summary("write a note on a change; an empty text removes it")
    .argument("<id>", "id of the change")
    .argument("<text>", "the note")
    .action(async (id, text) =>
      cli.print(await cli.client.changes.note(id, text === "" ? null : text, cli.call), writeChange),
    );
}

async function printAll(cli: Cli, ids: readonly string[], mark: (id: string) => Promise<PageChange>): Promise<void> {
  for (const id of ids) await cli.print(await mark(id), (change) => `${change.id} ${change.state}`);
}

const columns: Columns<PageChange> = {
  id: ({ id }) => id,
  opened: ({ openedAt }) => openedAt,
  monitor: ({ title }) => title,
  change: ({ summary }) => summary,
  state: ({ decision, state }) => decision ?? state,
  note: ({ note }) => note,
};

/** The facts of a change. */
function writeChange({ id, title, summary, state, decision, seenAt, note, reviewUrl }: PageChange): string {
  return toFacts({
    change: id,
    monitor: title,
    what: summary,
    state: decision ?? state,
    seen: seenAt,
    note,
    review: reviewUrl,
  });
}
