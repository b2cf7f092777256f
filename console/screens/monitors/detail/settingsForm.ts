import type { CaptureChange } from "#schemas/monitor/capture.ts";
import type { Monitor, MonitorPatch } from "#schemas/monitor/monitor.ts";
import { linesOf } from "../../../format/address.ts";
import { formatLocalInput, readLocalInput } from "../../../format/time.ts";
import { textsOf, type Values } from "../../renders/playground/values.ts";
import { channelsOf, entriesOf } from "../form/channels.ts";
import { emptyMonitorForm, type MonitorForm, periodOf, quietHoursOf, tagsOf, webhookOf } from "../form/monitorForm.ts";
import { shareOf } from "../form/percent.ts";

/** The settings of a monitor as a person edits them. Texts have the form of their fields. */
export type SettingsForm = Pick<
  MonitorForm,
  | "name"
  | "interval"
  | "isByCron"
  | "cron"
  | "timezone"
  | "tags"
  | "threshold"
  | "selector"
  | "parts"
  | "text"
  | "changeOn"
  | "ignoredText"
  | "toAccount"
  | "recipientIds"
  | "webhookUrl"
  | "webhookSecret"
  | "fullPage"
  | "blockCookieBanners"
  | "blockAds"
  | "hidden"
  | "more"
  | "diffMode"
  | "visualization"
  | "channels"
  | "digest"
  | "isQuiet"
  | "quietFrom"
  | "quietTo"
  | "baselineMode"
  | "notifyRecovery"
> & {
  removesWebhook: boolean;
  /** The entries for the other capture options as they are. */
  savedMore: Values;
  /** The changed ones. Null removes an option. */
  moreChange: CaptureChange;
  /** In the form of a field for a local time; empty for none. */
  mutedUntil: string;
};

/** The source of the settings: a monitor, or the template of a sitemap's monitors. */
type Saved = Pick<
  Monitor,
  | "name"
  | "intervalMinutes"
  | "cron"
  | "timezone"
  | "tags"
  | "changeThreshold"
  | "capture"
  | "diff"
  | "alerts"
  | "baselineMode"
  | "mutedUntil"
>;

/** The settings as they are. The webhook's address is write-only, so its field is empty. */
export function formOf(monitor: Saved): SettingsForm {
  const { name, intervalMinutes, cron, tags, changeThreshold, capture, diff, alerts, baselineMode, mutedUntil } =
    monitor;
  const { quietHours } = alerts;
  // Values of cookies are never shown, so the field is empty and keeps them.
  const { cookies: _cookies, ...shown } = capture;
  const more = textsOf(shown);
  return {
    name,
    interval: cron === undefined ? String(intervalMinutes) : emptyMonitorForm.interval,
    isByCron: cron !== undefined,
    cron: cron ?? emptyMonitorForm.cron,
    timezone: monitor.timezone ?? emptyMonitorForm.timezone,
    tags: tags.join(", "),
    // Without the digits that a product of binary fractions adds.
    threshold: changeThreshold === 0 ? "" : String(Number((changeThreshold * 100).toPrecision(12))),
    selector: capture.selector ?? "",
    parts: capture.regions ?? false,
    text: capture.text ?? false,
    changeOn: capture.changeOn ?? "picture",
    ignoredText: (capture.ignoreText ?? []).join("\n"),
    toAccount: alerts.email.account,
    recipientIds: alerts.email.recipientIds,
    webhookUrl: "",
    webhookSecret: "",
    fullPage: capture.fullPage ?? true,
    blockCookieBanners: capture.blockCookieBanners ?? false,
    blockAds: capture.blockAds ?? false,
    hidden: (capture.hideSelectors ?? []).join("\n"),
    more,
    savedMore: more,
    moreChange: {},
    diffMode: diff.mode,
    visualization: diff.visualization,
    baselineMode,
    removesWebhook: false,
    channels: entriesOf(alerts.channels),
    digest: alerts.digest,
    isQuiet: quietHours !== null,
    quietFrom: quietHours?.from ?? emptyMonitorForm.quietFrom,
    quietTo: quietHours?.to ?? emptyMonitorForm.quietTo,
    notifyRecovery: alerts.notifyRecovery,
    mutedUntil: mutedUntil === null ? "" : formatLocalInput(mutedUntil),
  };
}

