import type { Cli, Waiting } from "./cli.ts";
import { describeFailure, type Failure, writeFailure } from "./failures.ts";

/** Pieces of work at once, unless a command says otherwise. The API queues what exceeds the plan. */
const defaultConcurrency = 4;

export type Outcomes<Item, Result> = {
  done: { item: Item; result: Result }[];
  failed: { item: Item; failure: Failure }[];
};

/** A list of things to do, and how. */
export type ManyOptions<Result> = {
  items: readonly string[];
  /** Default: 4. */
  concurrency?: number;
  /** Does one. `waiting` has an idempotency key of the item's own, if there are several. */
  work: (item: string, waiting: Waiting) => Promise<Result>;
};

/**
 * Does work for each item. A single item rejects with its error. Of several, one that fails is reported, the others go
 * on, and the command ends with `someFailed`, or `failed` if none succeeded.
 */
export async function runMany<Result>(
  cli: Cli,
  { items, concurrency = defaultConcurrency, work }: ManyOptions<Result>,
): Promise<Outcomes<string, Result>> {
  const [only, ...others] = items;
  if (only !== undefined && others.length === 0)
    return { done: [{ item: only, result: await work(only, cli.waiting) }], failed: [] };
  const outcomes: Outcomes<string, Result> = { done: [], failed: [] };
  const waiting = [...items.entries()];
  const results = new Map<number, { item: string; result: Result }>();
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, item] = next;
      try {
        results.set(index, { item, result: await work(item, { ...cli.waiting, ...(await cli.keyFor(item)) }) });
      } catch (thrown) {
        cli.io.signal.throwIfAborted();
        const failure = describeFailure(thrown);
        outcomes.failed.push({ item, failure });
        await cli.say(`${item}: ${writeFailure(failure)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  outcomes.done = [...results.entries()].toSorted(([a], [b]) => a - b).map(([, outcome]) => outcome);
  if (outcomes.failed.length > 0) cli.outcome = outcomes.done.length > 0 ? "someFailed" : "failed";
  return outcomes;
}
