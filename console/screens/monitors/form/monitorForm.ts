import type { Box } from "#schemas/diff.ts";
import type { MonitorCapture, MonitorCaptureInput } from "#schemas/monitor/capture.ts";
import type { IgnoredRegion } from "#schemas/options/watch.ts";
import type { MonitorAlerts } from "#schemas/monitor/alerts.ts";
import type { Monitor, MonitorRequest } from "#schemas/monitor/monitor.ts";
import { linesOf, withScheme } from "../../../format/address.ts";
import { localZone } from "../../../ui/fields/cronOptions.ts";
import type { Values } from "../../renders/playground/values.ts";
import { type ChannelEntry, channelsOf } from "./channels.ts";
import { shareOf } from "./percent.ts";

/** The entries of a person. Texts have the form of their fields. */
export type MonitorForm = {
  url: string;
  name: string;
  /** Minutes between runs. */
  interval: string;
  /** Whether it runs by `cron` instead of at an interval. */
  isByCron: boolean;
  cron: string;
  /** Time zone of `cron` and of the quiet hours. */
  timezone: string;
  /** Separated by commas. */
  tags: string;
  /** Whether the monitor waits until it is resumed. */
  startsPaused: boolean;
  fullPage: boolean;
  blockCookieBanners: boolean;
  blockAds: boolean;
  /** Selectors of elements that captures leave out, one per line. */
  hidden: string;
  /** The only element that is watched; empty for the page. */
  selector: string;
  /** The entries for all other options of the capture, by their name. */
  more: Values;
  /** The other options of the capture, as the API takes them. */
  moreCapture: MonitorCaptureInput;
  diffMode: Monitor["diff"]["mode"];
  visualization: Monitor["diff"]["visualization"];
  /** Whether the words are compared, too. */
  text: boolean;
  /** The parts whose change alarms. It has no effect without `text`. */
  changeOn: NonNullable<MonitorCapture["changeOn"]>;
  /** Patterns of words that comparisons leave out, one per line. */
  ignoredText: string;
  /** Areas that comparisons leave out, in pixels of the picture. */
  areas: readonly Box[];
  /** Selectors of elements that comparisons leave out, one per line. */
  ignored: string;
  /** Percent of the picture; empty for any visible difference. */
  threshold: string;
  /** Whether each part of the page is compared on its own, too. */
  parts: boolean;
  toAccount: boolean;
  recipientIds: readonly string[];
  webhookUrl: string;
  /** Secret of the webhook's signature. */
  webhookSecret: string;
  channels: readonly ChannelEntry[];
  /** Whether mails wait for a mail with many. */
  digest: MonitorAlerts["digest"];
  /** Whether messages wait from `quietFrom` to `quietTo`, as 22:00. */
  isQuiet: boolean;
  quietFrom: string;
  quietTo: string;
  baselineMode: Monitor["baselineMode"];
  /** Whether people are notified that a change is over. Null: for a fixed baseline only. */
  notifyRecovery: boolean | null;
};

export const emptyMonitorForm: MonitorForm = {
  url: "",
  name: "",
  interval: "60",
  isByCron: false,
  cron: "0 9 * * MON-FRI",
  timezone: localZone(),
  tags: "",
  startsPaused: false,
  fullPage: true,
  blockCookieBanners: false,
  blockAds: false,
  hidden: "",
  selector: "",
  more: {},
  moreCapture: {},
  diffMode: "perceptual",
  visualization: "overlay",
  text: false,
  changeOn: "picture",
  ignoredText: "",
  areas: [],
  ignored: "",
  threshold: "",
  parts: true,
  toAccount: true,
  recipientIds: [],
  webhookUrl: "",
  webhookSecret: "",
  channels: [],
  digest: "none",
  isQuiet: false,
  quietFrom: "22:00",
  quietTo: "07:00",
  baselineMode: "fixed",
  notifyRecovery: null,
};

export type FormPart = {
  form: MonitorForm;
  onChange: (changed: Partial<MonitorForm>) => void;
  /** Why the API refused the last try, or null. */
  error: Error | null;
};

