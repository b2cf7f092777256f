import { recordOf, textOf, textsOf, warningsFor } from "./values.ts";

/** Lists of a group or of all watches that are added to the list of each watch. */
const sharedLists = [
  "include_filters",
  "subtractive_selectors",
  "ignore_text",
  "trigger_text",
  "text_should_not_be_present",
  "extract_text",
] as const;

/** Settings for all watches without an equivalent. */
const unsupportedSettings = {
  notification_urls: "Set up alerts by e-mail, channel or webhook.",
  render_anchor_tag_content: "Addresses of links are not a part of the text.",
  proxy: "Keep the proxy by POST /proxies, and name it in capture.proxy.",
  extra_proxies: "Keep the proxy by POST /proxies, and name it in capture.proxy.",
  extra_browsers: "Pages are read by the browser of the service.",
};

const byHttp = "fetch_backend: Pages are read by a browser, which also runs their scripts.";

/** Settings of a file for its watches. */
export type Shared = {
  /** The watch with what its groups and all watches have. */
  extend(watch: Record<string, unknown>): Record<string, unknown>;
  /** Names of a watch's groups. */
  groupsOf(watch: Record<string, unknown>): string[];
  /** Minutes between two checks; null if the file has none. */
  intervalMinutes: number | null;
  warnings: string[];
};

/** Reads the settings for all watches, and those of groups. */
export function readSettings(file: Record<string, unknown>): Shared {
  const settings = recordOf(file["settings"]);
  const application = recordOf(settings["application"]);
  const requests = recordOf(settings["requests"]);
  const groups = new Map(Object.entries(recordOf(application["tags"])).map(([id, group]) => [id, recordOf(group)]));
  const ofAll = {
    ignore_text: application["global_ignore_text"],
    subtractive_selectors: application["global_subtractive_selectors"],
  };
  const backends = [application, ...watchesOf(file)].map((record) => record["fetch_backend"]);
  return {
    extend(watch) {
      const ofGroups = textsOf(watch["tags"]).map((id) => recordOf(groups.get(id)));
      const sources: Record<string, unknown>[] = [withNewNames(watch), ...ofGroups, ofAll];
      const lists = sharedLists.map((name) => [name, [...new Set(sources.flatMap((source) => textsOf(source[name])))]]);
      return { ...watch, ...Object.fromEntries(lists) };
    },
    groupsOf: (watch) => textsOf(watch["tags"]).map((id) => textOf(recordOf(groups.get(id))["title"]) || id),
    intervalMinutes: minutesBetweenChecks(requests),
    warnings: [
      ...warningsFor({ ...requests, ...application }, unsupportedSettings),
      ...(backends.includes("html_requests") ? [byHttp] : []),
      ...[...groups.values()].flatMap((group) =>
        warningsFor(group, unsupportedSettings).map((text) => `Group ${textOf(group["title"])}: ${text}`),
      ),
    ],
  };
}

/** The watches of a file: of all watches, or of one. */
export function watchesOf(file: Record<string, unknown>): Record<string, unknown>[] {
  return "watching" in file ? Object.values(recordOf(file["watching"])).map(recordOf) : [file];
}

/** Files before 0.39.14 have one CSS selector or XPath. */
function withNewNames(watch: Record<string, unknown>): Record<string, unknown> {
  const include = [...textsOf(watch["include_filters"]), ...textsOf(watch["css_filter"])];
  return { ...watch, include_filters: [...new Set(include)] };
}

const secondsOf = { weeks: 604_800, days: 86_400, hours: 3_600, minutes: 60, seconds: 1 };

/** Minutes between two checks, at least 1 and at most 30 days; null if there are none. Old files have one number. */
export function minutesBetweenChecks(source: Record<string, unknown>): number | null {
  const fields = recordOf(source["time_between_check"]);
  const seconds = Object.entries(secondsOf).reduce(
    (sum, [unit, length]) => sum + Number(fields[unit] ?? 0) * length,
    0,
  );
  const minutes = seconds > 0 ? seconds / 60 : Number(source["minutes_between_check"] ?? 0);
  return minutes > 0 ? Math.min(43_200, Math.ceil(minutes)) : null;
}
