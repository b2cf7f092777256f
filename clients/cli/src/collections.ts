import { countOf } from "../../words/countOf.ts";
import type { Cli } from "./cli.ts";
import { CliError } from "./exitCodes.ts";
import { nameOf } from "./files.ts";
import { runMany } from "./many.ts";
import { saveJob } from "./outputs.ts";
import { Progress } from "./progress.ts";

/** A page of a batch or a crawl. */
export type Page = { id: string; url: string; status: string; error?: string | { message: string } };

type Collection<State> = {
  id: string;
  /** The command that goes on with it: `batch wait`. */
  command: string;
  wait: (options: { signal: AbortSignal; timeoutMs?: number; onUpdate: (state: State) => void }) => Promise<State>;
  describe: (state: State) => string;
};

/** Waits for a batch or a crawl, with its progress on a terminal. After Ctrl-C it says how to go on. */
export async function waitForPages<State>(
  cli: Cli,
  { id, command, wait, describe }: Collection<State>,
): Promise<State> {
  const progress = new Progress(cli);
  const { idempotencyKey: _ofTheStart, ...waiting } = cli.waiting;
  try {
    return await wait({ ...waiting, onUpdate: (state) => void progress.show(describe(state)) });
  } catch (error) {
    await progress.clear();
    await cli.say(`It goes on without this command. To wait for it again: watchframe ${command} ${id}`);
    throw error;
  } finally {
    await progress.clear();
  }
}

/**
 * Saves the outputs of completed pages into a folder. Files that exist are kept, so a repeat fetches what is missing.
 * Each page that failed is named, and makes the outcome `someFailed`, or `failed` if none completed.
 */
export async function savePages(cli: Cli, pages: AsyncIterable<Page>, folder: string | undefined): Promise<string[]> {
  const all: Page[] = [];
  for await (const page of pages) all.push(page);
  const failed = all.filter(({ status }) => status === "failed");
  const completedPages = all.filter(({ status }) => status === "completed");
  if (failed.length > 0) cli.outcome = completedPages.length > 0 ? "someFailed" : "failed";
  for (const { url, error = "failed" } of failed)
    await cli.say(`${url}: ${typeof error === "string" ? error : error.message}`);
  if (folder === undefined || completedPages.length === 0) return [];
  const names = uniqueNames(completedPages);
  const work = async (id: string) => {
    const job = await cli.client.jobs.get(id, cli.call);
    const { saved, kept } = await saveJob(cli, job, { folder, name: names.get(id) ?? id, resume: true });
    return [...saved, ...kept];
  };
  const { done, failed: unsaved } = await runMany(cli, { items: completedPages.map(({ id }) => id), work });
  if (unsaved.length > 0)
    throw new CliError(`${countOf(unsaved.length, "page")} could not be saved. Run the command again.`, "failed");
  return done.flatMap(({ result }) => result);
}

/** A name without its case and form of Unicode. Some file systems take names that differ by these alone for the same. */
function caseless(name: string): string {
  return name.normalize("NFKC").toLowerCase();
}

/**
 * Names of files by page, in the order of the pages' ids. A page whose name another one has gets the first free number.
 * Names differ in more than what `caseless` removes.
 */
export function uniqueNames(pages: readonly Pick<Page, "id" | "url">[]): Map<string, string> {
  const takenNames = new Set<string>();
  const ordered = pages.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return new Map(
    ordered.map(({ id, url }) => {
      const base = nameOf(url);
      let name = base;
      for (let number = 2; takenNames.has(caseless(name)); number += 1) name = `${base}-${number}`;
      takenNames.add(caseless(name));
      return [id, name];
    }),
  );
}
