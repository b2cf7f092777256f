import type { AlertFacts, BelowThreshold } from "#schemas/events.ts";
import type { RunFindings, RunRecord } from "#schemas/monitor/run.ts";
import { conditionWords } from "#rules/conditionWords.ts";
import { hasFigures } from "#rules/pictureFigures.ts";
import type { TextFindings } from "#schemas/monitor/text.ts";
import { changeFacts, type Fact, oneLine } from "./changeFacts.ts";

/** How to get fewer messages about a page that always changes. */
const quietAdvice =
  "To get fewer messages, ignore the parts that always change, or collect changes in a digest. The monitor's settings have both.";

/** The facts beside the change itself: why a capture failed, and how to get fewer messages. */
export function notesOf(
  { incident, changesInARow, belowThreshold }: Pick<AlertFacts, "incident" | "changesInARow" | "belowThreshold">,
  run: RunRecord | null,
): Fact[] {
  const { findings, error } = run ?? {};
  return [
    ...(findings?.conditions ?? []).map((met): Fact => [met.value, conditionWords(met)]),
    ...(error === undefined ? [] : [["Why", oneLine(error.message)] as const]),
    ...(error === undefined || incident?.type !== "failure"
      ? []
      : [["Failed in a row", String(incident.consecutiveFailures)] as const]),
    ...(findings === undefined ? [] : redirectFacts(findings)),
    ...(changesInARow === undefined ? [] : [["Changes in a row", `${changesInARow}. ${quietAdvice}`] as const]),
    ...(belowThreshold === undefined ? [] : [smallDifferences(belowThreshold)]),
  ];
}

/** The measures of an event in the order in which messages list them. `timeZone` is an IANA name. */
export function factsOf({ at }: Pick<AlertFacts, "at">, run: RunRecord | null, timeZone: string): Fact[] {
  const { findings, capture } = run ?? {};
  const title = oneLine(capture?.page.title ?? "", 200);
  return [
    ...(findings === undefined ? [] : findingsOf(findings)),
    ...(title === "" ? [] : [["Page title", title] as const]),
    ["When", timeIn(timeZone, at)],
  ];
}

function findingsOf(findings: NonNullable<RunRecord["findings"]>): Fact[] {
  const { conditions, differenceRatio, threshold, regions, regionsTruncated, pageRegions, text } = findings;
  if (!hasFigures(findings)) return wordFacts(text);
  const count = `${regions.length}${regionsTruncated ? " or more" : ""}`;
  // With recorded regions, the change of one region is enough, even if it is a small part of the picture.
  const condition = `from ${percent(threshold)}${pageRegions === undefined ? "" : " of it or of one of its regions"}`;
  const byPicture = `alerts ${threshold === 0 ? "on any visible change" : condition}`;
  return [
    [
      "Changed",
      `${percent(differenceRatio)} of the picture (${conditions === undefined ? byPicture : "alerts on values"})`,
    ],
    ...(regions.length === 0 ? [] : [["Areas", count] as const]),
    ...changeFacts(findings),
    ...wordFacts(text),
  ];
}

/** That the page leads elsewhere than the baseline's, which may be the reason of the change. */
function redirectFacts({ redirectedTo }: Pick<RunFindings, "redirectedTo">): Fact[] {
  return redirectedTo === undefined ? [] : [["Redirected", `to another address, on ${redirectedTo}`]];
}

/** How many words changed; no fact if none did. */
function wordFacts(text: TextFindings | undefined): Fact[] {
  if (text?.changed !== true) return [];
  const [added, removed] = [text.addedWords, text.removedWords].map((count) => count.toLocaleString("en"));
  return [["Words", `${added} added, ${removed} removed`]];
}

function smallDifferences({ runs, runId, differenceRatio }: BelowThreshold): Fact {
  const share = `${percent(differenceRatio)} of the picture (run ${runId})`;
  const value =
    runs === 1 ? share : `${runs.toLocaleString("en")} runs since the last message; the largest changed ${share}`;
  return ["Changed below your threshold", value];
}

/** A share in percent: `3.1 %`. */
export function percent(ratio: number): string {
  if (ratio > 0 && ratio < 0.0001) return "less than 0.01 %";
  return `${(ratio * 100).toLocaleString("en", { maximumSignificantDigits: 3 })} %`;
}

/** An instant in a time zone, for people. */
export function timeIn(timeZone: string, at: Date): string {
  const style = { dateStyle: "medium", timeStyle: "long" } as const;
  return new Intl.DateTimeFormat("en-GB", { ...style, timeZone }).format(at);
}
