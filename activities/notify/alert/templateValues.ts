import { changeSummary } from "#rules/changeSummary.ts";
import { shownText } from "#rules/conditionWords.ts";
import { isChange, isFailure } from "#rules/notifications.ts";
import { hasFigures } from "#rules/pictureFigures.ts";
import type { TemplateField, TemplateValues } from "#schemas/messageTemplate.ts";
import type { RunFindings, RunRecord } from "#schemas/monitor/run.ts";
import { percent, timeIn } from "./alertFacts.ts";
import type { AlertMessage, AlertParts } from "./alertParts.ts";
import { factLines, oneLine } from "./changeFacts.ts";
import { shortPair } from "./shortPair.ts";
import { wordLines } from "./wordLines.ts";

/** The values of a template's fields for a message with its usual wording. */
export function templateValues(
  { input, run, monitor, pageUrl, timeZone }: Omit<AlertParts, "pair" | "to">,
  message: AlertMessage,
): TemplateValues {
  const { type, at } = input;
  const { host } = message;
  return {
    "monitor.name": oneLine(input.name, 100),
    "monitor.tags": (monitor?.spec.tags ?? []).map((tag) => oneLine(tag)).join(", "),
    "page.host": host,
    "page.address": pageUrl ?? host,
    "page.title": oneLine(run?.capture?.page.title ?? "", 200),
    "event.type": type,
    "event.title": message.title,
    "event.text": message.lead,
    "event.details": detailsOf(message),
    "event.time": timeIn(timeZone, at),
    "event.link": message.see.url,
    ...changeValues(isChange(type) ? run?.findings : undefined, message),
    ...failureValues(input, run),
  };
}

/** The lines of a message between its first sentences and its links. */
export function detailsOf(message: Pick<AlertMessage, "notes" | "words" | "facts">): string {
  return [...factLines(message.notes), ...wordLines(message), ...factLines(message.facts)].join("\n");
}

type Values<Prefix extends string> = Pick<TemplateValues, Extract<TemplateField, `${Prefix}.${string}`>>;

function changeValues(
  findings: RunFindings | undefined,
  message: Pick<AlertMessage, "words">,
): Values<"change" | "value"> {
  const [condition] = findings?.conditions ?? [];
  const pair = findings === undefined ? null : shortPair(findings);
  return {
    "change.summary": findings === undefined ? null : changeSummary(findings),
    "change.words": findings === undefined ? null : wordLines(message).join("\n"),
    "change.share": hasFigures(findings) ? percent(findings.differenceRatio) : null,
    "change.areas": hasFigures(findings) ? String(findings.regions.length) : null,
    "value.name": condition?.value ?? null,
    "value.old": condition === undefined ? (pair?.before ?? null) : shownText(condition.before),
    "value.new": condition === undefined ? (pair?.after ?? null) : shownText(condition.after),
  };
}

function failureValues({ type, incident }: AlertParts["input"], run: RunRecord | null): Values<"failure"> {
  const error = isFailure(type) ? run?.error : undefined;
  return {
    "failure.reason": error === undefined ? null : oneLine(error.message),
    "failure.code": error?.code ?? null,
    "failure.count": isFailure(type) && incident !== null ? String(incident.consecutiveFailures) : null,
  };
}
