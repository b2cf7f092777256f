import { workflowIds } from "#workflows/messages.ts";
import type { ActivityPorts, TerminatedSearch } from "../ports.ts";

/** Records looked up in one go. */
const atOnce = 1_000;

/** Those of the records that are still open though their workflow was terminated; `find` gives the open ones among some ids. */
export async function findTerminated<Item extends { _id: string; attempts?: number }>(
  { executions }: ActivityPorts,
  search: TerminatedSearch,
  find: (ids: string[]) => Promise<Item[]>,
): Promise<Item[]> {
  const ids = (await executions.listTerminated(search)).map(idIn);
  const terminated: Item[] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    for (const item of await find(ids.slice(from, from + atOnce))) {
      // Looked at last: one that was begun anew meanwhile is at work.
      const { state, attempt } = await executions.latestRun(workflowIds[search.type](item._id));
      // The reset of an earlier attempt terminates a later one, and does not go on with it.
      const isEarlier = state !== "none" && attempt < (item.attempts ?? 1);
      if (state === "terminated" || isEarlier) terminated.push(item);
    }
  }
  return terminated;
}

/** The id of what a workflow works for. */
function idIn(workflowId: string): string {
  return workflowId.slice(workflowId.indexOf(":") + 1);
}
