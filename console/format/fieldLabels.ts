import { optionFacts } from "../generated/optionFacts.ts";
import { settingLabels } from "../generated/settingLabels.ts";

/** Labels of sitemaps and schedules, whose bodies have no entries. */
const otherLabels = {
  sitemapUrl: "Address of the sitemap",
  includePaths: "Only these paths",
  excludePaths: "Without these paths",
  maxMonitors: "Most monitors",
  syncIntervalMinutes: "Read the sitemap",
  scheduleAt: "When",
  limit: "Number of renders",
};

const labels = new Map<string, string>([
  ...Object.entries(optionFacts).map(([name, { label }]): [string, string] => [name, label]),
  ...Object.entries({ ...settingLabels, ...otherLabels }),
]);

/** The label of a field in forms, by its path in a body. Null for a field that no form has. */
export function fieldLabel(path: string): string | null {
  const own = path.replace(/^(?:monitor\.)?(?:capture\.)?/, "").split(/[.[\]]+/);
  const names = own.map((_, index) => own.slice(0, own.length - index).join("."));
  const found = names.find((name) => labels.has(name));
  return found === undefined ? null : (labels.get(found) ?? null);
}

/** A message of the API in the words of forms: each `capture.…` becomes the label of its field. */
export function inFormWords(message: string): string {
  return message.replaceAll(/\bcapture\.\w+/g, (path) => {
    const label = fieldLabel(path);
    return label === null ? path : `“${label}”`;
  });
}