/** Options of a capture that monitors, renders and comparisons share. */
export function captureOf({ fullPage, blockCookieBanners, blockAds, hidden, selector }: MonitorForm) {
  const hideSelectors = linesOf(hidden);
  return {
    fullPage,
    ...(blockCookieBanners && { blockCookieBanners }),
    ...(blockAds && { blockAds }),
    ...(hideSelectors.length > 0 && { hideSelectors }),
    ...(selector.trim() !== "" && { selector: selector.trim() }),
  };
}

/** The body of the call that creates the monitor. */
export function requestOf(form: MonitorForm): MonitorRequest {
  const { url, name, tags, startsPaused, parts, baselineMode } = form;
  const ignoreRegions = ignoredOf(form);
  return {
    url: withScheme(url),
    name: name.trim() || nameFrom(url),
    ...periodOf(form),
    ...((form.isByCron || form.isQuiet) && { timezone: form.timezone }),
    tags: tagsOf(tags),
    ...(startsPaused && { status: "paused" }),
    changeThreshold: shareOf(form.threshold),
    capture: {
      ...form.moreCapture,
      ...captureOf(form),
      ...(form.text && textOf(form)),
      regions: parts,
      ...(ignoreRegions.length > 0 && { ignoreRegions }),
    },
    baselineMode,
    diff: { mode: form.diffMode, visualization: form.visualization },
    alerts: alertsOf(form),
  };
}

function alertsOf(form: MonitorForm): NonNullable<MonitorRequest["alerts"]> {
  const { toAccount, recipientIds, webhookUrl, channels, digest, notifyRecovery } = form;
  return {
    email: { account: toAccount, recipientIds: [...recipientIds] },
    ...(webhookUrl.trim() !== "" && { webhook: webhookOf(form) }),
    ...(channels.length > 0 && { channels: channelsOf(channels) }),
    digest,
    ...(form.isQuiet && { quietHours: quietHoursOf(form) }),
    ...(notifyRecovery !== null && { notifyRecovery }),
  };
}

/** The given parts of the webhook. What is not given stays. */
export function webhookOf({ webhookUrl, webhookSecret }: Pick<MonitorForm, "webhookUrl" | "webhookSecret">) {
  return {
    ...(webhookUrl.trim() !== "" && { url: webhookUrl.trim() }),
    ...(webhookSecret.trim() !== "" && { secret: webhookSecret.trim() }),
  };
}

/** When it runs: by cron or at an interval. */
export function periodOf({ isByCron, cron, interval }: Pick<MonitorForm, "isByCron" | "cron" | "interval">) {
  return isByCron ? { cron } : { intervalMinutes: Number(interval) };
}

export function quietHoursOf({ quietFrom, quietTo }: Pick<MonitorForm, "quietFrom" | "quietTo">) {
  return { from: quietFrom, to: quietTo };
}

function textOf({ changeOn, ignoredText }: MonitorForm) {
  const ignoreText = linesOf(ignoredText);
  return { text: true, changeOn, ...(ignoreText.length > 0 && { ignoreText }) };
}

/** The tags of a text with commas. */
export function tagsOf(tags: string): string[] {
  return tags.split(",").flatMap((tag) => (tag.trim() === "" ? [] : [tag.trim()]));
}

/** The drawn areas, then the elements, as the API takes them. */
export function ignoredOf({ areas, ignored }: Pick<MonitorForm, "areas" | "ignored">): IgnoredRegion[] {
  return [...areas, ...linesOf(ignored).map((selector) => ({ selector }))];
}

/** Maximum characters of a name. */
export const maxNameChars = 100;

/** A name for a page without one: its host and path. */
export function nameFrom(address: string): string {
  const text = withScheme(address);
  if (!URL.canParse(text)) return address.trim();
  const { host, pathname } = new URL(text);
  return pathname === "/" ? host : `${host}${pathname}`.slice(0, maxNameChars);
}
