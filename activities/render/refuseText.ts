import type { FindTask } from "../compare/text/findPatterns.ts";
import { cutChars } from "../cut.ts";
import { RenderFailure } from "../failures.ts";
import { createProcessPool, type ProcessPool } from "../processPool.ts";

/** A slow pattern in a long text takes seconds, and must not hold up the worker. */
const processLimits = { size: 1, timeoutMs: 20_000, heapMb: 256, stackKb: 984 };
/** Maximum signs of a broken rule, and maximum characters of a pattern in one. */
const maxSigns = { count: 10, patternChars: 100 };

let pool: ProcessPool<FindTask, boolean[]> | null = null;

/** Patterns that a page's text must have, and others that it must not have. */
type TextDemands = { required?: readonly string[] | undefined; forbidden?: readonly string[] | undefined };

/**
 * Refuses a page whose text lacks a required pattern or has a forbidden one. Owners of waiting searches take turns.
 * @throws RenderFailure `page_text` with these patterns as evidence.
 */
export async function refuseText(
  text: string | null,
  { required = [], forbidden = [] }: TextDemands,
  search: { signal: AbortSignal; owner: string },
): Promise<void> {
  const patterns = [...required, ...forbidden];
  if (text === null || patterns.length === 0) return;
  pool ??= createProcessPool(new URL("../compare/text/findProcess.ts", import.meta.url), processLimits);
  const outcome = await pool.run({ text, patterns }, search);
  if (!outcome.done) throw new RenderFailure("internal_error", "The text of the page could not be searched.");
  const signs = patterns.flatMap((pattern, index) => {
    const isFound = outcome.value[index] === true;
    if (isFound === index < required.length) return [];
    return [`text ${isFound ? "present" : "absent"}: ${cutChars(pattern, maxSigns.patternChars)}`];
  });
  if (signs.length === 0) return;
  const evidence = signs.slice(0, maxSigns.count);
  throw new RenderFailure("page_text", `Signs: ${evidence.join("; ")}.`, { evidence });
}
