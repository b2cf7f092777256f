import { type FieldProblem, givenOf, keysOf, type Sealed } from "#schemas/common.ts";
import { type AlertsSpec, plainAlerts } from "#schemas/monitor/alerts.ts";
import type { MonitorPatch } from "#schemas/monitor/monitor.ts";
import { webhookFields, type WebhookTarget } from "#schemas/renders/render.ts";
import type { ApiPorts } from "../ports.ts";
import { changeChannel, problemsOfChannels } from "./channelSpec.ts";
import { keptExtras } from "./extras.ts";
import { type MonitorOwner, sealIn } from "./owner.ts";

/** The alert settings after a checked change. Missing properties stay. */
export function alertsOf(owner: MonitorOwner, before: AlertsSpec, alerts: MonitorPatch["alerts"]): AlertsSpec {
  const { email, webhook, channels, ...others } = alerts ?? {};
  const sealText = (field: string, text: string): Sealed => sealIn(owner, field, text);
  const plainNames = keysOf(plainAlerts);
  const extras = Object.entries(others).filter(([name]) => !(name in plainAlerts));
  const extrasBefore: Record<string, unknown> = JSON.parse(before.alertExtras);
  return {
    email: {
      ...before.email,
      ...email,
      ...(email?.recipientIds !== undefined && { recipientIds: email.recipientIds.map((id) => id.toLowerCase()) }),
    },
    webhook:
      webhook === undefined ? before.webhook : webhook === null ? null : changeWebhook(owner, before.webhook, webhook),
    channels:
      channels === undefined ? before.channels : channels.map((one) => changeChannel(sealText, before.channels, one)),
    ...givenOf(before, plainNames),
    ...givenOf(others, plainNames),
    ...(others.targetIds !== undefined && { targetIds: others.targetIds.map((id) => id.toLowerCase()) }),
    alertExtras: JSON.stringify(keptExtras({ ...extrasBefore, ...Object.fromEntries(extras) })),
  };
}

type WebhookChange = { url?: string; secret?: string | null };

/** Null without an address, old or new. */
function changeWebhook(
  owner: MonitorOwner,
  before: WebhookTarget | null,
  { url: newUrl, secret }: WebhookChange,
): WebhookTarget | null {
  const sealText = (field: string, value: string): Sealed => sealIn(owner, field, value);
  const url = newUrl === undefined ? before?.url : sealText(webhookFields.url, newUrl);
  if (url === undefined) return null;
  const kept =
    secret === undefined ? before?.secret : secret === null ? undefined : sealText(webhookFields.secret, secret);
  return { url, ...(kept !== undefined && { secret: kept }), sealedFor: owner.monitorId };
}

/** The problems of a change that depend on the present alert settings. */
export function problemsOfAlerts(
  policy: ApiPorts["policy"],
  before: AlertsSpec,
  alerts: MonitorPatch["alerts"],
): FieldProblem[] {
  const ofChannels = problemsOfChannels(policy, before.channels, alerts?.channels ?? []);
  return [
    ...problemsOfWebhook(before, alerts),
    ...ofChannels.map(({ field, message }) => ({ field: `alerts.${field}`, message })),
  ];
}

/** A webhook secret needs a webhook address. */
function problemsOfWebhook({ webhook: before }: AlertsSpec, alerts: MonitorPatch["alerts"]): FieldProblem[] {
  const { url, secret } = alerts?.webhook ?? {};
  if (before !== null || url !== undefined || typeof secret !== "string") return [];
  return [{ field: "alerts.webhook.url", message: "is required: the monitor has no webhook yet" }];
}
