import type { Monitor } from "../../../typescript/src/index.ts";
import {
  type Capture,
  type Entry,
  isPageAddress,
  type MonitorFile,
  toMonitorFile,
  toName,
  type Unusable,
} from "./entry.ts";
import { minutesBetweenChecks, readSettings, type Shared, watchesOf } from "./changedetectionSettings.ts";
import { cronOfLimit } from "./changedetectionTimes.ts";
import { type Rules, readRules } from "./changedetectionRules.ts";
import { readBrowserSteps } from "./changedetectionSteps.ts";
import { isJsonFilter } from "./jsonPath.ts";
import { leftOutSelectors, knownAddress } from "./known.ts";
import { lineWithMatch, lineWithText, splitSelectors, usablePatterns, watchedElement } from "./patterns.ts";
import { headersOf, recordOf, textOf, textsOf, warningsFor } from "./values.ts";

/** Fields of a watch that are not taken over, and what to set in their place. */
const unsupportedFields = {
  body: "Pages are read by GET, without a body.",
  proxy: "Keep the proxy by POST /proxies, and name it in capture.proxy.",
  notification_urls: "Set up alerts by e-mail or webhook.",
  check_unique_lines: "A run is compared with one baseline.",
  remove_duplicate_lines: "Repeated lines stay.",
};

const otherBrowser = "The page is read by the browser of the service.";
const limitWarning = "time_schedule_limit: Runs are due at all times of the day. Set cron and timezone.";
/** Minutes between two checks of a watch that names none. */
const defaultMinutes = 60;

/** Watches of changedetection.io: `url-watches.json`, one `watch.json`, or the files of a backup as one value. */
export function readChangedetection(file: Record<string, unknown>): MonitorFile {
  const shared = readSettings(file);
  return toMonitorFile(
    watchesOf(file).map((watch) => readWatch(shared.extend(watch), shared)),
    shared.warnings,
  );
}

function readWatch(watch: Record<string, unknown>, { groupsOf, intervalMinutes }: Shared): Entry | Unusable {
  const { url } = watch;
  const name = toName(textsOf([watch["title"], watch["page_title"]])[0], textOf(url));
  if (!isPageAddress(url)) return { name, reason: "It has no http or https address." };
  const own = watch["time_between_check_use_default"] === true ? null : minutesBetweenChecks(watch);
  const interval = own ?? intervalMinutes;
  const limit = recordOf(watch["time_schedule_limit"]);
  const times = limit["enabled"] === true ? cronOfLimit(limit, interval ?? defaultMinutes) : null;
  const tags = tagsOf(watch, groupsOf(watch));
  const { capture, alertWhen, warnings } = readCapture(watch);
  return {
    request: {
      name,
      url,
      ...(times ?? (interval !== null && { intervalMinutes: interval })),
      ...(tags.length > 0 && { tags }),
      ...(watch["paused"] === true && { status: "paused" as const }),
      capture,
      ...(alertWhen !== undefined && { alertWhen }),
    },
    warnings: [
      ...warningsFor(watch, unsupportedFields),
      ...(limit["enabled"] === true && times === null ? [limitWarning] : []),
      ...otherWarnings(watch),
      ...warnings,
    ],
  };
}

/** Names of groups. Old files have them as one text with commas. */
function tagsOf(watch: Record<string, unknown>, named: readonly string[]): string[] {
  const old = textsOf(watch["tag"]).flatMap((text) => text.split(","));
  const tags = [...named, ...old].map((tag) => tag.trim().slice(0, 40)).filter((tag) => tag !== "");
  return [...new Set(tags)].slice(0, 20);
}

function otherWarnings(watch: Record<string, unknown>): string[] {
  const { method, notification_muted: muted, fetch_backend: backend } = watch;
  const { added, removed } = sidesOf(watch);
  return [
    ...(typeof method === "string" && method !== "GET" ? ["method: Pages are read by GET."] : []),
    ...(!added && !removed ? ["filter_text: Added and removed words both count."] : []),
    ...(textOf(backend).startsWith("extra_browser_") ? [`fetch_backend: ${otherBrowser}`] : []),
    ...(muted === true ? ["notification_muted: The monitor is not muted."] : []),
  ];
}

/** Kinds of changed text that count. Replaced lines are removed ones and added ones. */
function sidesOf(watch: Record<string, unknown>): { added: boolean; removed: boolean } {
  return { added: watch["filter_text_added"] !== false, removed: watch["filter_text_removed"] !== false };
}

