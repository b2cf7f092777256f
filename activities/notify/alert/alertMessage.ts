import type { Addresses } from "#schemas/account.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { RunPicture, RunRecord } from "#schemas/monitor/run.ts";
import { conditionLine } from "#rules/conditionWords.ts";
import { isChange } from "#rules/notifications.ts";
import { isWhole, shownUrl } from "#rules/pageUrl.ts";
import { open } from "#vault/open.ts";
import type { ActivityPorts } from "../../ports.ts";
import { actionLinks, alertLinkSeconds, seeLink } from "./alertLinks.ts";
import { factsOf, notesOf } from "./alertFacts.ts";
import { eventTextOf } from "./alertTexts.ts";
import { changePair } from "./changePair.ts";
import type { AlertInput, AlertMessage, AlertParts } from "./alertParts.ts";
import { oneLine } from "./changeFacts.ts";
import { numberFact, numbersUntil } from "./numberChart.ts";
import { shortPair } from "./shortPair.ts";
import { templateValues } from "./templateValues.ts";
import { withTemplate } from "./withTemplate.ts";

/** A message with its run and the picture of the changed part; null if it is about none, or if they were removed. */
export type ReadAlert = { message: AlertMessage; run: RunRecord | null; pair: RunPicture | null };

/** `to` is the reader of a message: a recipient, a channel, or `account`. `withPair`: whether to make the picture; default true. */
type AlertReader = { to: string; withPair?: boolean };

/** Reads what a message says. */
export async function readAlert(
  ports: Pick<ActivityPorts, "database" | "keyRing" | "objects" | "logger" | "signer">,
  input: AlertInput,
  { to, withPair = true }: AlertReader,
): Promise<ReadAlert> {
  const { database, signer } = ports;
  const { accountId, monitorId, runId, type } = input;
  const [run, monitor, account] = await Promise.all([
    runId === null ? null : database.runs.findOne({ _id: runId }),
    database.monitors.findOne({ _id: monitorId }),
    database.accounts.findOne({ _id: accountId }),
  ]);
  const hasPair = withPair && isChange(type);
  const pair = run !== null && hasPair ? await changePair(ports, run) : null;
  const timeZone = account?.timeZone ?? "UTC";
  const pageUrl = monitor === null ? null : pageUrlOf(ports, monitor, account?.addresses ?? "host");
  return { message: composeAlert(signer, { input, run, monitor, pageUrl, pair, timeZone, to }), run, pair };
}

function pageUrlOf(
  { keyRing }: Pick<ActivityPorts, "keyRing">,
  { _id: entityId, accountId, spec }: MonitorRecord,
  addresses: Addresses,
): string | null {
  const shown = shownUrl(open(keyRing, spec.url, { accountId, entityId, field: "url" }), addresses);
  return shown !== null && isWhole(shown) ? shown : null;
}

/** Composes a message from its parts, in the words of its template if it has one. */
export function composeAlert(signer: ActivityPorts["signer"], parts: AlertParts): AlertMessage {
  const usual = usualMessage(signer, parts);
  const { template } = parts.input;
  return template === undefined ? usual : withTemplate(usual, template, templateValues(parts, usual));
}

function usualMessage(
  signer: ActivityPorts["signer"],
  { input, run, monitor, pageUrl, pair, timeZone, to }: AlertParts,
): AlertMessage {
  const { type, at } = input;
  const name = oneLine(input.name, 100) || "Your monitor";
  const numbers = isChange(type) ? numbersUntil(monitor, run) : null;
  return {
    type,
    title: titleOf(input, run, name),
    lead: leadOf(input, run),
    host: monitor?.spec.host ?? "",
    pageUrl,
    notes: notesOf(input, run),
    facts: [...numberFact(numbers), ...factsOf(input, run, timeZone)],
    numbers,
    words: run?.findings?.text?.changes.map(({ change, words }) => ({ change, words: oneLine(words) })) ?? [],
    see: seeLink(signer, input, run),
    actions: actionLinks(signer, { type, monitor, runId: run?._id ?? null, to, now: new Date() }),
    pictureUrl: run === null ? null : pictureUrlOf(signer, run, pair),
    at,
  };
}

/** Conditions that alerted say why there is a message, whatever else the page shows. */
function leadOf(input: AlertParts["input"], run: RunRecord | null): string {
  const conditions = run?.findings?.conditions ?? [];
  if (!isChange(input.type) || conditions.length === 0) return eventTextOf(input.type, input).lead;
  return conditions.every(({ is }) => is === "changed")
    ? "Values on the page have changed. A second capture confirmed it."
    : "The values meet the monitor's conditions. A second capture confirmed it.";
}

/** The change itself in a few words, if it has them: "Kettle price: € 39.00 → € 34.00 (below € 35)". */
function titleOf(input: AlertParts["input"], run: RunRecord | null, name: string): string {
  if (!isChange(input.type)) return eventTextOf(input.type, input).title(name);
  const line = conditionLine(run?.findings?.conditions);
  if (line !== null) return `${name}: ${line}`;
  const pair = run?.findings === undefined ? null : shortPair(run.findings);
  return pair === null ? eventTextOf(input.type, input).title(name) : `${name}: ${pair.before} → ${pair.after}`;
}

function pictureUrlOf(signer: ActivityPorts["signer"], run: RunRecord, pair: RunPicture | null): string | null {
  const { _id: runId, monitorId, visualization, capture } = run;
  if (pair === null && visualization === undefined && capture === undefined) return null;
  const name = pair === null ? (visualization === undefined ? "screenshot" : "visualization") : "pair";
  return signer.runOutputUrl({ monitorId, runId, name, now: new Date(), seconds: alertLinkSeconds }).url;
}
