import type { Monitor, MonitorPatch } from "#schemas/monitor/monitor.ts";
import { formatLocalInput, readLocalInput } from "../../../format/time.ts";
import { type MonitorForm, tagsOf, thresholdOf } from "../form/monitorForm.ts";

/** The settings of a monitor as a person edits them. Texts have the form of their fields. */
export type SettingsForm = Pick<
  MonitorForm,
  "name" | "interval" | "tags" | "threshold" | "toAccount" | "recipientIds" | "webhookUrl"
> & {
  baselineMode: Monitor["baselineMode"];
  removesWebhook: boolean;
  /** In the form of a field for a local time; empty for none. */
  mutedUntil: string;
};

/** The settings as they are. The webhook's address is write-only, so its field is empty. */
export function formOf(monitor: Monitor): SettingsForm {
  const { name, intervalMinutes, tags, changeThreshold, alerts, baselineMode, mutedUntil } = monitor;
  return {
    name,
    interval: String(intervalMinutes),
    tags: tags.join(", "),
    // Without the digits that a product of binary fractions adds.
    threshold: changeThreshold === 0 ? "" : String(Number((changeThreshold * 100).toPrecision(12))),
    toAccount: alerts.email.account,
    recipientIds: alerts.email.recipientIds,
    webhookUrl: "",
    baselineMode,
    removesWebhook: false,
    mutedUntil: mutedUntil === null ? "" : formatLocalInput(mutedUntil),
  };
}

/** The parts of a change, each with the fields that it comes from. */
const parts: readonly [fields: readonly (keyof SettingsForm)[], read: (form: SettingsForm) => MonitorPatch][] = [
  [["name"], ({ name }) => ({ name: name.trim() })],
  [["interval"], ({ interval }) => ({ intervalMinutes: Number(interval) })],
  [["tags"], ({ tags }) => ({ tags: tagsOf(tags) })],
  [["threshold"], (form) => ({ changeThreshold: thresholdOf(form) })],
  [["baselineMode"], ({ baselineMode }) => ({ baselineMode })],
  [["mutedUntil"], ({ mutedUntil }) => ({ mutedUntil: readLocalInput(mutedUntil) })],
  [["toAccount", "recipientIds", "webhookUrl", "removesWebhook"], (form) => ({ alerts: alertsOf(form) })],
];

/** The body of the call that saves what was changed. Untouched settings stay as they are. */
export function patchOf(form: SettingsForm, changed: Partial<SettingsForm>): MonitorPatch {
  const isChanged = (fields: readonly (keyof SettingsForm)[]): boolean => fields.some((field) => field in changed);
  return Object.assign({}, ...parts.filter(([fields]) => isChanged(fields)).map(([, read]) => read(form)));
}

function alertsOf({ toAccount, recipientIds, webhookUrl, removesWebhook }: SettingsForm) {
  const url = webhookUrl.trim();
  return {
    email: { account: toAccount, recipientIds: [...recipientIds] },
    ...(url !== "" && { webhook: { url } }),
    ...(url === "" && removesWebhook && { webhook: null }),
  };
}
