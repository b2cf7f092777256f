import type { AlertType } from "#schemas/events.ts";
import type { AlertActionName } from "#schemas/monitor/alerts.ts";
import type { MonitorRecord } from "#schemas/monitor/monitor.ts";
import type { RunRecord } from "#schemas/monitor/run.ts";
import { linkMs } from "#schemas/settings/retention.ts";
import { isChange, isFailure } from "#rules/notifications.ts";
import type { OutputSigner } from "../../ports.ts";

/** A link of a message. */
export type AlertLink = { label: string; url: string };

/** A link that does something, by an address that is signed and asks first. */
export type ActionLink = AlertLink & { action: AlertActionName };

type Subject = { type: AlertType; monitor: MonitorRecord | null; runId: string | null; to: string; now: Date };

/** Seconds for which the links of a message are valid. */
export const alertLinkSeconds = linkMs.alert / 1_000;

const labels = {
  accept: "Accept this change",
  mute: "Mute for a day",
  pause: "Pause this monitor",
} as const satisfies Record<AlertActionName, string>;

/** The actions that make sense for an event. `to` is the reader whose rights the links have. */
export function actionLinks(signer: Pick<OutputSigner, "alertActionUrl">, subject: Subject): ActionLink[] {
  const { monitor, runId, to, now } = subject;
  if (monitor === null) return [];
  const expires = Math.floor(now.getTime() / 1000) + alertLinkSeconds;
  return actionsOf(subject, monitor).map((action) => {
    const link = { monitorId: monitor._id, to, action, runId: action === "accept" ? (runId ?? "") : "" };
    return { action, label: labels[action], url: signer.alertActionUrl(link, expires) };
  });
}

/** With a rolling baseline, a change is the baseline already. */
function actionsOf({ type, runId }: Subject, { spec }: MonitorRecord): AlertActionName[] {
  if (type === "monitor.paused") return [];
  const isOpen = isChange(type) || isFailure(type);
  const canAccept = isChange(type) && spec.baselineMode === "fixed" && runId !== null;
  return [...(canAccept ? (["accept"] as const) : []), ...(isOpen ? (["mute"] as const) : []), "pause"];
}

/** The page that shows a change to people without a key; none for other events. */
export function reviewLinks(
  signer: Pick<OutputSigner, "reviewUrl">,
  { type, runId, now }: Pick<Subject, "type" | "runId" | "now">,
): AlertLink[] {
  if (!isChange(type) || runId === null) return [];
  const expires = Math.floor((now.getTime() + linkMs.review) / 1_000);
  return [{ label: "Share this change", url: signer.reviewUrl(runId, expires) }];
}

/** The comparison in the console, or the monitor if the event has none: a failed run has nothing to show. */
export function seeLink(
  signer: Pick<OutputSigner, "consoleUrl">,
  { type, monitorId }: { type: AlertType; monitorId: string },
  run: RunRecord | null,
): AlertLink {
  if (run?.findings === undefined)
    return { label: "Open the monitor", url: signer.consoleUrl({ monitorId, runId: null }) };
  const label = isChange(type) ? "See what changed" : "See the comparison";
  return { label, url: signer.consoleUrl({ monitorId, runId: run._id }) };
}