function readCapture(watch: Record<string, unknown>): Pick<Rules, "alertWhen" | "warnings"> & { capture: Capture } {
  const isVisual = /image|screenshot/.test(textOf(watch["processor"]));
  const removedSelectors = splitSelectors(textsOf(watch["subtractive_selectors"]));
  const filters = textsOf(watch["include_filters"]).filter((filter) => !isJsonFilter(filter));
  const { selector, warnings: watchWarnings } = watchedElement(filters);
  const { values, alertWhen, isValues, warnings: unruled } = readRules(watch, selector);
  const browser = readBrowserSteps(watch);
  const { added: hasAdditions, removed: hasRemovals } = sidesOf(watch);
  const isText = !isVisual && !isValues;
  const { ignoreText, warnings } = usablePatterns(textsOf(watch["ignore_text"]).map(toPattern));
  const { cookies, headers } = splitCookies(headersOf(watch["headers"]));
  return {
    capture: {
      ...(selector !== undefined && { selector }),
      ...(isText && { text: true, changeOn: "text" as const }),
      ...(isText && ignoreText.length > 0 && { ignoreText }),
      ...(isText && watch["sort_text_alphabetically"] === true && { ignoreOrder: true }),
      ...(isText && hasAdditions && !hasRemovals && { onlyAdded: true }),
      ...(isText && hasRemovals && !hasAdditions && { onlyRemoved: true }),
      ...(values.length > 0 && { values }),
      ...(isValues && { changeOn: "values" as const }),
      ...browser.capture,
      ...(removedSelectors.css.length > 0 && {
        ignoreRegions: removedSelectors.css.map((excluded) => ({ selector: excluded })),
      }),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(cookies.length > 0 && { cookies }),
    },
    ...(alertWhen !== undefined && { alertWhen }),
    warnings: [
      ...watchWarnings,
      ...warnings,
      ...unruled,
      ...browser.warnings,
      ...removedSelectors.other.map(
        (other) => `subtractive_selectors: ${other} is not left out, as it has no equal CSS selector.`,
      ),
    ],
  };
}

/** Ignored text is a part of a line, or a pattern between slashes. */
function toPattern(text: string): string {
  const [, pattern, flags] = /^\/(.+)\/([a-z]*)$/.exec(text) ?? [];
  return pattern === undefined ? lineWithText(text) : lineWithMatch(pattern, flags);
}

function isCookie(name: string): boolean {
  return name.toLowerCase() === "cookie";
}

/** The API takes cookies beside the headers. */
function splitCookies(all: Record<string, string>): {
  headers: Record<string, string>;
  cookies: { name: string; value: string }[];
} {
  const headers = Object.fromEntries(Object.entries(all).filter(([name]) => !isCookie(name)));
  const pairs = Object.entries(all).flatMap(([name, value]) => (isCookie(name) ? value.split(";") : []));
  const cookies = pairs.flatMap((pair) => {
    const [before = "", ...after] = pair.split("=");
    const name = before.trim();
    return after.length === 0 || !/^\S+$/.test(name) ? [] : [{ name, value: after.join("=").trim() }];
  });
  return { headers, cookies };
}

/** A `url-watches.json`, with the tags of the monitors as groups. */
export function writeChangedetection(monitors: readonly Monitor[]): string {
  const titles = [...new Set(monitors.flatMap(({ tags }) => tags))];
  const groups = new Map(titles.map((title) => [title, crypto.randomUUID()]));
  const tags = Object.fromEntries([...groups].map(([title, uuid]) => [uuid, { uuid, title }]));
  const watching = Object.fromEntries(
    monitors.map((monitor) => {
      const uuid = crypto.randomUUID();
      return [uuid, { uuid, ...toWatch(monitor), tags: monitor.tags.map((title) => groups.get(title)) }];
    }),
  );
  return `${JSON.stringify({ watching, settings: { application: { tags } } }, null, 2)}\n`;
}

function toWatch(monitor: Monitor): Record<string, unknown> {
  const { changeOn = "picture", selector, ignoreText = [], ignoreRegions = [], hideSelectors = [] } = monitor.capture;
  return {
    url: knownAddress(monitor),
    title: monitor.name,
    paused: monitor.status === "paused",
    processor: changeOn === "picture" ? "image_ssim_diff" : "text_json_diff",
    fetch_backend: "html_webdriver",
    time_between_check: { weeks: null, days: null, hours: null, minutes: monitor.intervalMinutes, seconds: null },
    time_between_check_use_default: false,
    include_filters: selector === undefined ? [] : [selector],
    subtractive_selectors: [...hideSelectors, ...leftOutSelectors(ignoreRegions)],
    ignore_text: ignoreText.map((pattern) => `/${pattern}/`),
  };
}
