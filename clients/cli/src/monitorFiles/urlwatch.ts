import { parseAllDocuments, stringify } from "yaml";
import type { Monitor } from "../../../typescript/src/index.ts";
import { CliError } from "../exitCodes.ts";
import { isRecord } from "../profiles.ts";
import {
  type Capture,
  type Entry,
  isPageAddress,
  type MonitorFile,
  toMonitorFile,
  toName,
  type Unusable,
} from "./entry.ts";
import { readJsonFilters } from "./jsonPath.ts";
import { leftOutSelectors, knownAddress } from "./known.ts";
import { escapePattern, isUsable, lineWithMatch, splitSelectors, usablePatterns, watchedElement } from "./patterns.ts";
import { readWaiting } from "./urlwatchWaits.ts";
import { headersOf, listOf, recordOf, textOf, textsOf, warningsFor } from "./values.ts";

/** Keys of a job that are not taken over, and what to set in their place. */
const unsupportedKeys = {
  method: "Pages are read by GET.",
  data: "Pages are read by GET, without a body.",
  ssl_no_verify: "Set capture.ignoreTlsErrors, for a host that the operator names.",
  http_proxy: "Keep the proxy by POST /proxies, and name it in capture.proxy.",
  https_proxy: "Keep the proxy by POST /proxies, and name it in capture.proxy.",
  encoding: "The browser finds the encoding.",
  diff_filter: "Differences are not filtered. Use capture.ignoreText.",
  diff_tool: "Differences are made by the service.",
  compared_versions: "A run is compared with one baseline.",
  no_redirects: "Redirects are followed.",
  max_tries: "Each failure has its own number of tries.",
  initialization_url: "Pages are opened on their own, without another page before them.",
};

/** Settings of the filters css and xpath without an equivalent. */
const unsupportedSettings = {
  skip: "The first element that matches is watched.",
  method: "Pages are read as a browser reads them.",
  namespaces: "Pages are read as a browser reads them.",
};

/** Filters that only make text readable, which the service does itself. */
const needlessFilters: ReadonlySet<string> = new Set(
  "html2text beautify strip striplines remove-duplicate-lines pretty-xml format-json".split(" "),
);

/** Filters for an element, as CSS selectors. */
const elementFilters: Readonly<Partial<Record<string, (value: string) => string>>> = {
  "element-by-id": (id) => `[id=${JSON.stringify(id)}]`,
  "element-by-class": (name) => `[class~=${JSON.stringify(name)}]`,
  "element-by-tag": (tag) => tag,
};

const waits = ["load", "domcontentloaded", "networkidle0", "networkidle2"] as const;

/** Jobs of urlwatch: one YAML document each. @throws CliError if it is no YAML. */
export function readUrlwatch(text: string): MonitorFile {
  const jobs = parseAllDocuments(text).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw new CliError(`The file is no YAML: ${error.message}`);
    const job: unknown = document.toJS({ maxAliasCount: 100 });
    return job;
  });
  return toMonitorFile(jobs.filter(isRecord).map(readJob));
}

function readJob(job: Record<string, unknown>): Entry | Unusable {
  const url = job["url"] ?? job["navigate"];
  if (job["command"] !== undefined) {
    return { name: toName(job["name"], textOf(job["command"])), reason: "It runs a shell command." };
  }
  if (!isPageAddress(url)) return { name: toName(job["name"], textOf(url)), reason: "It has no address of a page." };
  const { capture, warnings } = readCapture(job);
  const name = toName(job["name"], url);
  const tags = textsOf(job["tags"]).map((tag) => tag.trim().slice(0, 40));
  return {
    request: {
      name,
      url,
      ...(tags.length > 0 && { tags: [...new Set(tags)].slice(0, 20) }),
      ...(job["enabled"] === false && { status: "paused" as const }),
      capture,
    },
    warnings: [...warningsFor(job, unsupportedKeys), ...warnings],
  };
}

function readCapture(job: Record<string, unknown>): { capture: Capture; warnings: string[] } {
  const headers = headersOf(job["headers"]);
  const cookies = Object.entries(headersOf(job["cookies"])).map(([name, value]) => ({ name, value }));
  const waitUntil = waits.find((wait) => wait === job["wait_until"]);
  const filters = readFilters(job["filter"]);
  const { selector, warnings: watchWarnings } = watchedElement(filters.selected);
  const { ignoreText, warnings } = usablePatterns(filters.patterns);
  const isValues = filters.values.length > 0;
  const waitRules = readWaiting(job);
  return {
    capture: {
      ...(selector !== undefined && { selector }),
      ...(isValues
        ? {
            values: filters.values.map((value, index) => ({ name: `value${index + 1}`, ...value })),
            changeOn: "values" as const,
          }
        : { text: true, changeOn: "text" as const, ...(ignoreText.length > 0 && { ignoreText }) }),
      ...waitRules.capture,
      ...(filters.excluded.length > 0 && {
        ignoreRegions: filters.excluded.map((excluded) => ({ selector: excluded })),
      }),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(cookies.length > 0 && { cookies }),
      ...(waitUntil !== undefined && { waitUntil }),
    },
    warnings: [...filters.warnings, ...watchWarnings, ...warnings, ...waitRules.warnings],
  };
}

