import type { RunFindings } from "#schemas/monitor/run.ts";
import { sharedPath } from "#rules/sharedPath.ts";
import { oneLine } from "./changeFacts.ts";

/** Maximum characters of each text, so that the title of a message stays short. */
const maxChars = 40;
/** Maximum characters of a path that both texts begin with. */
const maxPathChars = 60;

/**
 * The text before and after, if one short text became another and nothing else changed its words. Else null. The path of an entry
 * is in `before` alone.
 */
export function shortPair(
  findings: Pick<RunFindings, "text" | "pageRegions">,
): { before: string; after: string } | null {
  const { text } = findings;
  const pair = text?.changed === true ? pairOfWords(text.changes) : pairOfRegions(findings.pageRegions ?? []);
  if (pair === null) return null;
  const [before, after] = [oneLine(pair.before), oneLine(pair.after)];
  const path = sharedPath(before, after);
  const sides = [before.slice(path.length), after.slice(path.length)];
  const isShort = sides.every((one) => one !== "" && one.length <= maxChars) && path.length <= maxPathChars;
  return isShort ? { before, after: after.slice(path.length) } : null;
}

type Words = NonNullable<RunFindings["text"]>["changes"];

function pairOfWords(changes: Words): { before: string; after: string } | null {
  const [first, second, ...more] = changes;
  if (first?.change !== "removed" || second?.change !== "added" || more.length > 0) return null;
  return { before: first.words, after: second.words };
}

function pairOfRegions(regions: NonNullable<RunFindings["pageRegions"]>): { before: string; after: string } | null {
  const renamed = regions.flatMap(({ status, label: after, previousLabel: before }) =>
    status === "changed" && before !== undefined && before !== after ? [{ before, after }] : [],
  );
  const [first, ...more] = renamed;
  return first === undefined || more.length > 0 ? null : first;
}