/** Without a cron and quiet hours, a time zone is of no use. */
function zoneOf({ isByCron, isQuiet, timezone }: SettingsForm): MonitorPatch {
  return isByCron || isQuiet ? { timezone } : {};
}

/** The parts of a change, each with the fields that it comes from. */
const parts: readonly [fields: readonly (keyof SettingsForm)[], read: (form: SettingsForm) => MonitorPatch][] = [
  [["name"], ({ name }) => ({ name: name.trim() })],
  [["interval", "isByCron", "cron"], periodOf],
  [["timezone", "isByCron", "isQuiet"], zoneOf],
  [["tags"], ({ tags }) => ({ tags: tagsOf(tags) })],
  [["threshold"], ({ threshold }) => ({ changeThreshold: shareOf(threshold) })],
  [["baselineMode"], ({ baselineMode }) => ({ baselineMode })],
  [["diffMode"], ({ diffMode }) => ({ diff: { mode: diffMode } })],
  [["visualization"], ({ diffMode, visualization }) => ({ diff: { mode: diffMode, visualization } })],
  [["mutedUntil"], ({ mutedUntil }) => ({ mutedUntil: readLocalInput(mutedUntil) })],
];

/** The body of the call that saves what was changed. Untouched settings stay as they are. */
export function patchOf(form: SettingsForm, changed: Partial<SettingsForm>): MonitorPatch {
  const isChanged = (fields: readonly (keyof SettingsForm)[]): boolean => fields.some((field) => field in changed);
  const capture = captureChangeOf(form, changed);
  const alerts = alertChangeOf(form, changed);
  return Object.assign(
    Object.keys(capture).length > 0 ? { capture } : {},
    Object.keys(alerts).length > 0 ? { alerts } : {},
    ...parts.filter(([fields]) => isChanged(fields)).map(([, read]) => read(form)),
  );
}

/** The changed options of the capture alone, as any of them may drop the baseline. Null removes an option. */
function captureChangeOf(form: SettingsForm, changed: Partial<SettingsForm>): CaptureChange {
  const { selector, text, changeOn, ignoredText, fullPage, blockCookieBanners, blockAds, hidden, moreChange } = form;
  const ignoreText = linesOf(ignoredText);
  const hideSelectors = linesOf(hidden);
  return {
    ...moreChange,
    ...("fullPage" in changed && { fullPage }),
    ...("blockCookieBanners" in changed && { blockCookieBanners }),
    ...("blockAds" in changed && { blockAds }),
    ...("hidden" in changed && { hideSelectors: hideSelectors.length > 0 ? hideSelectors : null }),
    ...("parts" in changed && { regions: form.parts }),
    ...("selector" in changed && { selector: selector.trim() === "" ? null : selector.trim() }),
    // Without the text, it cannot decide.
    ...("text" in changed && (text ? { text } : { text: null, changeOn: null })),
    ...("changeOn" in changed && text && { changeOn }),
    ...("ignoredText" in changed && { ignoreText: ignoreText.length > 0 ? ignoreText : null }),
  };
}

const quietFields = ["isQuiet", "quietFrom", "quietTo"] as const;

/** Fields of mails, and of the webhook, which may change nothing alone. */
const mailFields = ["toAccount", "recipientIds", "webhookUrl", "webhookSecret", "removesWebhook"] as const;

function alertChangeOf(form: SettingsForm, changed: Partial<SettingsForm>): NonNullable<MonitorPatch["alerts"]> {
  const { toAccount, recipientIds, removesWebhook, channels, digest, notifyRecovery } = form;
  const webhook = webhookOf(form);
  const hasWebhook = Object.keys(webhook).length > 0;
  return {
    ...(mailFields.some((field) => field in changed) && {
      email: { account: toAccount, recipientIds: [...recipientIds] },
    }),
    ...("channels" in changed && { channels: channelsOf(channels) }),
    ...("digest" in changed && { digest }),
    ...(quietFields.some((field) => field in changed) && { quietHours: form.isQuiet ? quietHoursOf(form) : null }),
    ...(notifyRecovery !== null && "notifyRecovery" in changed && { notifyRecovery }),
    ...(hasWebhook && { webhook }),
    ...(!hasWebhook && removesWebhook && { webhook: null }),
  };
}