type ValueSource = Omit<NonNullable<Capture["values"]>[number], "name">;

/** Patterns to leave out, elements to leave out, elements to watch, and values to read. */
type Filters = {
  patterns: string[];
  excluded: string[];
  selected: string[];
  values: ValueSource[];
  warnings: string[];
};

/** A filter is a name, or a record of a name and its settings. Old files have all of them in one text. */
function readFilters(value: unknown): Filters {
  if (typeof value === "string") return readFilters(value.split(",").map(readOldFilter));
  const filters = listOf(value).map((item): [name: string, settings: unknown] => {
    const [first] = Object.entries(recordOf(item));
    return typeof item === "string" ? [item, null] : (first ?? ["?", null]);
  });
  const read = filters.map(([name, settings]) => readFilter(name, settings));
  return {
    patterns: read.flatMap(({ patterns = [] }) => patterns),
    excluded: read.flatMap(({ excluded = [] }) => excluded),
    selected: read.flatMap(({ selected = [] }) => selected),
    values: read.flatMap(({ values = [] }) => values),
    warnings: read.flatMap(({ warnings = [] }) => warnings),
  };
}

function readOldFilter(text: string): unknown {
  const colon = text.indexOf(":");
  return colon === -1 ? text.trim() : { [text.slice(0, colon).trim()]: text.slice(colon + 1) };
}

function readFilter(name: string, settings: unknown): Partial<Filters> {
  const fields = recordOf(settings);
  if (needlessFilters.has(name)) return {};
  if (name === "grepi") return { patterns: textsOf(fields["re"] ?? settings).map((pattern) => lineWithMatch(pattern)) };
  if (name === "re.sub" && textsOf(fields["repl"]).length === 0) {
    return { patterns: textsOf(fields["pattern"] ?? settings) };
  }
  if (name === "jq" || name === "jsonpath")
    return readJsonFilter(name, textsOf(fields["query"] ?? fields["path"] ?? settings));
  if (name === "grep") return readLineFilter(textsOf(fields["re"] ?? settings));
  if (name === "keep_lines_containing") {
    return readLineFilter([...textsOf(fields["re"]), ...textsOf(fields["text"] ?? settings).map(escapePattern)]);
  }
  if (name === "delete_lines_containing") {
    const texts = textsOf(fields["text"] ?? settings).map((text) => lineWithMatch(escapePattern(text)));
    return { patterns: [...textsOf(fields["re"]).map((pattern) => lineWithMatch(pattern)), ...texts] };
  }
  const value = textsOf(fields["selector"] ?? fields["path"] ?? settings);
  if (name === "css" || name === "xpath") return readElementFilter(name, fields, value);
  const toSelector = elementFilters[name];
  if (toSelector !== undefined) return { selected: value.map(toSelector) };
  return { warnings: [`filter ${name}: It has no equivalent.`] };
}

/** The values of JSON that a filter names. */
function readJsonFilter(name: string, paths: string[]): Partial<Filters> {
  const { found, other } = readJsonFilters(paths.map((path) => `${name}:${path}`));
  return {
    values: found.map(({ jsonPath, isList }) => ({ jsonPath, ...(isList && { as: "list" as const }) })),
    warnings: other.map((path) => `filter ${path} has no equal JSONPath.`),
  };
}

/** A line that has a match, in place of all such lines. */
function readLineFilter(patterns: string[]): Partial<Filters> {
  const lines = patterns.map((pattern) => lineWithMatch(pattern));
  return {
    values: lines.filter(isUsable).map((pattern) => ({ pattern })),
    warnings: lines.map((line) =>
      isUsable(line)
        ? "filter grep: The first line that matches is read."
        : "filter grep: RE2 does not support the pattern, or it is too long.",
    ),
  };
}

function readElementFilter(name: string, fields: Record<string, unknown>, value: string[]): Partial<Filters> {
  const prefix = name === "xpath" ? "xpath:" : "";
  const excluded = splitSelectors(textsOf(fields["exclude"]).map((text) => prefix + text));
  return {
    selected: value.map((text) => prefix + text),
    excluded: excluded.css,
    warnings: [
      ...warningsFor(fields, unsupportedSettings).map((warning) => `filter ${name}: ${warning}`),
      ...excluded.other.map((text) => `filter ${name}: ${text} is not left out, as it has no equal CSS selector.`),
    ],
  };
}

export function writeUrlwatch(monitors: readonly Monitor[]): string {
  return monitors.map((monitor) => `---\n${stringify(toJob(monitor))}`).join("");
}

function toJob(monitor: Monitor): Record<string, unknown> {
  const { selector = "body", ignoreText = [], ignoreRegions = [], hideSelectors = [], waitUntil } = monitor.capture;
  const excluded = [...hideSelectors, ...leftOutSelectors(ignoreRegions)];
  return {
    name: monitor.name,
    navigate: knownAddress(monitor),
    ...(waitUntil !== undefined && { wait_until: waitUntil }),
    filter: [
      ...(excluded.length > 0 || selector !== "body" ? [{ css: { selector, exclude: excluded.join(", ") } }] : []),
      "html2text",
      ...ignoreText.map((pattern) => ({ "re.sub": { pattern, repl: "" } })),
    ],
  };
}
