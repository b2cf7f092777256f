import type { Monitor, MonitorRun } from "../../../../typescript/src/index.ts";
import { splitName } from "../../../../words/splitName.ts";
import { settingFlags } from "../../generated/settingFlags.ts";
import { isRecord } from "../../profiles.ts";
import { toFacts } from "../../table.ts";

/** The state of a monitor in the words of the console and of mails, and what its owner did about it. */
export function stateOf({ state, incident, mutedUntil }: Monitor): string {
  const isMuted = mutedUntil !== null && Date.parse(mutedUntil) > Date.now();
  const isAcknowledged = incident !== null && incident.acknowledgedAt !== null;
  return [state.text, ...(isAcknowledged ? ["acknowledged"] : []), ...(isMuted ? ["muted"] : [])].join(", ");
}

/** When a monitor runs. */
export function timesOf({ intervalMinutes, cron, timezone = "UTC" }: Monitor): string {
  return cron === undefined ? `every ${intervalMinutes} min` : `${cron} (${timezone})`;
}

/** How a run ended, in a few words. */
export function verdictOf({ status, reason, error, result, trigger }: MonitorRun): string {
  if (status === "failed") return `failed: ${error?.code ?? "unknown"}`;
  if (status === "skipped") return `skipped: ${reason ?? "unknown"}`;
  if (status !== "completed" || result === undefined) return status;
  if (result.transient) return "transient";
  if (result.unconfirmed) return "unconfirmed";
  if (result.changed) return "changed";
  if (result.belowThreshold) return "below the threshold";
  return trigger === "initial" || result.baselineRunId === null ? "baseline" : "unchanged";
}

export function toPercent(ratio: number): string {
  return `${(ratio * 100).toFixed(ratio > 0 && ratio < 0.001 ? 4 : 2)} %`;
}

/** The set options of a capture: `full page, quality 80, hide selectors .ad .banner`. */
function toWords(options: object): string {
  return Object.entries(options)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]: [string, unknown]) => {
      const words = splitName(name);
      if (typeof value === "boolean") return value ? words : `no ${words}`;
      return `${words} ${toText(value)}`;
    })
    .join(", ");
}

/** A value without the signs of JSON. An area of a picture is `x,y,width,height`. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(" ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object" && value !== null) return Object.values(value).map(toText).join(",");
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** The conditions that alert: `price below 50 or stock is In stock`. Null without any. */
function conditionsOf({ alertWhen }: Monitor): string | null {
  if (alertWhen === null) return null;
  const [conditions, between] = "any" in alertWhen ? [alertWhen.any, " or "] : [alertWhen.all, " and "];
  return conditions.map(({ value, is, than }) => [value, is, toText(than)].join(" ").trim()).join(between);
}

/** The settings by defaults: `capture.theme dark (tag shop)`. Null without any. */
function inheritedOf({ inherited }: Monitor): string | null {
  if (inherited.length === 0) return null;
  return inherited
    .map(({ setting, value, from, tag }) => `${setting} ${toText(value)} (${from === "tag" ? `tag ${tag}` : from})`)
    .join(", ");
}

/** Settings that other facts of a monitor tell. */
const toldByFacts: ReadonlySet<string> = new Set(["name", "tags", "status", "intervalMinutes", "cron", "timezone"]);

/** Texts of the kinds of settings that have a form of their own. */
const textsByKind: Readonly<Record<string, (value: unknown, monitor: Monitor) => string | null>> = {
  conditions: (_value, monitor) => conditionsOf(monitor),
  hours: (value, { timezone = "UTC" }) =>
    isRecord(value) ? `${Object.values(value).map(toText).join("-")} (${timezone})` : null,
};

/** The other settings with a flag, by their labels. */
function settingFacts(monitor: Monitor): Record<string, string | null> {
  const others = settingFlags.filter(({ path }) => !toldByFacts.has(path));
  return Object.fromEntries(
    others.map(({ path, label, kind }) => {
      const value = valueAt(monitor, path.split("."));
      return [label.toLowerCase(), textsByKind[kind]?.(value, monitor) ?? toText(value)];
    }),
  );
}

function valueAt(body: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return body;
  return isRecord(body) ? valueAt(body[name], rest) : undefined;
}

/** A monitor for people. */
export function writeMonitor(monitor: Monitor): string {
  const { alerts, incident } = monitor;
  const mail = [...(alerts.email.account ? ["account"] : []), ...alerts.email.recipientIds].join(", ");
  return toFacts({
    id: monitor.id,
    name: monitor.name,
    host: monitor.host,
    page: monitor.pageTitle,
    tags: monitor.tags.join(", "),
    state: stateOf(monitor),
    reason: monitor.state.reason,
    runs: timesOf(monitor),
    "baseline run": monitor.baselineRunId,
    capture: toWords(monitor.capture),
    ...settingFacts(monitor),
    inherited: inheritedOf(monitor),
    mails: mail || "none",
    channels: alerts.channels.map(({ type }) => type).join(", "),
    webhook: alerts.webhook.configured ? (alerts.webhook.signed ? "signed" : "unsigned") : "none",
    incident: incident === null ? null : `${incident.type} since ${incident.openedAt}, run ${incident.runId}`,
    "muted until": monitor.mutedUntil,
    "last run": monitor.lastRunAt,
    "next run": monitor.nextRunAt,
    created: monitor.createdAt,
  });
}
